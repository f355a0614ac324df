package main

import "runtime/debug"

// gcPercent lets the heap of a server grow to five times the live memory before a collection. A few megabytes
// of VMs are live, while each request leaves garbage: at Go's default of 100 a collection would always be
// running.
const gcPercent = 400

// tuneCollector sets gcPercent, unless GOGC is set.
func tuneCollector(p process) {
	if _, set := p.lookUp("GOGC"); !set {
		debug.SetGCPercent(gcPercent)
	}
}

// giveBackAfter returns what the start needed until now, and again when what it has left to the background has ended.
func giveBackAfter(settle func()) {
	giveBack()
	settle()
	giveBack()
}

// giveBack returns memory that only the start needed: the compiler's heap, and the pages of the binary that
// ran once (esbuild, the initialisation of tables). The kernel reads a page from its cache again when it is
// used.
func giveBack() {
	debug.FreeOSMemory()
	dropCode()
}
