// Package sockets implements the clients WebSocket and EventSource of the web platform.
//
// [Parts] returns them for one VM. The connections are made by whatever sends the requests of fetch, an http.RoundTripper, so they
// have its proxy, its limits and its rules.
//
//	parts := sockets.Parts(sockets.Options{Transport: transport})
//
// Each WebSocket, and each EventSource, is a [link]: a goroutine that reads, and tells the VM, as a continuation of the code that opened it.
//
// Laws:
//   - What is open belongs to the call that opened it, and ends with it as timers do: see [vm.VM.Open]. Nobody waits for it to end.
//   - Nothing is read from a peer before the VM has handled what was read before, so a peer is never faster than the script.
//   - Messages, what waits to be sent, and the number of what is open have limits. What is too large ends one connection.
//   - A peer that does not answer, neither to the handshake nor to the end, is given up.
package sockets
