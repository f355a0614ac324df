package schema

import (
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// dateRule makes a rule that compares a date with the time at which it is checked.
func dateRule(expected string, fits func(compared int) bool) func(*Type, Constraint) (rule, *fault.Diagnostic) {
	return func(*Type, Constraint) (rule, *fault.Diagnostic) {
		return rule{expected: expected, date: func(t time.Time) bool { return fits(t.Compare(time.Now())) }}, nil
	}
}
