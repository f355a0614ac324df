package vm

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// keptFrames is the number of frames for which a runtime keeps memory between runs.
const keptFrames = 1024

// keptValues is the number of values for which a VM keeps memory between runs. Most runs need no more.
const keptValues = 96

// stackPlaces holds where goja keeps the stacks of a runtime: they grow with a recursion, and never shrink.
type stackPlaces struct {
	known                      bool
	machine                    uintptr // of a runtime
	frames, values, valuesUsed uintptr // of its machine
}

var stackPlacesKnown = sync.OnceValue(func() (p stackPlaces) {
	machine, ok := reflect.TypeFor[goja.Runtime]().FieldByName("vm")
	if !ok || machine.Type.Kind() != reflect.Pointer {
		return p
	}
	frames, hasFrames := machine.Type.Elem().FieldByName("callStack")
	values, hasValues := machine.Type.Elem().FieldByName("stack")
	used, hasUsed := machine.Type.Elem().FieldByName("sp")
	p.machine, p.frames, p.values, p.valuesUsed = machine.Offset, frames.Offset, values.Offset, used.Offset
	p.known = hasFrames && hasValues && hasUsed && frames.Type.Kind() == reflect.Slice &&
		values.Type.Kind() == reflect.Slice && used.Type.Kind() == reflect.Int
	return p
})

// Ready is called before a function of a script is. Such a call begins with an empty stack, which goja lets grow step by
// step, and drops afterwards: here it begins with memory that is used again. So the arguments of a function of the host,
// which lie in it, last as long as its call and no longer.
func (v *VM) Ready() {
	p := stackPlacesKnown()
	if !p.known {
		return
	}
	machine := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(v.Runtime), p.machine))
	if stack := (*[]goja.Value)(unsafe.Add(machine, p.values)); *stack == nil && *(*int)(unsafe.Add(machine, p.valuesUsed)) == 0 {
		if v.values == nil {
			v.values = make([]goja.Value, keptValues)
		}
		*stack = v.values[:0]
	}
}

// giveBack frees the memory of stacks that have been deep, if nothing runs any more.
func giveBack(rt *goja.Runtime) {
	p := stackPlacesKnown()
	if !p.known {
		return
	}
	machine := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(rt), p.machine))
	frames := (*[]struct{})(unsafe.Add(machine, p.frames))
	if cap(*frames) <= keptFrames || len(*frames) > 0 || *(*int)(unsafe.Add(machine, p.valuesUsed)) > 0 {
		return
	}
	*frames = nil
	*(*[]goja.Value)(unsafe.Add(machine, p.values)) = nil
}
