// Package sql applies migration files of SQL to a datasource. It is a [migrate.Target].
//
// Rules:
//   - The table framework_migrations records which files have run.
//   - A file is one transaction, which also adds it to the table: it has run completely, or not
//     at all. Only MySQL commits each change of the schema at once: a file that had one when its process
//     died counts as interrupted, and neither runs again nor counts as applied until somebody decides. A file
//     must not control transactions itself.
//   - A file whose first lines contain the comment "-- fwrun: no-transaction" runs statement by
//     statement outside of a transaction. If the process dies meanwhile, the file counts as
//     interrupted. Other processes wait as long as it runs; on SQLite at an empty database
//     beside the one that is migrated, shop.db-migration.
//   - In a file with the comment "-- fwrun: placeholders", ${key} is the value of that configuration
//     key. Its hash is that of the text before.
//   - A file whose name begins with R__ runs after all others, and again when it has changed.
//
// Example:
//
//	target := sql.New(db, sql.Options{})
//	folder, err := migrate.Read(target, os.DirFS("migrations"), migrate.Options{})
package sql
