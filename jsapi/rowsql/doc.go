// Package rowsql writes the SQL that finds and keeps the rows of one table.
//
// A [Table] is made once of a table's and its columns' names, which come from the source of an application, and a dialect, which says
// how they are quoted. Columns are then referred to by their index, and every value is a parameter: what a request says gets into no
// statement. The parameters of a statement are in the order in which the method's arguments name them.
package rowsql
