package main

import "runtime/debug"

// gcPercent lets the heap of a server grow to five times what is live before it is
// collected. What is live is a few megabytes of VMs, while each request leaves garbage:
// at Go's own 100 a collection is always under way.
const gcPercent = 400

// tuneCollector sets gcPercent, unless whoever runs the server has set GOGC.
func tuneCollector(p process) {
	if _, set := p.lookUp("GOGC"); !set {
		debug.SetGCPercent(gcPercent)
	}
}

// giveBack returns what only the start needed: the compiler's heap, and the pages of the
// binary itself that ran once (esbuild, the initialisation of tables). The kernel brings
// a page back from its cache when it is touched again.
func giveBack() {
	debug.FreeOSMemory()
	dropCode()
}
