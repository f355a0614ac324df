package debugger

import (
	"context"
	"slices"
)

// client is a [Client].
type client struct {
	debugger *Debugger
	events   Events

	// Guarded by debugger.mu.
	enabled     bool
	breakpoints []*breakpoint
	inactive    bool
	skips       bool
	when        When
	box         blackbox
}

// Attach adds a client, which gets events once it is enabled.
func (d *Debugger) Attach(events Events) Client {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := &client{debugger: d, events: events, when: Never}
	d.clients = append(d.clients, c)
	return c
}

// change changes what a client has asked for.
func (c *client) change(with func()) {
	c.debugger.mu.Lock()
	defer c.debugger.mu.Unlock()
	with()
	c.debugger.replan()
}

// Enable implements [Client].
func (c *client) Enable(ctx context.Context) error {
	d := c.debugger
	d.mu.Lock()
	if c.enabled {
		d.mu.Unlock()
		return nil
	}
	c.enabled = true
	program, first := d.program, d.program == nil || d.leaving
	if program != nil {
		c.parsed(program)
		d.replan()
		if d.pause != nil {
			c.events.Paused(&d.pause.Pause)
		}
	}
	d.mu.Unlock()
	if !first {
		return nil
	}
	err := d.host.Instrument(ctx)
	if err != nil {
		c.Disable()
	}
	return err
}

// parsed reports the scripts of a program.
func (c *client) parsed(p *Program) {
	for _, s := range p.scripts {
		c.events.ScriptParsed(s)
	}
	for _, b := range c.breakpoints {
		for _, at := range b.locations(p) {
			c.events.BreakpointResolved(b.id, at)
		}
	}
}

// Disable implements [Client].
func (c *client) Disable() {
	d := c.debugger
	d.mu.Lock()
	was := c.enabled
	*c = client{debugger: d, events: c.events, when: Never}
	last := was && d.enabled() == 0
	if last {
		d.pausesNext, d.leaving = false, d.program != nil
		d.resumeLocked()
	}
	d.replan()
	d.mu.Unlock()
	if last {
		go func() { _ = d.host.Instrument(context.Background()) }() // the host logs what fails, and the generation that serves goes on
	}
}

// Close implements [Client].
func (c *client) Close() {
	c.Disable()
	d := c.debugger
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clients = slices.DeleteFunc(d.clients, func(other *client) bool { return other == c })
}

// Scripts implements [Client].
func (c *client) Scripts() []*Script {
	d := c.debugger
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.program == nil {
		return nil
	}
	return d.program.scripts
}

// SetActive implements [Client].
func (c *client) SetActive(active bool) { c.change(func() { c.inactive = !active }) }

// SetSkipAll implements [Client].
func (c *client) SetSkipAll(skip bool) { c.change(func() { c.skips = skip }) }

// SetExceptions implements [Client].
func (c *client) SetExceptions(when When) { c.change(func() { c.when = when }) }

// PauseNext implements [Client].
func (c *client) PauseNext() { c.change(func() { c.debugger.pausesNext = c.debugger.pause == nil }) }

// On implements [Client].
func (c *client) On(ctx context.Context, handle string, fn func(Objects)) error {
	d := c.debugger
	d.mu.Lock()
	p := d.pause
	d.mu.Unlock()
	if p == nil || !p.Worker.Owns(handle) {
		return d.host.On(ctx, handle, fn)
	}
	return p.do(ctx, fn) // also for a handle that was released: who asks must not wait for this very worker to go on
}
