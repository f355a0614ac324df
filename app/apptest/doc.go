// Package apptest runs the test files of an application and returns the results as data.
//
// Each file has an application of its own: built from the current files, with an empty database in memory,
// one VM and the profile "test". Files run in parallel, the tests of one file one after the other, in the
// order they are written.
//
// Laws:
//   - A test that never ends costs its file an application, not its results: the tests
//     after it run in a fresh one.
//   - Every failure is assigned: what a timer, a promise or a listener throws to the test that
//     began it, though that may have ended; an error of the application to the file.
//   - Results are in the order of the files, in whatever order they end.
//
// Use:
//
//	report, err := apptest.Run(ctx, apptest.Options{App: app.Options{Folder: "scripts/examples/users"}})
//	if !report.OK() { … }
package apptest
