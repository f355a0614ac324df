// Package redisclient connects to a Redis server by URL and says what went wrong as a fault.
//
// The idea: a cache and a locker want the same of a server, and nothing of it may get out:
// the library, its words and its log stay here and in the two files that use it.
//
// The laws:
//   - A call fails at once when nobody listens, and at the latest after the timeouts of the
//     URL; it is never repeated by itself. A server that returns is used again.
//   - Every failure is a *fault.Error. No message shows a password, or a URL that may hold one.
//
// The smallest use:
//
//	client, err := redisclient.Open(ctx, "the cache", "redis://cache.example.com:6379/0")
//	if err := client.Ping(ctx).Err(); err != nil {
//		return client.Failure(ctx, "cache.get", err)
//	}
package redisclient
