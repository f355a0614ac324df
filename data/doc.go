// Package data opens an application's datasources and runs SQL on them: SQLite in the
// process, PostgreSQL and MySQL or MariaDB over the network, with one behaviour.
//
// The idea: a result stays in Go. Rows keeps all cells in two flat slices, hands out single
// values when a script asks for them, and writes itself as JSON when none does. Below,
// database/sql pools the connections, and nothing else of it is used.
//
// The laws:
//   - A statement has parameters by position (?) or by name (:name or @name), the same for
//     every database; nothing inside of strings, quoted names and comments is one.
//     PostgreSQL's operator ? is written ??. In MySQL @name is the session's variable.
//   - A call ends when its context does, and at the latest after QueryTimeout.
//   - A value has the same kind whatever the database, see CellKind; MySQL, which has no
//     booleans, gives 0 and 1, and MariaDB, which has no JSON, text.
//   - Every failure is a *fault.Error; *Error in its chain says what the database said.
//   - No message shows a password, or a URL that may hold one.
//
// The smallest use:
//
//	db, err := data.Open(ctx, data.Settings{Name: "users", URL: "sqlite:users.db", Folder: "data"})
//	rows, err := db.Query(ctx, "select * from users where id = :id", data.Named(map[string]any{"id": int64(1)}))
//	body = rows.AppendJSON(body)
package data
