package vm

// SetTracer makes the VM remember where code comes from that goes on later: trace is called for each await, reaction of a promise and timer,
// with its kind and the trace of the running code, and returns the trace of what will go on.
func (v *VM) SetTracer(trace func(kind string, running any) any) { v.tracer = trace }

// Trace returns the trace of the running code; nil if it has none.
func (v *VM) Trace() any { return v.frame.traceOf() }

// Turn identifies what the VM does without a break: behind an await, another turn goes on.
func (v *VM) Turn() uint64 { return v.turns }

func (f *Frame) traceOf() any {
	if f == nil {
		return nil
	}
	return f.trace
}

// traced returns the frame for code that goes on later.
func (v *VM) traced(kind string) *Frame {
	if v.tracer == nil {
		return v.frame
	}
	later := Frame{}
	if v.frame != nil {
		later = *v.frame
	}
	later.trace = v.tracer(kind, v.frame.traceOf())
	return &later
}
