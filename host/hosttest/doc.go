// Package hosttest provides the client's end of connections, for benchmarks of servers.
package hosttest
