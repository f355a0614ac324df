// Package scaffold writes files into an application: the typings and what editors need
// beside them, and the first files of a new one.
//
// Laws:
//   - What a person wrote is not overwritten, unless that is asked for by name.
//   - Doing it twice is doing it once: only what differs is written, and told.
//   - The templates are applications that work as they stand; the tests check, serve, test
//     and compile them.
//
// The smallest use:
//
//	outcome, err := scaffold.Types("my-app", false)
package scaffold
