// Package rowsql writes the SQL that finds and keeps the rows of one table.
//
// A [Table] is made once, from a dialect, which says how names are quoted, and from the names of the table and its
// columns, which come from an application's source. Methods refer to columns by index, and every value is a
// parameter, so no text of a request becomes part of a statement. The parameters of a statement have the order in
// which the method's arguments name them.
package rowsql
