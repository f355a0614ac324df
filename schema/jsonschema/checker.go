package jsonschema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/schema"
)

// checker holds one document against a schema. It stops at the first thing that does not fit
// while it is quiet, at the last problem that is told otherwise, and once its budget is spent.
type checker struct {
	cursor
	path   [maxDepth]step // an array, so that it is on the stack with the checker
	steps  int            // of the path
	found  []finding
	quiet  int
	depth  int
	budget int // steps left
}

// step is one part of a path: a member's name, or an index when that is not negative.
type step struct {
	name  string
	index int
}

// finding is a problem and where in the text it shows.
type finding struct {
	Problem
	at int
}

// The budget of a document has room for what a schema can ask of every value in a sensible
// way, a few dozen alternatives included. Only schemas that contain themselves several times
// over ask for more.
const (
	leastBudget  = 1 << 16
	stepsPerByte = 16
	bytesPerStep = 64 // when they are only read over, or copied
	nameSteps    = 8  // for what takes a map, or a text
	maxDepth     = schema.DefaultDepth
)

func budgetOf(text string) int { return leastBudget + len(text)*stepsPerByte }

// spend takes steps off the budget; false is the end of it.
func (c *checker) spend(steps int) bool {
	c.budget -= steps
	return c.budget >= 0
}

func (c *checker) exhausted() bool { return c.budget < 0 }

// descend enters a level of nesting, of which a document has no more when it was checked.
func (c *checker) descend() bool {
	if c.depth == maxDepth {
		c.budget = -1
		return false
	}
	c.depth++
	return true
}

// ascend leaves a level that was entered at a place of the text, at the cost of what was read
// since then. What is in it has had its own cost.
func (c *checker) ascend(start int) {
	c.depth--
	c.spend((c.at - start) / bytesPerStep)
}

// take reads over a value, at its cost, and returns its text.
func (c *checker) take() string {
	token := c.token()
	c.spend(len(token) / bytesPerStep)
	return token
}

// look tells the kind of the value that is next, at the cost of a number's length.
func (c *checker) look() kinds {
	kind := c.kind()
	if kind&aNumber != 0 && len(c.text)-c.at > bytesPerStep {
		c.spend(len(c.word()) / bytesPerStep)
	}
	return kind
}

// stopped tells that whatever else there is to find does not matter.
func (c *checker) stopped() bool {
	return c.quiet > 0 || c.exhausted() || len(c.found) >= maxProblems
}

// fail notes a problem with the value whose path it is, and is false. It shows at a place of
// the text; the same problem is not told twice.
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
