package jsonschema

import "github.com/tidwall/gjson"

// CheckCounted is Check, but also returns how many steps it took, and the budget.
func (s *Schema) CheckCounted(value gjson.Result) (problems []Problem, steps, budget int) {
	budget = budgetOf(value.Raw)
	problems, left := s.check(value.Raw, budget)
	return problems, budget - left, budget
}
