// Package data opens an application's datasources and runs SQL on them: SQLite in the process,
// PostgreSQL and MySQL or MariaDB over the network, with the same behaviour.
//
// A result stays in Go. Rows keeps all cells in two flat slices, returns single values when a
// script reads them, and is written as JSON without making any values when no script does. Of
// database/sql only the connection pool is used.
//
// Rules:
//   - A statement has parameters by position (?) or by name (:name or @name), the same for every
//     database. Text inside of strings, quoted names and comments is never a parameter.
//     PostgreSQL's operator ? is written ??. In MySQL @name is a variable of the session.
//   - A call ends when its context ends, and after QueryTimeout at the latest.
//   - A value has the same kind in every database (see CellKind), with two exceptions: MySQL,
//     which has no booleans, returns 0 and 1, and MariaDB, which has no JSON, returns text.
//   - Every failure is a *fault.Error. The *Error in its chain holds the database's own message.
//   - No message contains a password, or a URL that may contain one.
//
// Example:
//
//	db, err := data.Open(ctx, data.Settings{Name: "users", URL: "sqlite:users.db", Folder: "data"})
//	rows, err := db.Query(ctx, "select * from users where id = :id", data.Named(map[string]any{"id": int64(1)}))
//	body = rows.AppendJSON(body)
package data
