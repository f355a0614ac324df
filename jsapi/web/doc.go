// Package web gives every script the globals of the web platform: timers, console,
// URL, fetch, TextEncoder, AbortController, structuredClone and their kin, as far as
// ECMA-429 (the minimum common API) has them and a server needs them.
//
// [Install] adds them to one VM, after the guards and before any script. What is
// parsing, bytes or waiting is Go; the classes around it are JavaScript, in prelude,
// compiled once for the process; in each VM a class is made when it is used first.
// [Names] lists what there is.
//
//	v := vm.New(0, hooks)
//	err := web.Install(v, web.Options{Logger: logger})
//
// Laws:
//   - What goes on by itself (a timer, a fetch) belongs to the call that started it:
//     it logs as that call, and a fetch ends with it.
//   - Nothing a script asks for grows without bound: live timers, response bodies and
//     the text of one log record have limits.
//   - A stack trace begins in the user's file. Frames of this package have a name that
//     [Internal] knows.
//
// Not here yet: streams (a body is read as a whole, `body` is null), Blob, FormData,
// WebSocket, crypto.subtle.
package web
