// Package locks lets one owner at a time hold a name, for a bounded time.
//
// [Locker] is the interface. [Memory] implements it for one process, [Postgres] and [Redis] for
// all processes on a server; lockstest tests that all of them behave in the same way, and [Open]
// chooses one by URL. PostgreSQL does not lose locks; [Redis] describes when Redis may.
//
// Rules:
//   - A lock ends after its ttl at the latest, so that a lock whose holder died becomes free.
//     Then another owner may take it, and the earlier lease cannot affect the later one.
//   - Of two leases on a name the later one has the greater token. A resource that refuses a
//     smaller token than it has seen is safe from a holder that does not know that its lock has
//     ended.
//   - The same owner may acquire again a lock that it holds; the lock is free after as many
//     releases. Leases without an owner are independent of each other.
//   - A failure is a *fault.Error, or wraps one.
//
// Example:
//
//	lease, err := locker.Acquire(ctx, locks.Request{Name: "invoices", Wait: time.Second, TTL: time.Minute})
//	if err != nil {
//		return err
//	}
//	defer lease.Release(ctx)
package locks
