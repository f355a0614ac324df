package vm

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// unwind empties the stacks of a runtime whose run was cut off. goja does this itself if the interrupt occurs
// in a plain call; if it occurs in a microtask, goja leaves the resumed function's frame behind, takes every
// later call for a nested one, and so never drains microtasks again: the calls still in flight on the VM
// would hang.
func unwind(rt *goja.Runtime) {
	if inside.Unwinding.On() {
		inside.MachineOf(rt).Unwind()
	}
}
