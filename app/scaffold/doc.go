// Package scaffold writes files into an application: the typings with the configuration for editors, and the
// first files of a new application.
//
// Laws:
//   - Files that a person wrote are not overwritten, unless that is requested.
//   - Repeating an operation changes nothing: only files that differ are written, and reported.
//   - The templates are applications that work as they are; the tests check, serve, test
//     and compile them.
//
// The smallest use:
//
//	outcome, err := scaffold.Types("my-app", nil, false)
package scaffold
