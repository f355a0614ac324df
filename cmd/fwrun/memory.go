package main

import "runtime/debug"

// giveBack returns what only the start needed: the compiler's heap, and the pages of the
// binary itself that ran once (esbuild, the initialisation of tables). The kernel brings
// a page back from its cache when it is touched again.
func giveBack() {
	debug.FreeOSMemory()
	dropCode()
}
