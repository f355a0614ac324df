package debugger

import (
	"slices"

	"github.com/dlclark/regexp2/v2"
)

// blackbox is what a client does not want to step into.
type blackbox struct {
	patterns []*regexp2.Regexp // of addresses
	ranges   map[string][]Location
}

// SetBlackbox implements [Client]. No script of the user's is anonymous.
func (c *client) SetBlackbox(patterns []string, _ bool) error {
	var compiled []*regexp2.Regexp
	for _, p := range patterns {
		b, err := newBreakpoint("", Breakpoint{Pattern: p})
		if err != nil {
			return err
		}
		if b.match != nil {
			compiled = append(compiled, b.match)
		}
	}
	c.change(func() { c.box.patterns = compiled })
	return nil
}

// SetBlackboxRanges implements [Client]: the first place begins a part that is boxed, the second ends it, and so on.
func (c *client) SetBlackboxRanges(s *Script, ranges []Location) error {
	c.change(func() {
		if c.box.ranges == nil {
			c.box.ranges = map[string][]Location{}
		}
		c.box.ranges[s.Path] = slices.Clone(ranges)
	})
	return nil
}

// has reports whether a place is boxed.
func (b *blackbox) has(at Location) bool {
	for _, p := range b.patterns {
		if matches, err := p.MatchString(at.Script.URL()); err == nil && matches {
			return true
		}
	}
	boxed := false
	for _, edge := range b.ranges[at.Script.Path] {
		if compare(edge.Line, edge.Column, at.Line, at.Column) > 0 {
			break
		}
		boxed = !boxed
	}
	return boxed
}

// boxed reports whether no client wants to see a place. d.mu is held.
func (d *Debugger) boxed(at Location) bool {
	for _, c := range d.clients {
		if c.enabled && !c.box.has(at) {
			return false
		}
	}
	return true
}
