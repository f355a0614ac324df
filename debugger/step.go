package debugger

// step is one under way: it ends at the first statement that its kind accepts.
type step struct {
	kind       StepKind
	activation any // of the function that it began in
	work       any

	// Where that function has been last.
	depth     int
	turn      uint64
	suspended bool // at a statement with an await or a yield, from which it has not come back
	alone     bool // no script has called it
}

// newStep begins a step at a stop of that kind, with that many calls under way.
func newStep(kind StepKind, w Worker, at StopKind, calls int) *step {
	s := &step{kind: kind, activation: w.Activation(), work: w.Work(), alone: calls <= 1}
	s.goesOn(w)
	s.suspended = at == Awaiting
	return s
}

// goesOn notes where the function is.
func (s *step) goesOn(w Worker) { s.depth, s.turn, s.suspended = w.Depth(), w.Turn(), false }

// isOver reports whether the statement that a worker has reached, of that kind, ends the step.
func (s *step) isOver(w Worker, kind StopKind) bool {
	switch {
	case s.work != nil && w.Work() != s.work: // another request, which shares the worker
		return false
	case s.kind == Into:
		return true
	case w.Activation() == s.activation:
		if s.kind == Over {
			return true
		}
		s.goesOn(w)
		s.suspended = kind == Awaiting
		return false
	case s.suspended:
		return false // what runs meanwhile
	case w.Turn() == s.turn:
		return w.Depth() < s.depth || s.alone && w.Depth() == s.depth // behind an interceptor, the handler
	}
	return true // the function has ended, and what awaited it goes on
}
