package agents

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/platform/fault"
)

// The limits.
const (
	mostBreakpoints = 20
	mostValue       = 4 << 10
	mostAnswer      = 32 << 10
	mostExpression  = 64 << 10
	forgotten       = time.Minute // a pause that nobody asks about
	checkTime       = time.Second // for the syntax of an expression, if no worker is free
)

// Options configure a desk. All are required.
type Options struct {
	Debugger *debugger.Debugger
	Folder   string                         // of the application, absolute, without symbolic links
	Mask     func(name, text string) string // hides secrets in the value of a variable
}

// Desk is where agents debug. Its methods are safe from any goroutine.
type Desk struct {
	options  Options
	changing sync.Mutex // is held while breakpoints are set or removed

	mu     sync.Mutex
	client debugger.Client // nil while there is no breakpoint
	points []*point
	paused *debugger.Pause
	change chan struct{} // closed when paused changes
	timer  *time.Timer   // until the pause is forgotten
}

// New returns a desk without breakpoints.
func New(o Options) *Desk { return &Desk{options: o, change: make(chan struct{})} }

// Close takes back all breakpoints.
func (d *Desk) Close() {
	d.mu.Lock()
	client := d.client
	d.client, d.points = nil, nil
	d.setLocked(nil)
	d.mu.Unlock()
	if client != nil {
		client.Close()
	}
}

// leave is Close, if there is no breakpoint.
func (d *Desk) leave() {
	if d.count() == 0 {
		d.Close()
	}
}

// attached returns the client, which is made if there is none.
func (d *Desk) attached(ctx context.Context) (debugger.Client, error) {
	if client := d.attachedNow(); client != nil {
		return client, nil
	}
	client := d.options.Debugger.Attach((*events)(d))
	if err := client.Enable(ctx); err != nil {
		client.Close()
		return nil, fault.New("agents.attach", fault.Unavailable, "the application cannot be built for a debugger: "+fault.Text(err)).
			WithHint("call check for all mistakes").Because(err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.client = client
	return client, nil
}

// attachedNow returns the client; nil if there is none.
func (d *Desk) attachedNow() debugger.Client {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.client
}

// events are what the debugger says to the desk.
type events Desk

func (e *events) ScriptParsed(*debugger.Script) {}
func (e *events) Logged(debugger.Line)          {}
func (e *events) Paused(p *debugger.Pause)      { e.set(p) }
func (e *events) Resumed()                      { e.set(nil) }

func (e *events) Cleared() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range e.points {
		p.At = []int{}
	}
}

func (e *events) BreakpointResolved(id string, at debugger.Location) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range e.points {
		if p.id == id {
			p.resolve(at)
		}
	}
}

func (e *events) set(p *debugger.Pause) {
	e.mu.Lock()
	defer e.mu.Unlock()
	(*Desk)(e).setLocked(p)
}

func (d *Desk) setLocked(p *debugger.Pause) {
	if d.paused == p {
		return
	}
	d.paused = p
	close(d.change)
	d.change = make(chan struct{})
	d.askedLocked()
}

// gone notes that a pause is over, before the worker says so.
func (d *Desk) gone(p *debugger.Pause) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.paused == p {
		d.setLocked(nil)
	}
}

// asked notes that somebody asks about the pause.
func (d *Desk) asked() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.askedLocked()
}

func (d *Desk) askedLocked() {
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	if p, client := d.paused, d.client; p != nil && client != nil {
		d.timer = time.AfterFunc(forgotten, func() { d.forget(p, client) })
	}
}

// forget lets a worker go on that nobody has asked about. While a client of the port may look at it, it is asked again later.
func (d *Desk) forget(p *debugger.Pause, client debugger.Client) {
	switch {
	case client.Pause() != p:
	case d.leads():
		_ = client.Resume() // it has gone on by itself
		d.gone(p)
	default:
		d.asked()
	}
}

// leads reports whether no other client says how workers go on.
func (d *Desk) leads() bool { return d.options.Debugger.Clients() <= 1 }

// Attends reports whether there is a breakpoint.
func (d *Desk) Attends() bool { return d.count() > 0 }

// attends returns an error while there is none.
func (d *Desk) attends() error {
	if d.Attends() {
		return nil
	}
	return fault.New("agents.pause", fault.Invalid, "there is no breakpoint").
		WithHint("set one with debug_breakpoint, and send a request that reaches it")
}

// stopped returns the pause at the moment; an error if there is none.
func (d *Desk) stopped() (*debugger.Pause, error) {
	if err := d.attends(); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.paused == nil {
		return nil, errNotPaused
	}
	d.askedLocked()
	return d.paused, nil
}

var errNotPaused = fault.New("agents.pause", fault.Invalid, "nothing is paused").
	WithHint("send a request that reaches a breakpoint; debug_wait waits for that")

// on runs fn where a pause is. One that is over meanwhile is an error like none at all.
func on(ctx context.Context, p *debugger.Pause, fn func(debugger.Objects)) error {
	err := p.On(ctx, func(o debugger.Objects) {
		defer o.ReleaseGroup(group)
		fn(o)
	})
	if errors.Is(err, debugger.ErrNotPaused) {
		return errNotPaused
	}
	return err
}

// At returns where something is paused, and a channel that is closed when that changes; "" if nothing is.
func (d *Desk) At() (place string, changed <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.paused != nil {
		place = fmt.Sprintf("worker %d", d.paused.Worker.Number())
		if len(d.paused.Frames) > 0 {
			place = d.place(d.paused.Frames[0].Location)
		}
	}
	return place, d.change
}
