// Package vm runs JavaScript in a pool of identical goja runtimes, with one borrower at a time for each.
//
// A [VM] is one runtime. Only its borrower runs JavaScript in it; other goroutines enter through
// [VM.Enqueue], which everything asynchronous ([VM.Go], [VM.After]) uses. A [Pool] lends VMs: [Pool.Do]
// borrows one, starts a piece of [Work] and, while the promise it returned is pending on host work, lends the
// VM to others; the continuation runs on that VM as soon as it is free.
//
// Laws:
//   - The borrower returns the VM by defer; jobs that waited run before it is idle.
//   - A [Call] settles once: with its result, an error, or because its time was up.
//     The methods of Work run on the VM, and never after Do has returned.
//   - An uninterrupted run longer than the CPU budget is interrupted by the watchdog,
//     and so is the longest run when the heap exceeds its limit. Such a VM takes no new
//     work, serves what is in flight on it, and is replaced.
//   - Waiting inside a host function is not CPU time: wrap it in [VM.Block].
//   - A call that awaits keeps nothing of the VM. It declares what it keeps outside with
//     [VM.Hold]; a call that blocks the VM, and may be waiting for that, does so with
//     [VM.GivingWay].
package vm
