// Package redisclient connects to a Redis server by URL and reports failures as faults.
//
// Caches, locks and queues need the same of a server, and no detail of the library may reach users: its
// types, its messages and its log stay in this package, and in the queues, whose library wants them.
// That keeps compiling short, too: a package from which a type of the library can be reached takes two seconds more.
//
// Rules:
//   - A call fails at once if nothing listens, and otherwise at the latest after the timeouts of
//     the URL. It is never repeated automatically. A server that returns is used again.
//   - Every failure is a *fault.Error. No message contains a password, or a URL that may contain
//     one.
//
// Example:
//
//	client, err := redisclient.Open(ctx, "the cache", "redis://cache.example.com:6379/0")
//	if err := client.Ping(ctx); err != nil {
//		return client.Failure(ctx, "cache.get", err)
//	}
package redisclient
