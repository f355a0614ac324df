// Package turns lets a few work at a time on what takes a processor for long, and some wait for their turn.
//
// Keys that are derived from passwords and made of large primes take tenths of a second of a processor, and nobody can hurry that. Such
// work takes a turn; when too many wait, the next is refused, so that a flood of such work delays itself and nothing else:
//
//	err := turns.OfProcess().Take(ctx, func() { key = derive(password) })
//
// A [Load] bounds how much of it, and how many bytes that were copied for it, there may be at a time.
package turns
