// Package cdp serves the Chrome DevTools Protocol 1.3, as Node does, to debuggers in editors and browsers.
//
// A [Server] is an http.Handler: /json, /json/list, /json/version and /json/protocol describe it, and a WebSocket at the path of its ID is
// one debugger. Each gets a [debugger.Client] of its own; up to five see the same. Laws:
//   - It knows the wire and nothing behind it: what stops and what values are, is asked of the client.
//   - The port executes code. A Host that is neither an IP address nor localhost is refused, which ends DNS rebinding, and so is any origin that
//     is a page of the web.
//   - What a client sends is bounded, and wrong input gets the error that Node gives. A client that does not read is cut off, and so is one that is
//     gone without a word.
//   - Commands are done in their order; those that ask a worker for values have a line of their own, so that a worker that computes for
//     long can still be told to pause.
//
// The domains are Runtime, Debugger and Console, each a listing of its commands; /json/protocol is made of these listings.
// Settings of Profiler, HeapProfiler, Network, NodeWorker and NodeRuntime are taken, and do nothing.
package cdp
