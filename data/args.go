package data

import (
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/platform/fault"
)

// Args holds the values of a statement's parameters. Without Names they are bound by position;
// with Names, Values[i] is bound to the parameter Names[i]. The zero value has no values.
//
// A value is nil, bool, int64, int, float64, string, []byte, time.Time or *big.Int, or, in IN
// (…), a [List] of them.
type Args struct {
	Values []any
	Names  []string

	// Partial allows Names to contain more names than the statement has parameters, for callers
	// that pass all fields of an object. A misspelt name is still detected, because its parameter
	// has no value then.
	Partial bool

	// Unfit has the reason why a value that was given by name is not among Values: it is the error of a statement that has its parameter.
	Unfit map[string]string
}

// Positional returns Args that bind values by position.
func Positional(values ...any) Args { return Args{Values: values} }

// Named returns Args that bind values by name.
func Named(values map[string]any) Args {
	a := Args{Names: make([]string, 0, len(values)), Values: make([]any, 0, len(values))}
	for name, value := range values {
		a.Names = append(a.Names, name)
		a.Values = append(a.Values, value)
	}
	return a
}

// order returns the values in the order in which the statement sends them.
func (a Args) order(s *sqltext.Statement) ([]any, error) {
	if a.Names != nil {
		return a.byName(s)
	}
	if s.Named {
		return nil, badParameters(fmt.Sprintf("the statement has named parameters (%s), but the values were given by position",
			quotedList(paramNames(s))))
	}
	if wanted := s.Positions(); wanted != len(a.Values) {
		message := wrongCount(wanted, len(a.Values))
		if s.HasList() {
			message += "; the list of IN (?) is one value: [[1, 2]]"
		}
		return nil, badParameters(message)
	}
	ordered := true
	for i, p := range s.Params {
		ordered = ordered && p.Index == i
	}
	if ordered && len(s.Params) == len(a.Values) {
		return a.Values, nil
	}
	values := make([]any, len(s.Params))
	for i, p := range s.Params {
		values[i] = a.Values[p.Index]
	}
	return values, nil
}

func (a Args) byName(s *sqltext.Statement) ([]any, error) {
	if len(a.Names) != len(a.Values) {
		return nil, badParameters(fmt.Sprintf("%d names for %d values", len(a.Names), len(a.Values)))
	}
	if len(s.Params) > 0 && !s.Named {
		return nil, badParameters("the statement has positional parameters, but the values were given by name")
	}
	values := make([]any, len(s.Params))
	for i, p := range s.Params {
		at := slices.Index(a.Names, p.Name)
		if at < 0 {
			return nil, badParameters(a.missing(p.Name))
		}
		values[i] = a.Values[at]
	}
	if a.Partial {
		return values, nil
	}
	return values, a.superfluous(paramNames(s))
}

func (a Args) superfluous(names []string) error {
	for _, name := range a.Names {
		if !slices.Contains(names, name) {
			return badParameters(fmt.Sprintf("a value was given for :%s, which the statement does not have; it has %s",
				name, quotedList(names)))
		}
	}
	return nil
}

func (a Args) missing(name string) string {
	if why, given := a.Unfit[name]; given {
		return why
	}
	given := slices.Sorted(slices.Values(a.Names))
	message := fmt.Sprintf("no value was given for :%s; given: %s", name, quotedList(given))
	if near := fault.Nearest(name, given); near != "" {
		message += fmt.Sprintf("; did you mean :%s?", near)
	}
	return message
}

// wrongCount returns the message for values that are too many or too few.
func wrongCount(parameters, values int) string {
	has, given := "parameters", "values were"
	if parameters == 1 {
		has = "parameter"
	}
	if values == 1 {
		given = "value was"
	}
	return fmt.Sprintf("the statement has %d %s, but %d %s given", parameters, has, values, given)
}

// paramNames returns the distinct parameter names in the order of their first use.
func paramNames(s *sqltext.Statement) []string {
	var names []string
	for _, p := range s.Params {
		if !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}
