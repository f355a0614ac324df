package engine

import "github.com/fwrun/fwrun/engine/vm"

// Requester is a Task on behalf of a request that scripts can look at.
type Requester interface {
	// Request returns the script's view of the request.
	Request(s *Scope) (Value, error)
}

// CurrentRequest returns the request on whose behalf a VM is running, or nil.
func CurrentRequest(v *vm.VM) (Value, error) {
	call := v.Current()
	if call == nil || call.Over() {
		return nil, nil
	}
	w, ok := call.Work().(*work)
	if !ok {
		return nil, nil
	}
	requester, ok := w.task.(Requester)
	if !ok {
		return nil, nil
	}
	return requester.Request(&instanceOf(v).scope)
}
