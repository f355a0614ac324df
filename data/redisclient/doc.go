// Package redisclient connects to a Redis server by URL and reports failures as faults.
//
// Caches, locks, queues and broadcasts need a dozen commands. A library that has a function for each command of Redis, five times over, would be
// a tenth of the binary; Redis' protocol, version 2, is a page.
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
