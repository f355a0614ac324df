// Package changed selects the test files that a change in a repository of git may affect.
//
// A test file is affected when it has changed itself, when it imports a file that has, through whatever is between them, and, if it
// uses the application as a whole, when any script, setting or migration has.
//
// Laws:
//   - What cannot be said for certain counts as a change.
//   - git is run without a shell, and its answers are separated by NUL.
//
// Use:
//
//	why, err := changed.Select(ctx, folder, "main", tests)
package changed
