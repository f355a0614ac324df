package engine

import "github.com/fwrun/fwrun/engine/vm"

// JSONOf writes a value of a VM as JSON, as results of handlers are written; see [Scope.AppendJSON].
func JSONOf(v *vm.VM, value Value) ([]byte, error) {
	in, ok := v.Data.(*instance)
	if !ok { // a VM without an application, in tests of modules
		in = newInstance(v)
	}
	return in.scope.AppendJSON(nil, value)
}
