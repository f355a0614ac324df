package vm

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// keptFrames is the number of frames for which a runtime keeps memory between runs: goja's stacks grow with a recursion, and never shrink.
const keptFrames = 1024

// keptValues is the number of values for which a VM keeps memory between runs. Most runs need no more.
const keptValues = 96

// Ready is called before a function of a script is. Such a call begins with an empty stack, which goja lets grow step by
// step, and drops afterwards: here it begins with memory that is used again. So the arguments of a function of the host,
// which lie in it, last as long as its call and no longer.
func (v *VM) Ready() {
	if !inside.Stacks.On() {
		return
	}
	if machine := inside.MachineOf(v.Runtime); machine.Bare() {
		if v.values == nil {
			v.values = make([]goja.Value, keptValues)
		}
		machine.Begin(v.values)
	}
}

// giveBack frees the memory of stacks that have been deep, if nothing runs any more.
func giveBack(rt *goja.Runtime) {
	if inside.Stacks.On() {
		inside.MachineOf(rt).GiveBack(keptFrames)
	}
}
