package declared

import (
	"strings"
	"sync"

	"github.com/fwrun/fwrun/engine/schema"
)

// ConstraintDecorators lists the decorators for constraints on values. Package schema checks them; see
// docs/guide/validation.md.
func ConstraintDecorators() []Decorator {
	message := Option{"message", Text}
	bare := []Option{message}
	bound := []Option{{"value", Number}, {"exclusive", Flag}, message}
	sizes := []Option{{"min", Number}, {"max", Number}, message}
	list := []Decorator{
		{Name: "Min", First: "value", Needs: true, Options: bound},
		{Name: "Max", First: "value", Needs: true, Options: bound},
		{Name: "Positive", Options: bare},
		{Name: "PositiveOrZero", Options: bare},
		{Name: "Negative", Options: bare},
		{Name: "NegativeOrZero", Options: bare},
		{Name: "MultipleOf", First: "value", Needs: true, Options: []Option{{"value", Number}, message}},
		{Name: "Digits", First: "integer", More: []string{"fraction"}, Needs: true, Options: []Option{
			{"integer", Number}, {"fraction", Number}, message,
		}},

		{Name: "Length", First: "min", More: []string{"max"}, Needs: true, Options: sizes},
		{Name: "NotBlank", Options: bare},
		{Name: "Email", Options: bare},
		{Name: "Url", First: "schemes", Rest: true, Options: []Option{{"schemes", Texts}, message}},
		{Name: "Uuid", Options: bare},
		{Name: "Ip", First: "version", Options: []Option{{"version", Number}, message}},
		{Name: "Hostname", Options: bare},
		{Name: "Pattern", First: "regexp", Needs: true, Options: []Option{{"regexp", Expression}, message}},
		{Name: "Prefix", First: "prefix", Needs: true, Options: []Option{{"prefix", Text}, message}},
		{Name: "Suffix", First: "suffix", Needs: true, Options: []Option{{"suffix", Text}, message}},
		{Name: "OneOf", First: "values", Rest: true, Needs: true, Options: []Option{{"values", Values}, message}},

		{Name: "NotEmpty", Options: bare},
		{Name: "Size", First: "min", More: []string{"max"}, Needs: true, Options: sizes},
		{Name: "Unique", Options: bare},
		{Name: "Each", First: "constraints", Rest: true, Needs: true, Options: []Option{{"constraints", Constraints}}},

		{Name: "Past", Options: bare},
		{Name: "PastOrPresent", Options: bare},
		{Name: "Future", Options: bare},
		{Name: "FutureOrPresent", Options: bare},
	}
	for i := range list {
		list[i].Targets = OnField | OnParam
	}
	return list
}

// OwnConstraint returns the decorator of a constraint that the application has made with Constraint. It is not an
// export of "fwrun". Its options are those of [schema.OwnConstraint], and shown: its name in messages.
func OwnConstraint() Decorator {
	return Decorator{Name: schema.OwnConstraint, Targets: OnField | OnParam, Options: []Option{
		{"name", Text}, {"shown", Text}, {"use", Number}, {"nulls", Flag}, {"message", Text}, {"arguments", Value},
	}}
}

// ShownConstraint returns the likely name of the decorator of an application's own constraint, from the
// constraint's name: slug gives Slug.
func ShownConstraint(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "-") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// Shown returns the name of a declaration's decorator for messages.
func (d *Declaration) Shown() string {
	if d.Decorator == schema.OwnConstraint {
		return d.Options.Text("shown")
	}
	return d.Decorator
}

// IsConstraint reports whether a decorator is a constraint on values.
func IsConstraint(decorator string) bool { return constraintNames()[decorator] }

var constraintNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{schema.OwnConstraint: true}
	for _, d := range ConstraintDecorators() {
		names[d.Name] = true
	}
	return names
})
