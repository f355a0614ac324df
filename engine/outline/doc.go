// Package outline keeps what an application that runs asks of its own sources: the names of its declarations and where they are, which
// errors, profiles and further workers want to know.
//
// Starting an application needs more of them, such as types, comments and defaults. In a thousand controllers that is 16 MB, which the
// process would keep for as long as it runs; an outline of them takes one and a half.
//
//	o := outline.Of(project)
//	o.Qualified("users.ts", "find", 12) // "UserService.find"
package outline
