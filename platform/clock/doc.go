// Package clock is the time that expires and waits go by: that of the machine, or one that a test turns.
//
// A part takes a [Clock] among its options and asks it instead of the package time; nil is the machine's. [Turned] is a
// clock for tests: it goes with the machine's until [Turned.Begin], and then stands still until it is turned.
//
// Laws:
//   - Time moves in [Turned.Step] and [Turned.Pass] alone. What is due is called then, in its order, and sees the time at
//     which it was due.
//   - A change of the time of day moves no wait.
//   - What waits when the time is stood still, or is let go again, goes on waiting for the rest of its time.
//
// Use:
//
//	clock.Or(options.Clock).AfterFunc(ttl, lease.end)
//	if !clock.Sleep(ctx, options.Clock, pause) {
//		return ctx.Err()
//	}
package clock
