// Package repository is the class Repository: classes of the application that extend it find and keep rows, with statements
// that rowsql writes and those of @Query.
package repository
