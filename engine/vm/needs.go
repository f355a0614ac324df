package vm

import "sync/atomic"

// Needs is a set of outside resources that calls may have to wait for, one bit each. The user of the package
// defines the meaning of the bits.
type Needs uint64

// Experience records the needs that calls of one kind have had. Its zero value is empty.
type Experience struct{ needs atomic.Uint64 }

// Needs returns the recorded needs. A nil Experience has none.
func (e *Experience) Needs() Needs {
	if e == nil {
		return 0
	}
	return Needs(e.needs.Load())
}

// Learn adds to the recorded needs.
func (e *Experience) Learn(n Needs) {
	if e != nil && e.Needs()&n != n {
		e.needs.Or(uint64(n))
	}
}

// Experienced is Work of a kind with an Experience, which may be nil. Experience is called before the
// work is started.
type Experienced interface{ Experience() *Experience }

// experienceOf returns the experience with a kind of work; it may be nil.
func experienceOf(work Work) *Experience {
	if w, ok := work.(Experienced); ok {
		return w.Experience()
	}
	return nil
}

// needs returns the needs that the call is expected to have.
func (c *Call) needs() Needs {
	if c == nil {
		return 0
	}
	return c.experience.Needs()
}

// Learn records a need of the current call, besides what it holds, and so an expected need of others of its
// kind.
func (v *VM) Learn(n Needs) {
	if call := v.Current(); call != nil {
		call.experience.Learn(n)
		call.meet(n)
	}
}

// Meet records that the current call has had a need: it queues in no line for that any more.
func (v *VM) Meet(n Needs) {
	if call := v.Current(); call != nil {
		call.meet(n)
	}
}
