package debugger

import "cmp"

// Thread is a worker as the debugger sees it. Its methods are called on the worker's goroutine.
type Thread struct {
	debugger *Debugger
	program  *Program
	worker   Worker
	step     *step // the one under way; nil if there is none
	deaf     bool  // it stands still: what a client runs there stops at nothing
}

// Thread returns what a worker calls that runs the program.
func (d *Debugger) Thread(p *Program, w Worker) *Thread {
	return &Thread{debugger: d, program: p, worker: w}
}

// Reach is called before each statement. It returns at once unless the worker has to look closer.
func (t *Thread) Reach(stop int) {
	p := t.debugger.plan.Load()
	if (t.step != nil || p.has(stop)) && !t.deaf {
		t.look(p, stop)
	}
}

// look pauses the worker at a stop if there is a reason to.
func (t *Thread) look(p *plan, stop int) {
	if p.skips || p.program != t.program {
		t.setStep(nil)
		return
	}
	at := t.program.Location(stop)
	reason, hit := t.reason(p, stop, at)
	if reason == "" && t.step != nil && t.step.isOver(t.worker, t.program.kind(stop)) && !t.isBoxed(at) {
		reason = AtStep
	}
	if reason == "" && len(p.at[stop]) == 0 {
		return
	}
	t.halt(func() {
		if hit = append(hit, t.hits(p.at[stop])...); reason == "" && len(hit) > 0 {
			reason = AtBreakpoint
		}
		if reason != "" {
			t.pauseAt(at, Pause{Reason: reason, Hit: hit})
		}
	})
}

// setStep begins a step, or ends the one under way.
func (t *Thread) setStep(s *step) {
	t.step = s
	t.worker.Watch(s != nil)
}

// Resumed is called when a function goes on behind an await or a yield.
func (t *Thread) Resumed() {
	if s := t.step; s != nil && !t.deaf && t.worker.Activation() == s.activation {
		s.goesOn(t.worker)
	}
}

// halt makes the worker stand still.
func (t *Thread) halt(wait func()) {
	t.deaf = true
	defer func() { t.deaf = false }()
	t.worker.Halt(wait)
}

// reason returns why the worker stops, if that needs no condition of a breakpoint.
func (t *Thread) reason(p *plan, stop int, at Location) (reason Reason, hit []string) {
	d := t.debugger
	switch {
	case p.every:
		d.mu.Lock()
		defer d.mu.Unlock()
		if !d.pausesNext || d.boxed(at) {
			return "", nil
		}
		reason = AtRequest
		if d.starts {
			reason = AtStart
		}
		d.pausesNext, d.starts = false, false
		d.replan()
		return reason, nil
	case t.program.kind(stop) == Keyword && !t.isBoxed(at):
		return AtKeyword, nil
	}
	return "", nil
}

func (t *Thread) isBoxed(at Location) bool {
	t.debugger.mu.Lock()
	defer t.debugger.mu.Unlock()
	return t.debugger.boxed(at)
}

// hits returns the names of the breakpoints whose conditions hold.
func (t *Thread) hits(at []*breakpoint) (hit []string) {
	for _, b := range at {
		if b.Condition == "" || t.holds(b) {
			hit = append(hit, b.id)
		}
	}
	return hit
}

// holds evaluates the condition of a breakpoint. An error counts as false, and is reported once.
func (t *Thread) holds(b *breakpoint) bool {
	answer := t.worker.Objects().Evaluate(Expression{Text: "!!(" + b.Condition + "\n)", Silent: true, ByJSON: true})
	if answer.Thrown == nil {
		return string(answer.Object.JSON) == "true"
	}
	d := t.debugger
	d.mu.Lock()
	defer d.mu.Unlock()
	if !b.grieved {
		b.grieved = true
		why := cmp.Or(answer.Thrown.Object.Description, answer.Thrown.Text)
		line := Line{Kind: "error", Worker: t.worker.Number(), Text: "the condition " + b.Condition + " of a breakpoint fails: " + why}
		d.each(func(e Events) { e.Logged(line) })
	}
	return false
}

// Threw is called when a statement has thrown, before anything else runs. caught says whether a script catches it.
// It reports whether the worker was paused.
func (t *Thread) Threw(stop int, value Value, caught bool) bool {
	p := t.debugger.plan.Load()
	if t.deaf || p.skips || p.program != t.program || p.when == Never || p.when == Uncaught && caught {
		return false
	}
	at := t.program.Location(stop)
	if t.isBoxed(at) {
		return false
	}
	t.halt(func() { t.pauseAt(at, Pause{Reason: AtException, Thrown: value, Caught: caught}) })
	return true
}
