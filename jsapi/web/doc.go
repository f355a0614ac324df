// Package web implements the globals of the web platform for scripts: timers, console, URL, fetch, TextEncoder,
// AbortController, structuredClone and others, as far as ECMA-429 (the minimum common API) has them and a server
// needs them.
//
// [Install] adds them to one VM, after the guards and before any script. Parsing, byte handling and waiting are
// written in Go; the classes around them are JavaScript, in the folder prelude and in the packages below this one. They
// are parts, each of which a VM runs when one of its globals is first used: see [part.Part]. [Names] lists the globals.
//
//	v := vm.New(0, hooks)
//	err := web.Install(v, web.Options{Logger: logger})
//
// Laws:
//   - Background work (a timer, a fetch, a connection) belongs to the call that started it: it logs as that call, and a fetch ends
//     with it.
//   - Nothing that a script asks for grows without bound: live timers, bodies that are read as a whole and the text of one
//     log record have limits. A body that is read as a stream is read by demand, a little ahead.
//   - A stack trace begins in the user's file. The file names of this package's frames are those for which
//     [part.Internal] reports true.
package web
