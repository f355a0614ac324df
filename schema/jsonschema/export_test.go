package jsonschema

import "github.com/tidwall/gjson"

// CheckCounted is Check, and tells how many steps it took of how many it could.
func (s *Schema) CheckCounted(value gjson.Result) (problems []Problem, steps, budget int) {
	budget = budgetOf(value.Raw)
	problems, left := s.check(value.Raw, budget)
	return problems, budget - left, budget
}
