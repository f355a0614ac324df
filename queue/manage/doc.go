// Package manage is how people manage the queues of an application: what waits in them, their dead letters, pauses.
//
// Queues is one interface for all who do: the command, an endpoint, a console. [Over] manages connections that this process has
// opened, and [Client] those of another process, whose [Handler] it asks over HTTP. The values are the same documents in Go and
// as JSON.
package manage
