package vm

// Leaving is Work whose caller may leave before it is done: then nobody waits for its result, and the call is given up.
type Leaving interface {
	// Left returns a channel that is closed when the caller has left; nil if that does not matter or is not known. It is called when
	// the call begins to wait, for a VM or for a promise, and end when it does not wait any more.
	Left() (left <-chan struct{}, end func())
}

// leaving returns a channel that is closed when the caller of some work has left, and what ends the watch for it.
func leaving(work Work) (left <-chan struct{}, end func()) {
	if one, ok := work.(Leaving); ok {
		return one.Left()
	}
	return nil, func() {}
}
