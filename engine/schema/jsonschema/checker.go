package jsonschema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
)

// checker checks one document against a schema. It stops at the first problem while it is quiet, otherwise at
// the last problem that is reported, and once its budget is spent.
type checker struct {
	cursor
	path   [maxDepth]step // an array, so that it is on the stack with the checker
	steps  int            // of the path
	found  []finding
	quiet  int
	depth  int
	budget int // steps left

	mending *mending // nil while the document is only checked
}

// step is one part of a path: a member's name, or an index when that is not negative.
type step struct {
	name  string
	index int
}

// finding is a problem and its offset in the text.
type finding struct {
	Problem
	at int
}

// The budget of a document covers every reasonable use of keywords, including a few dozen alternatives for
// each value. Only schemas that contain themselves several times over need more.
const (
	leastBudget  = 1 << 16
	stepsPerByte = 16
	bytesPerStep = 64 // when they are only skipped, or copied
	nameSteps    = 8  // for work that needs a map, or a text
	maxDepth     = schema.DefaultDepth
)

func budgetOf(text string) int { return leastBudget + len(text)*stepsPerByte }

// spend takes steps from the budget; it returns false once the budget is spent.
func (c *checker) spend(steps int) bool {
	c.budget -= steps
	return c.budget >= 0
}

func (c *checker) exhausted() bool { return c.budget < 0 }

// descend enters a level of nesting; it returns false if the document is deeper than a checked one can be.
func (c *checker) descend() bool {
	if c.depth == maxDepth {
		c.budget = -1
		return false
	}
	c.depth++
	return true
}

// ascend leaves a level that was entered at an offset of the text, and charges what was read since then. The
// values within have been charged on their own.
func (c *checker) ascend(start int) {
	c.depth--
	c.spend((c.at - start) / bytesPerStep)
}

// take skips a value, at its cost, and returns its text.
func (c *checker) take() string {
	token := c.token()
	c.spend(len(token) / bytesPerStep)
	return token
}

// look returns the kind of the next value, at the cost of a number's length.
func (c *checker) look() kinds {
	kind := c.kind()
	if kind&aNumber != 0 && len(c.text)-c.at > bytesPerStep {
		c.spend(len(c.word()) / bytesPerStep)
	}
	return kind
}

// stopped reports whether further problems no longer matter.
func (c *checker) stopped() bool {
	return c.quiet > 0 || c.exhausted() || len(c.found) >= maxProblems
}

// fail records a problem with the value at the current path and an offset of the text, and returns false. It
// does not record the same problem twice.
func (c *checker) fail(at int, text string) bool {
	if !c.stopped() && c.spend(nameSteps+c.steps) {
		c.note(finding{Problem{c.render(), text}, at})
	}
	return false
}

func (c *checker) note(f finding) {
	if !slices.ContainsFunc(c.found, func(other finding) bool { return other.Problem == f.Problem }) {
		c.found = append(c.found, f)
	}
}

func (c *checker) push(s step) {
	c.path[c.steps] = s
	c.steps++
}

func (c *checker) pop() { c.steps-- }

func (c *checker) render() string {
	var b strings.Builder
	for _, s := range c.path[:c.steps] {
		if s.index < 0 {
			schema.WriteName(&b, s.name)
			continue
		}
		b.WriteByte('[')
		b.WriteString(strconv.Itoa(s.index))
		b.WriteByte(']')
	}
	return b.String()
}
