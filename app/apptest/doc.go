// Package apptest runs the test files of an application and tells, as data, what came out.
//
// Each file has an application of its own: built from the files as they are, with an
// empty database in memory, one VM and the profile "test". Files run side by side, the
// tests of one file one after the other, in the order they are written.
//
// Laws:
//   - A test that never ends costs its file an application, not its results: the tests
//     behind it run in a fresh one.
//   - Whatever goes wrong belongs to somebody: a promise that nobody awaits to the test
//     that ran, an error of the application to the file.
//   - Results come in the order of the files, however they end.
//
// Use:
//
//	report, err := apptest.Run(ctx, apptest.Options{App: app.Options{Folder: "scripts/examples/users"}})
//	if !report.OK() { … }
package apptest
