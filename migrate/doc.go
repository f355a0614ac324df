// Package migrate brings a database to the version the files describe.
//
// The idea: a migration is an SQL file, and its path is its identity. SQL runs the files
// <datasource>/**.sql below a folder in natural order, 1.9 before 1.10, each once, and
// notes in the table framework_migrations what it ran. (pressly/goose, which tells
// migrations apart by numbers, does not fit paths.)
//
// The laws:
//   - A file is one transaction, in which it also enters the table: it has run, or it has
//     not. Only MySQL commits each change of the schema at once. A file must not control
//     transactions itself.
//   - Processes that start at the same time run each file once between them.
//   - The first failure stops, and points at the line of the statement.
//   - A file that was changed after it ran is a warning: what ran is what counts.
//
// The smallest use:
//
//	report, err := migrate.SQL(ctx, db, os.DirFS("migrations"), migrate.Options{})
package migrate
