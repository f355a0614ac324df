// Package limit has limits of time that stand still while the work stands still that they are for: a debugger has paused its worker.
//
// A [Work] measures for how long something has stood still. The debugger says so to the worker's; the works that are done there
// follow it. A context carries the work that it belongs to, so a limit finds it, however far inside or outside of the worker it is.
//
// Laws:
//   - Without a work in its context, a limit is one of package context, and costs the same.
//   - A work stands still while any that it follows does; time that two of them share counts once.
//   - What is granted for a time by somebody else, such as a lock, is renewed meanwhile: see [Keep].
//
// Use:
//
//	ctx, cancel := limit.Within(ctx, timeout, nil)
//	defer limit.Keep(ctx, ttl/3, func(time.Duration) { _ = lease.Extend(ctx, ttl) })()
package limit
