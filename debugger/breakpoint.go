package debugger

import (
	"fmt"
	"slices"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// breakpoint is one that a client has set.
type breakpoint struct {
	Breakpoint
	id      string
	match   *regexp2.Regexp // of Pattern; nil for none
	once    bool            // it goes with the pause that it makes
	grieved bool            // an error of its condition was reported
}

// patternTime bounds a search for a pattern in an address.
const patternTime = time.Second

// newBreakpoint returns a breakpoint, whose pattern is a regular expression of JavaScript.
func newBreakpoint(id string, b Breakpoint) (*breakpoint, error) {
	set := &breakpoint{Breakpoint: b, id: id}
	if b.Script != nil { // so that it outlives the generation
		set.Path, set.Script = b.Script.Path, nil
	}
	if b.Pattern != "" {
		match, err := regexp2.Compile(b.Pattern, regexp2.ECMAScript)
		if err != nil {
			return nil, fmt.Errorf("the pattern %q is no regular expression: %w", b.Pattern, err)
		}
		match.MatchTimeout = patternTime
		set.match = match
	}
	return set, nil
}

// isIn reports whether the breakpoint is set on a script.
func (b *breakpoint) isIn(s *Script) bool {
	switch {
	case b.match != nil:
		matches, err := b.match.MatchString(s.URL())
		return err == nil && matches
	default:
		return b.Path == s.Path
	}
}

// stops returns the numbers of the stops that it has in a program.
func (b *breakpoint) stops(p *Program) (stops []int) {
	for i, s := range p.scripts {
		if !b.isIn(s) {
			continue
		}
		if stop, ok := s.next(b.Line, b.Column); ok {
			stops = append(stops, p.numberOf(i, stop))
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
	set, err := newBreakpoint(fmt.Sprintf("%d:%d:%d:%s%s", d.lastID, b.Line, b.Column, b.Path, b.Pattern), b)
	if err != nil {
		return "", nil, err
	}
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
