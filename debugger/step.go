package debugger

// step is one under way: it ends at the first statement that its kind accepts.
type step struct {
	kind       StepKind
	depth      int
	activation any // of the function that it began in
	work       any
	run        uint64
	awaits     bool // it began at a statement with an await: it goes on behind that
	returned   bool // the function is at its end
}

// newStep begins a step at a stop of that kind.
func newStep(kind StepKind, w Worker, at StopKind) *step {
	return &step{
		kind: kind, depth: w.Depth(), activation: w.Activation(), work: w.Work(), run: w.Run(),
		awaits: kind == Over && at == Awaiting, returned: at == Return,
	}
}

// isOver reports whether the statement that a worker has reached, of that kind, ends the step.
func (s *step) isOver(w Worker, kind StopKind) bool {
	if s.work != nil && w.Work() != s.work {
		return false // another request, which shares the worker
	}
	if s.kind == Into {
		return true
	}
	if w.Activation() == s.activation {
		if s.kind == Over {
			return true
		}
		s.returned = s.returned || kind == Return
		return false
	}
	if w.Run() == s.run {
		return !s.awaits && w.Depth() < s.depth
	}
	return s.returned // the call that awaited the function goes on
}
