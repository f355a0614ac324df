package machine

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// Offsets returns the offsets in its source that a program and the functions in it can ask for, sorted, each once: those of errors, stacks
// and profiles. They are not known if goja is not as expected.
func Offsets(program *goja.Program) (offsets []int, ok bool) {
	if !inside.Offsets.On() {
		return nil, false
	}
	walk := inside.Walk{Enter: func(p *goja.Program) {
		inside.OffsetsOf(p, func(offset int) { offsets = append(offsets, offset) })
	}}
	walk.Program(program)
	slices.Sort(offsets)
	return slices.Compact(offsets), true
}
