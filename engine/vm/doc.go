// Package vm runs JavaScript in a pool of identical goja runtimes, one borrower at a
// time in each.
//
// A [VM] is one runtime. Whoever borrowed it is the only one who runs JavaScript in
// it; there is one door back in from other goroutines, [VM.Enqueue], and everything
// asynchronous ([VM.Go], [VM.After]) goes through it. A [Pool] lends VMs: [Pool.Do]
// borrows one, starts a piece of [Work] and, while the promise it returned is pending
// on host work, gives the VM to others; the continuation runs on that VM as soon as
// it is free.
//
// Laws:
//   - The borrower returns the VM by defer; jobs that waited run before it is idle.
//   - A [Call] settles once: with its result, an error, or because its time was up.
//     Work.Finish runs on the VM, and never after Do has returned.
//   - An uninterrupted run longer than the CPU budget is interrupted by the watchdog,
//     and so is the longest run when the heap passes its limit. Such a VM takes no new
//     work, serves what is in flight on it, and is replaced.
//   - Waiting inside a host function is not CPU time: wrap it in [VM.Block].
//   - A call that awaits keeps nothing of the VM. What it keeps outside it tells with
//     [VM.Hold]; whoever blocks the VM, and may be waiting for that, does so with
//     [VM.GivingWay].
package vm
