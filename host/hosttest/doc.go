// Package hosttest has the other end of connections, for benchmarks of servers.
package hosttest
