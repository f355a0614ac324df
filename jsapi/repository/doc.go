// Package repository is the class Repository. Classes of the application that extend it find and store rows, with
// statements that package rowsql writes and with those of @Query.
package repository
