package agents

import (
	"context"
	"path/filepath"
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
	forgotten       = time.Minute // a pause that nobody asks about
)

// Options configure a desk. Debugger, Folder and Mask are required.
type Options struct {
	Debugger  *debugger.Debugger
	Folder    string                         // of the application, absolute
	Mask      func(name, text string) string // hides secrets in the value of a variable
	Forgotten time.Duration                  // a minute
}

// Desk is where agents debug. Its methods are safe from any goroutine.
type Desk struct {
	options Options

	mu     sync.Mutex
	client debugger.Client // nil while there is no breakpoint
	points []*point
	paused *debugger.Pause
	change chan struct{} // closed when paused changes
	timer  *time.Timer   // until the pause is forgotten
}

// New returns a desk without breakpoints.
func New(o Options) *Desk {
	if o.Forgotten == 0 {
		o.Forgotten = forgotten
	}
	return &Desk{options: o, change: make(chan struct{})}
}

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

// attached returns the client, which is made if there is none.
func (d *Desk) attached(ctx context.Context) (debugger.Client, error) {
	d.mu.Lock()
	client := d.client
	d.mu.Unlock()
	if client != nil {
		return client, nil
	}
	client = d.options.Debugger.Attach((*events)(d))
	if err := client.Enable(ctx); err != nil {
		client.Close()
		return nil, fault.New("agents.attach", fault.Unavailable, "the application cannot be debugged").Because(err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.client != nil { // another call was faster
		go client.Close()
		return d.client, nil
	}
	d.client = client
	return client, nil
}

// events are what the debugger says to the desk.
type events Desk

func (e *events) ScriptParsed(*debugger.Script)                {}
func (e *events) Cleared()                                     {}
func (e *events) BreakpointResolved(string, debugger.Location) {}
func (e *events) Logged(debugger.Line)                         {}
func (e *events) Paused(p *debugger.Pause)                     { e.set(p) }
func (e *events) Resumed()                                     { e.set(nil) }

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
		d.timer = time.AfterFunc(d.options.Forgotten, func() { d.forget(p, client) })
	}
}

// forget lets a worker go on that nobody has asked about, unless a client of the port looks at it.
func (d *Desk) forget(p *debugger.Pause, client debugger.Client) {
	if d.leads() && client.Pause() == p {
		_ = client.Resume()
	}
}

// leads reports whether no other client says how workers go on.
func (d *Desk) leads() bool { return d.options.Debugger.Clients() <= 1 }

// stopped returns the pause at the moment; an error if there is none.
func (d *Desk) stopped() (*debugger.Pause, debugger.Client, error) {
	d.asked()
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.client == nil:
		return nil, nil, fault.New("agents.pause", fault.Invalid, "there is no breakpoint").
			WithHint("set one with debug_breakpoint, and send a request that reaches it")
	case d.paused == nil:
		return nil, nil, fault.New("agents.pause", fault.Invalid, "nothing is paused").WithHint("debug_wait waits until a breakpoint is reached")
	}
	return d.paused, d.client, nil
}

// name returns the path of a file as agents know it: relative to the application, with slashes.
func (d *Desk) name(path string) string { return debugger.Name(d.options.Folder, path) }

// path returns the absolute path of a file that an agent names.
func (d *Desk) path(name string) string {
	path := filepath.FromSlash(name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(d.options.Folder, path)
	}
	return filepath.Clean(path)
}
