package debugger

import (
	"fmt"
	"slices"
)

// breakpoint is one that a client has set.
type breakpoint struct {
	Breakpoint
	id      string
	once    bool // it goes with the pause that it makes
	grieved bool // an error of its condition was reported
}

// newBreakpoint returns a breakpoint. One that is set on a script is set on its file, so that it outlives the generation.
func newBreakpoint(id string, b Breakpoint) *breakpoint {
	if b.Script != nil {
		b.Path, b.Script = b.Script.Path, nil
	}
	return &breakpoint{Breakpoint: b, id: id}
}

// isIn reports whether the breakpoint is set on a script.
func (b *breakpoint) isIn(s *Script) bool {
	if b.Files != nil {
		return b.Files(s.Path)
	}
	return b.Path == s.Path
}

// stops returns the numbers of the stops that it has in a program.
func (b *breakpoint) stops(p *Program) (stops []int) {
	for i, s := range p.scripts {
		if !b.isIn(s) {
			continue
		}
		stop, ok := s.next(b.Line, b.Column)
		if !ok {
			continue
		}
		stops = append(stops, p.numberOf(i, stop))
		if within, ok := s.within(stop); ok && b.Column == 0 {
			stops = append(stops, p.numberOf(i, within))
		}
	}
	return stops
}

func (b *breakpoint) locations(p *Program) (at []Location) {
	if p == nil {
		return nil
	}
	for _, stop := range b.stops(p) {
		at = append(at, p.Location(stop))
	}
	return at
}

// Set implements [Client].
func (c *client) Set(b Breakpoint) (id string, at []Location, err error) {
	d := c.debugger
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lastID++
	set := newBreakpoint(fmt.Sprint(d.lastID), b)
	c.breakpoints = append(c.breakpoints, set)
	d.replan()
	return set.id, set.locations(d.program), nil
}

// Unset implements [Client].
func (c *client) Unset(id string) {
	c.change(func() {
		c.breakpoints = slices.DeleteFunc(c.breakpoints, func(b *breakpoint) bool { return b.id == id })
	})
}

// Possible implements [Client].
func (c *client) Possible(from Location, to *Location) (at []Location) {
	if from.Script == nil {
		return nil
	}
	first, _ := from.Script.next(from.Line, from.Column)
	for _, stop := range from.Script.Stops[first:] {
		if to != nil && compare(stop.Line, stop.Column, to.Line, to.Column) >= 0 {
			break
		}
		at = append(at, Location{Script: from.Script, Line: stop.Line, Column: stop.Column})
	}
	return at
}
