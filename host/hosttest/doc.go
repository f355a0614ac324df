// Package hosttest provides the client's end of connections, for tests and benchmarks of servers.
package hosttest
