// Package migrate brings a database to the version that its migration files describe.
//
// A migration is an SQL file, and its path is its identity. SQL runs the files
// <datasource>/**.sql below a folder in natural order, 1.9 before 1.10, each once, and records in
// the table framework_migrations which have run. (pressly/goose identifies migrations by number,
// not by path.)
//
// Rules:
//   - A file is one transaction, which also adds it to the table: it has run completely, or not
//     at all. Only MySQL commits each change of the schema at once. A file must not control
//     transactions itself.
//   - If several processes start at the same time, each file still runs only once.
//   - The first failure stops the run, and points at the line of the statement.
//   - A file that was changed after it ran causes a warning, and does not run again.
//
// Example:
//
//	report, err := migrate.SQL(ctx, db, os.DirFS("migrations"), migrate.Options{})
package migrate
