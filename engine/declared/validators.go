package declared

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// A list of constraints for `validate` and @Each contains decorators, [Min(1), Email]; texts, ["email", "length(1,
// 80)"]; and objects, [{min: 1, max: 10}].

// validators are the words in such texts and objects, by name: each constraint with a lower-case first letter, and
// some for which there is no decorator.
var validators = sync.OnceValue(func() map[string]Decorator {
	known := map[string]Decorator{}
	for _, d := range ConstraintDecorators() {
		known[validatorName(d.Name)] = d
	}
	message := Option{"message", Text}
	limits := []Option{{"min", Number}, {"max", Number}, message}
	known["integer"] = Decorator{Name: "Integer", First: "min", More: []string{"max"}, Options: limits}
	known["float"] = Decorator{Name: "Float", First: "min", More: []string{"max"}, Options: limits}
	known["boolean"] = Decorator{Name: "Boolean"}
	known["date"] = Decorator{Name: "Date"}
	known["required"] = Decorator{Name: required, First: "message", Options: []Option{message}}
	known["regex"] = known["pattern"]
	return known
})

// required is a constraint of the field or parameter, not of its value.
const required = "Required"

func validatorName(decorator string) string {
	r, size := utf8.DecodeRuneInString(decorator)
	return string(unicode.ToLower(r)) + decorator[size:]
}

// validation is an entry of a list with its arguments.
type validation struct {
	known   Decorator
	options manifest.Options
}

// validations reads a list. unknown has the entries that are not constraints, by their names or descriptions.
func validations(value any) (list []validation, unknown []string) {
	items, isList := value.([]any)
	if !isList {
		items = []any{value}
	}
	words := validators()
	for _, item := range items {
		switch v := item.(type) {
		case ParamDecorator:
			if v.Decorator == schema.OwnConstraint {
				list = append(list, validation{OwnConstraint(), v.Options})
				continue
			}
			known, ok := words[validatorName(v.Decorator)]
			if !ok || known.Name != v.Decorator {
				unknown = append(unknown, "@"+v.Decorator)
				continue
			}
			list = append(list, validation{known, v.Options})
		case string:
			name, args, _ := strings.Cut(strings.TrimSpace(v), "(")
			known, ok := words[strings.TrimSpace(name)]
			if !ok {
				unknown = append(unknown, name)
				continue
			}
			list = append(list, validation{known, known.spelled(strings.TrimSuffix(args, ")"))})
		case map[string]any:
			more, strange := namedValidations(words, v)
			list, unknown = append(list, more...), append(unknown, strange...)
		default:
			unknown = append(unknown, Describe(item))
		}
	}
	return list, unknown
}

// namedValidations reads an object of constraints by name; its message applies to all of them.
func namedValidations(words map[string]Decorator, entries map[string]any) (list []validation, unknown []string) {
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		known, ok := words[name]
		switch {
		case name == "message":
		case !ok:
			unknown = append(unknown, name)
		case entries[name] != false:
			options := known.argument(entries[name])
			if said, given := entries["message"]; given {
				options["message"] = said
			}
			list = append(list, validation{known, options})
		}
	}
	return list, unknown
}

// argument returns the options for the value that an object has under a decorator's name: true for no arguments,
// an object of options, a list of several arguments, or a single argument.
func (d Decorator) argument(value any) manifest.Options {
	options := manifest.Options{}
	switch v := value.(type) {
	case bool:
	case map[string]any:
		maps.Copy(options, v)
	case []any:
		if d.Rest {
			options[d.First] = v
			break
		}
		for i, item := range v {
			options[d.Positional(i)] = item
		}
	default:
		if d.Rest {
			value = []any{value}
		}
		options[d.Positional(0)] = value
	}
	return options
}

// spelled parses the arguments of a text such as length(1, 80). A pattern is a single argument, even if it
// contains commas.
func (d Decorator) spelled(args string) manifest.Options {
	if args = strings.TrimSpace(args); args == "" {
		return manifest.Options{}
	}
	if kind, _ := d.option(d.First); kind == Expression {
		return manifest.Options{d.First: args}
	}
	var list []any
	for _, part := range splitArguments(args) {
		list = append(list, word(strings.TrimSpace(part)))
	}
	return d.argument(list)
}

// splitArguments splits at commas outside of quotes.
func splitArguments(args string) []string {
	quote := rune(0)
	parts, start := []string{}, 0
	for i, r := range args {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case r == ',':
			parts, start = append(parts, args[start:i]), i+1
		}
	}
	return append(parts, args[start:])
}

// word parses a number, a text in quotes, or a text without quotes; it returns nil for an empty text, such as the
// min in length(, 80).
func word(text string) any {
	if text == "" {
		return nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return f
	}
	for _, quote := range []string{`"`, "'"} {
		if len(text) >= 2 && strings.HasPrefix(text, quote) && strings.HasSuffix(text, quote) {
			return text[1 : len(text)-1]
		}
	}
	return text
}

// constraintsIn makes constraints from an option that lists them, without `required`, which is not a constraint of
// a value. Entries that do not fit are left out: they were reported with the options of the decorator.
func constraintsIn(value any) (list []schema.Constraint) {
	if value == nil {
		return nil
	}
	entries, _ := validations(value)
	for _, v := range entries {
		if v.known.Name != required {
			list = append(list, constraint(v.known.Name, v.options))
		}
	}
	return list
}

// constraint makes the constraint of one decorator.
func constraint(name string, options manifest.Options) schema.Constraint {
	c := schema.Constraint{Name: name, Options: options}
	if name == "Each" {
		c.Items = constraintsIn(options["constraints"])
	}
	return c
}

// Constraints returns the constraints that a declaration puts on a field or parameter: itself, or those that it
// lists.
func (d Declaration) Constraints() []schema.Constraint {
	if IsConstraint(d.Decorator) {
		return []schema.Constraint{constraint(d.Decorator, d.Options)}
	}
	list := constraintsIn(d.Options["validate"])
	if each, given := d.Options["each"]; given {
		list = append(list, constraint("Each", manifest.Options{"constraints": each}))
	}
	return list
}

// Demands returns whether a declaration makes a value required or optional, or nil if it says neither. The message
// may be empty.
func (d Declaration) Demands() (isRequired *bool, message string) {
	yes := true
	if value := d.Options["validate"]; value != nil {
		entries, _ := validations(value)
		for _, v := range entries {
			if v.known.Name == required {
				isRequired, message = &yes, v.options.Text("message")
			}
		}
	}
	switch v := d.Options["required"].(type) {
	case string:
		return &yes, v
	case bool:
		if isRequired == nil {
			isRequired = &v
		}
	}
	return isRequired, message
}
