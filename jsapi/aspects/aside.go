package aspects

import (
	"slices"

	"github.com/fwrun/fwrun/engine/vm"
)

// aside are calls of one VM that wait for something without blocking the VM, such as a lock, by what they wait for. They may have it
// already, and only the VM can tell them: who waits for it on the VM would wait for ever.
type aside[K comparable] map[K][]*vm.Call

func (a aside[K]) add(key K, call *vm.Call) { a[key] = append(a[key], call) }

// remove removes a call that has been notified.
func (a aside[K]) remove(key K, call *vm.Call) {
	left := a[key]
	if i := slices.Index(left, call); i >= 0 {
		left = slices.Delete(left, i, i+1)
	}
	if len(left) == 0 {
		delete(a, key)
	} else {
		a[key] = left
	}
}

// has reports whether a call that is not over waits.
func (a aside[K]) has(key K) bool {
	return slices.ContainsFunc(a[key], func(call *vm.Call) bool { return call == nil || !call.Over() })
}
