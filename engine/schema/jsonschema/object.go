package jsonschema

import "github.com/fwrun/fwrun/engine/schema"

// object checks the next object against the rules for its members.
func (c *checker) object(m *members) bool {
	if !c.descend() {
		return false
	}
	var few [2]uint64
	seen := few[:] // which of the required members were present
	if words := (len(m.required) + 63) / 64; words > len(few) {
		seen = make([]uint64, words)
	}
	start := c.at
	fits := c.members(m, seen)
	c.ascend(start)
	return fits
}

func (c *checker) members(m *members, seen []uint64) bool {
	fits, next := true, 0
	c.enter()
	for c.more('}') && c.spend(1) {
		at := c.at
		name := c.key()
		i := m.find(name, next)
		if i >= 0 {
			next = i + 1
			if c.omits(&m.named[i], at) {
				continue
			}
			m.named[i].see(seen)
		}
		if c.member(m, i, name, at) {
			continue
		}
		if fits = false; c.stopped() {
			return false
		}
	}
	return c.complete(m, seen) && fits
}

// see records that a member is present.
func (p *property) see(seen []uint64) {
	if p.bit >= 0 {
		seen[p.bit/64] |= 1 << (p.bit % 64)
	}
}

// complete reports whether all required members are present, and records those that are not.
func (c *checker) complete(m *members, seen []uint64) bool {
	fits := true
	for bit, i := range m.required {
		if seen[bit/64]>>(bit%64)&1 == 1 {
			continue
		}
		c.push(step{m.named[i].name, -1})
		fits = c.fail(c.at, isRequired)
		c.pop()
		if c.stopped() {
			break
		}
	}
	return fits
}

// member checks the value of a member, whose name is at an offset of the text, against the schema of that
// member, and moves past it unless the checker has stopped.
func (c *checker) member(m *members, i int, name string, at int) bool {
	var n *node
	switch {
	case i >= 0 && m.named[i].listed:
		n = m.named[i].schema
	case m.additional == nil && !m.closed, c.isPatterned(m, name):
	case m.closed:
		c.take()
		return !c.stopped() && c.fail(at, unknownProperty+schema.QuoteKey(name))
	default:
		n = m.additional
	}
	if n == nil {
		c.take()
		return true
	}
	return c.memberValue(n, name)
}

func (c *checker) memberValue(n *node, name string) bool {
	start, found := c.at, len(c.found)
	c.push(step{name, -1})
	fits := c.value(n)
	c.pop()
	if fits || c.exhausted() {
		return fits
	}
	c.at = start
	c.take()
	if !c.comesAgain(name) {
		return false
	}
	c.found = c.found[:found]
	return true
}

// comesAgain reports whether a later member has the same name, and so counts instead.
func (c *checker) comesAgain(name string) bool {
	rest := c.cursor
	for rest.more('}') {
		start := rest.at
		if rest.key() == name {
			return true
		}
		rest.skip()
		if !c.spend(1 + (rest.at-start)/bytesPerStep) {
			break
		}
	}
	return false
}

// isPatterned reports whether patternProperties matches a name, at one step for each byte.
func (c *checker) isPatterned(m *members, name string) bool {
	for _, matches := range m.patterns {
		if c.spend(1+len(name)) && matches(name) {
			return true
		}
	}
	return false
}
