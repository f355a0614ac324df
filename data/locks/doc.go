// Package locks lets one owner at a time hold a name, for a bounded time.
//
// The idea: [Locker] is the port, [Memory] is for one process, [Postgres] and [Redis] for all
// processes on a server, and lockstest holds all to one behaviour; [Open] chooses by URL. What
// PostgreSQL was told it does not forget; what Redis may forget, [Redis] says.
//
// The laws:
//   - A lock ends with its ttl at the latest, so that one whose holder died is not lost. Then
//     somebody else may have it, and the earlier lease can not harm that.
//   - Of two leases on a name the later has the greater token: a resource that refuses a
//     smaller token than it has seen is safe from a holder that does not know it is late.
//   - The same owner may acquire again what it holds; the lock is free after as many
//     releases. Without an owner every lease is on its own.
//   - A failure is a *fault.Error, or wraps one.
//
// The smallest use:
//
//	lease, err := locker.Acquire(ctx, locks.Request{Name: "invoices", Wait: time.Second, TTL: time.Minute})
//	if err != nil {
//		return err
//	}
//	defer lease.Release(ctx)
package locks
