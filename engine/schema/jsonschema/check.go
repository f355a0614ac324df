package jsonschema

// value checks the next value against a schema. If it returns true, the cursor is past the value; otherwise
// its position is undefined.
func (c *checker) value(n *node) bool {
	if !c.spend(1) {
		return false
	}
	kind := c.look()
	start := c.at
	switch {
	case n.never:
		return c.fail(start, notAllowed)
	case kind == aString && c.unwraps(n):
		return true
	case n.types&kind == 0:
		return c.fail(start, n.expected)
	}
	fits := c.whole(n, kind, start)
	if !fits && c.stopped() {
		return false
	}
	if c.at == start || n.looksInto(kind) {
		c.at = start
		return c.contents(n, kind) && fits
	}
	return fits
}

// whole checks a value against the keywords that apply to it as a whole.
func (c *checker) whole(n *node, kind kinds, start int) bool {
	fits := true
	for _, l := range n.allowed {
		c.at = start
		if !c.literal(l, kind) {
			fits = c.fail(start, l.text)
		}
	}
	if n.ref != nil && (fits || !c.stopped()) {
		c.at = start
		fits = c.value(n.ref) && fits
	}
	if n.anyOf != nil && (fits || !c.stopped()) {
		c.at = start
		fits = c.any(n.anyOf, kind) && fits
	}
	return fits
}

// literal reports whether the value is one of those allowed.
func (c *checker) literal(l *literals, kind kinds) bool {
	return l.kinds&kind != 0 && l.spellings[c.spell()]
}

// any checks a value against alternatives. If only one of them takes values of its kind, or there is only one
// beside null, the problems are those of that alternative.
func (c *checker) any(a *alternatives, kind kinds) bool {
	start := c.at
	branch, takers := a.takers(kind)
	if takers == 0 {
		if branch, takers = a.takers(anyKind &^ aNull); takers != 1 {
			return c.fail(start, a.kindText)
		}
	}
	if takers == 1 {
		return c.value(branch)
	}
	for _, m := range [...]*mending{nil, c.mending} { // a branch that fits as it is goes first
		for _, branch := range a.branches {
			if c.at = start; branch.admits&kind != 0 && c.tries(branch, m) {
				return true
			}
		}
		if c.mending == nil {
			break
		}
	}
	return c.fail(start, a.noneText)
}

// takers counts the branches that take values of the kinds, and returns one of them.
func (a *alternatives) takers(kinds kinds) (one *node, count int) {
	for _, branch := range a.branches {
		if branch.admits&kinds != 0 {
			one = branch
			count++
		}
	}
	return one, count
}

// tries reports whether the value fits, perhaps mended, without recording problems.
func (c *checker) tries(n *node, m *mending) bool {
	was := c.mending
	c.mending = m
	edits := m.count()
	c.quiet++
	fits := c.value(n)
	c.quiet--
	if !fits {
		m.forget(edits)
	}
	c.mending = was
	return fits
}

// contents checks what is in a value, or the size of a number, against a schema.
func (c *checker) contents(n *node, kind kinds) bool {
	switch {
	case !n.looksInto(kind):
		c.take()
		return true
	case kind == aList:
		return c.list(n)
	case kind == anObject:
		return c.object(n.object)
	default:
		return c.number(n)
	}
}

func (c *checker) number(n *node) bool {
	start := c.at
	value := parseDecimal(c.take())
	switch {
	case n.minimum != nil && value.compare(&n.minimum.value) < 0:
		return c.fail(start, n.minimum.text)
	case n.maximum != nil && value.compare(&n.maximum.value) > 0:
		return c.fail(start, n.maximum.text)
	default:
		return true
	}
}

func (c *checker) list(n *node) bool {
	if !c.descend() {
		return false
	}
	fits, start := true, c.at
	c.enter()
	for i := 0; c.more(']'); i++ {
		if i < n.prefix {
			c.take()
			continue
		}
		item := c.at
		c.push(step{index: i})
		fine := c.value(n.items)
		c.pop()
		if fine {
			continue
		}
		if fits = false; c.stopped() {
			break
		}
		c.at = item
		c.take()
	}
	c.ascend(start)
	return fits
}
