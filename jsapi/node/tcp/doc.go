// Package tcp has the sockets of node:net and node:tls: connections that scripts open, read from and write to.
//
// A socket in Go is what Node calls a handle. The script around it is the stream: it asks for the next bytes when it has room for them, and
// hears when those that it wrote are sent. Connections come from a function, which has the rules and limits of all that scripts send.
//
// Laws:
//   - A socket belongs to the worker, not to the call that opened it, since pools keep connections for the calls that follow. It is closed
//     by its script, by its peer, or when the VM leaves its pool, as at a reload.
//   - Nothing is read before the script asks for it, so a peer is never faster than the script.
//   - The number of sockets of a VM has a limit. A panic of a goroutine ends its socket, not the process.
package tcp
