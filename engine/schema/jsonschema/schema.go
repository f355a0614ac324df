package jsonschema

import (
	"slices"

	"github.com/tidwall/gjson"
)

// maxProblems limits how many problems of one document are reported.
const maxProblems = 10

// tooComplex is the only problem reported of a document that took too many steps.
const tooComplex = "is too complex"

// Schema is a compiled document. It is frozen, so all goroutines may use it at once.
type Schema struct{ root *node }

// Problem describes one value that does not fit.
type Problem struct {
	Path string // order.lines[0].quantity; empty for the document itself
	Text string // "expected integer"
}

// Render formats a problem as it is shown to callers: "order.total: expected number". The document itself is
// called root.
func (p Problem) Render(root string) string {
	if p.Path == "" || p.Path[0] == '[' {
		return root + p.Path + ": " + p.Text
	}
	return p.Path + ": " + p.Text
}

// Check checks a value against the schema and returns the first problems in the order of the text; nil if the
// value fits. The value must have passed [schema.CheckJSON]; a value that does not exist is reported as
// missing.
func (s *Schema) Check(value gjson.Result) []Problem {
	if !value.Exists() {
		return []Problem{{Text: "is required"}}
	}
	problems, _ := s.check(value.Raw, budgetOf(value.Raw))
	return problems
}

// check also returns what is left of the budget.
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

// inOrder sorts findings by their offsets.
func inOrder(found []finding) []Problem {
	slices.SortStableFunc(found, func(a, b finding) int { return a.at - b.at })
	problems := make([]Problem, len(found))
	for i, f := range found {
		problems[i] = f.Problem
	}
	return problems
}
