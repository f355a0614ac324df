// Package migrate knows what has run and what is due: it brings databases and search clusters to the
// version that the files of a folder describe.
//
// A migration is a file below <root>/<target>/, and its path is its identity. A [Target] is what files
// are applied to: a datasource (package migrate/sql) or a search cluster (package migrate/search). It
// reads files, records which have run, and applies them.
//
// Rules:
//   - Files run in alphabetical order of their paths, or in natural order, 1.9 before 1.10, if that is
//     chosen. Those whose name begins with R__ come after all others.
//   - A file that has run is skipped while its hash is the same. If it has changed, it runs again if its
//     target says that it [Change.Repeats], and otherwise is a warning.
//   - The first failure stops the run. What ran before it stays, and is recorded.
//   - All files are read before the first one runs. A run applies what comes before the first file
//     that cannot be read, and stops there.
//   - If several processes run at the same time, each file still runs only once.
//
// Example:
//
//	folder, err := migrate.Read(target, os.DirFS("migrations"), migrate.Options{})
//	report, err := migrate.Run(ctx, []*migrate.Folder{folder}, migrate.RunOptions{})
package migrate
