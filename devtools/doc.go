// Package devtools serves the developer's page: what an application is made of and what it does, to look at and to try.
//
// The page is plain modules of JavaScript in the folder page, embedded, without a build; page/vendor is made by the command make. What it
// shows it asks of [Endpoint]s, functions that the caller hands to [New]: this package knows no application. One connection carries
// all that changes, as server-sent events.
//
// Its laws: a page of another origin can neither read nor change anything, whatever the application's own rules are ([Guard]), and the
// page itself runs no script and no style but its own files.
package devtools
