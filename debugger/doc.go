// Package debugger stops scripts at statements and steps through them, for any number of clients and whatever wire they use.
//
// A [Debugger] lives as long as the process; the generations of the application come and go beneath it. Laws:
//   - It knows no wire: a client is handed events, and calls methods. Package cdp puts the Chrome DevTools Protocol above it.
//   - It knows no engine: a worker that reaches a statement calls [Debugger.Reach] on its own goroutine, and reads its frames only if
//     it has to stop. Values are opaque here; [Objects] describes them.
//   - One worker is paused at a time. Another one that has to stop waits in line.
//   - Scripts are the files of the user, by their paths; a breakpoint is set on a path, so it outlives generations.
//   - While no client is attached, nothing is instrumented, and no method of this package is called by a worker.
package debugger
