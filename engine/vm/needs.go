package vm

import "sync/atomic"

// Needs are things outside that calls may have to wait for, a bit each. Whoever sets the VM up
// gives the bits their meaning.
type Needs uint64

// Experience is what calls of one kind have been seen to need. Its zero value knows nothing.
type Experience struct{ needs atomic.Uint64 }

// Needs is what is known. A nil Experience knows nothing.
func (e *Experience) Needs() Needs {
	if e == nil {
		return 0
	}
	return Needs(e.needs.Load())
}

// Learn adds to what is known.
func (e *Experience) Learn(n Needs) {
	if e != nil && e.Needs()&n != n {
		e.needs.Or(uint64(n))
	}
}

// Experienced is Work of a kind that something is known of. Its Experience, which may be nil, is
// asked for from any goroutine.
type Experienced interface{ Experience() *Experience }

// experienceOf is what is known of a kind of work; it may be nil.
func experienceOf(work Work) *Experience {
	if w, ok := work.(Experienced); ok {
		return w.Experience()
	}
	return nil
}

// needs is what the call is expected to need.
func (c *Call) needs() Needs {
	if c == nil {
		return 0
	}
	return experienceOf(c.work).Needs()
}

// Learn notes what the current call, and so others of its kind, needs outside of what it holds.
func (v *VM) Learn(n Needs) {
	if call := v.Current(); call != nil {
		experienceOf(call.work).Learn(n)
	}
}
