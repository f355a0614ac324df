package debugger

import "slices"

// blackbox is what a client does not want to step into.
type blackbox struct {
	hidden func(path string) bool // nil for no file
	ranges map[string][]Location  // by path
}

// SetBlackbox implements [Client].
func (c *client) SetBlackbox(hidden func(path string) bool) {
	c.change(func() { c.box.hidden = hidden })
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
	if b.hidden != nil && b.hidden(at.Script.Path) {
		return true
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
