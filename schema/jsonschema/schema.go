package jsonschema

import (
	"slices"

	"github.com/tidwall/gjson"
)

// maxProblems bounds what is told of one document.
const maxProblems = 10

// tooComplex is all that is told of a document that took too many steps.
const tooComplex = "is too complex"

// Schema is a compiled document. It is frozen, so all may use it at once.
type Schema struct{ root *node }

// Problem is one value that does not fit.
type Problem struct {
	Path string // order.lines[0].quantity; empty for the document itself
	Text string // "expected integer"
}

// Render shows a problem as callers are told of it: "order.total: expected number". The
// document itself goes by the name of root.
func (p Problem) Render(root string) string {
	if p.Path == "" || p.Path[0] == '[' {
		return root + p.Path + ": " + p.Text
	}
	return p.Path + ": " + p.Text
}

// Check holds a value against the schema and returns the first problems in the order of its
// text; nil means that it fits. The value must have passed [schema.CheckJSON]; one that does
// not exist is missing.
func (s *Schema) Check(value gjson.Result) []Problem {
	if !value.Exists() {
		return []Problem{{Text: "is required"}}
	}
	problems, _ := s.check(value.Raw, budgetOf(value.Raw))
	return problems
}

// check tells what is left of its budget, too.
func (s *Schema) check(text string, budget int) (problems []Problem, left int) {
	c := checker{cursor: cursor{text: text}, budget: budget}
	fits := c.value(s.root)
	switch {
	case c.exhausted():
		return []Problem{{Text: tooComplex}}, c.budget
	case fits:
		return nil, c.budget
	default:
		return inOrder(c.found), c.budget
	}
}

// inOrder sorts what was found by where it was.
func inOrder(found []finding) []Problem {
	slices.SortStableFunc(found, func(a, b finding) int { return a.at - b.at })
	problems := make([]Problem, len(found))
	for i, f := range found {
		problems[i] = f.Problem
	}
	return problems
}
