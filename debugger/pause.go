package debugger

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// ErrNotPaused is the error of what only a paused worker can do.
var ErrNotPaused = errors.New("can only perform operation while paused")

// pause is a worker in the hands of the clients.
type pause struct {
	Pause
	kind  StopKind
	tasks chan func(Objects)
	gone  chan struct{} // closed when it goes on
	end   func()
	step  *StepKind // how it goes on; nil for as ever
}

// pauseAt stops the worker until a client lets it go on. Another worker that has to stop waits for its turn, and stops only if there is still
// somebody to see it.
func (t *Thread) pauseAt(at Location, why Pause) {
	d := t.debugger
	d.line <- struct{}{}
	defer func() { <-d.line }()
	p := &pause{Pause: why, tasks: make(chan func(Objects)), gone: make(chan struct{})}
	p.end = sync.OnceFunc(func() { close(p.gone) })
	p.Pause.do = p.do
	p.Worker = t.worker
	t.setStep(nil)
	objects := t.worker.Objects()
	p.Frames, p.Parents = t.worker.Frames(), t.worker.Parents()
	if !d.begin(t, p) {
		return
	}
	d.host.Paused(t.worker.Number(), at)
	for paused := true; paused; {
		select {
		case task := <-p.tasks:
			task(objects)
		case <-p.gone:
			paused = false
		}
	}
	d.finish(t, p)
}

// begin makes the pause known, if it is still wanted.
func (d *Debugger) begin(t *Thread, p *pause) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.over || d.program != t.program || d.enabled() == 0 {
		return false
	}
	if stop, ok := t.stopOf(p); ok {
		p.kind = t.program.kind(stop)
	}
	d.pause, d.pausesNext = p, false
	p.Hit = d.dropOnce(p.Hit)
	d.replan()
	d.each(func(e Events) { e.Paused(&p.Pause) })
	return true
}

// stopOf returns the number of the stop of the innermost frame.
func (t *Thread) stopOf(p *pause) (stop int, ok bool) {
	if len(p.Frames) == 0 {
		return 0, false
	}
	at := p.Frames[0].Location
	for i, s := range t.program.scripts {
		if s == at.Script {
			stop, ok = s.next(at.Line, at.Column)
			return t.program.numberOf(i, stop), ok
		}
	}
	return 0, false
}

// finish lets the worker go on, by the step that was asked for.
func (d *Debugger) finish(t *Thread, p *pause) {
	d.mu.Lock()
	kind := p.step
	d.each(func(e Events) { e.Resumed() })
	d.mu.Unlock()
	if kind != nil {
		t.setStep(newStep(*kind, t.worker, p.kind, len(p.Frames)))
	}
}

// do runs fn on the goroutine of the paused worker.
func (p *pause) do(ctx context.Context, fn func(Objects)) error {
	done := make(chan struct{})
	select {
	case p.tasks <- func(o Objects) { defer close(done); fn(o) }:
		<-done
		return nil
	case <-p.gone:
		return ErrNotPaused
	case <-ctx.Done():
		return ctx.Err()
	}
}

// resumeLocked ends the pause, if there is one. d.mu is held.
func (d *Debugger) resumeLocked() {
	if d.pause != nil {
		d.pause.end()
		d.pause = nil
	}
}

// dropOnce forgets the breakpoints that go with the pause that they made, and returns the others. d.mu is held.
func (d *Debugger) dropOnce(hit []string) (others []string) {
	for _, c := range d.clients {
		c.breakpoints = without(c.breakpoints, hit)
	}
	return slices.DeleteFunc(hit, func(id string) bool { return id == onceID })
}

// onceID is the name of breakpoints that nobody has set: they make a step.
const onceID = "to"

func without(all []*breakpoint, hit []string) (kept []*breakpoint) {
	for _, b := range all {
		if !b.once || !slices.Contains(hit, b.id) {
			kept = append(kept, b)
		}
	}
	return kept
}

// goOn ends the pause in the way that how says.
func (c *client) goOn(how func(p *pause) error) error {
	d := c.debugger
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.pause == nil {
		return ErrNotPaused
	}
	if err := how(d.pause); err != nil {
		return err
	}
	d.resumeLocked()
	return nil
}

// Pause implements [Client].
func (c *client) Pause() *Pause {
	d := c.debugger
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.pause == nil {
		return nil
	}
	return &d.pause.Pause
}

// Resume implements [Client].
func (c *client) Resume() error { return c.goOn(func(*pause) error { return nil }) }

// Step implements [Client].
func (c *client) Step(kind StepKind) error {
	return c.goOn(func(p *pause) error { p.step = &kind; return nil })
}

// ContinueTo implements [Client].
func (c *client) ContinueTo(at Location) error {
	return c.goOn(func(*pause) error {
		b := newBreakpoint(onceID, Breakpoint{Script: at.Script, Line: at.Line, Column: at.Column})
		b.once = true
		c.breakpoints = append(c.breakpoints, b)
		c.debugger.replan()
		return nil
	})
}
