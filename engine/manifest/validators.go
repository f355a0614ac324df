package manifest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
)

// A list of constraints, as `validate` and @Each take it, holds decorators, [Min(1), Email];
// texts, ["email", "length(1, 80)"]; and objects, [{min: 1, max: 10}].

// validators are the words such texts and objects use, by name: every constraint's with a
// small first letter, and some that the decorators have no need of.
func validators() map[string]Decorator {
	known := map[string]Decorator{}
	for _, d := range constraints() {
		known[validatorName(d.Name)] = d
	}
	message := Option{"message", Text}
	limits := []Option{{"min", Number}, {"max", Number}, message}
	known["integer"] = Decorator{Name: "Integer", First: "min", More: []string{"max"}, Options: limits}
	known["float"] = Decorator{Name: "Float", First: "min", More: []string{"max"}, Options: limits}
	known["boolean"] = Decorator{Name: "Boolean"}
	known["date"] = Decorator{Name: "Date"}
	known["required"] = Decorator{Name: required}
	known["regex"] = known["pattern"]
	return known
}

// required is no constraint of a value; the field or parameter is.
const required = "Required"

func validatorName(decorator string) string {
	r, size := utf8.DecodeRuneInString(decorator)
	return string(unicode.ToLower(r)) + decorator[size:]
}

// validation is one entry of a list, with what it takes.
type validation struct {
	known   Decorator
	options Options
}

// validations reads a list. What is no constraint is told apart: by its name, or described.
func validations(value any) (list []validation, unknown []string) {
	items, isList := value.([]any)
	if !isList {
		items = []any{value}
	}
	words := validators()
	for _, item := range items {
		switch v := item.(type) {
		case ParamDecorator:
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
			unknown = append(unknown, describe(item))
		}
	}
	return list, unknown
}

// namedValidations reads an object of constraints by name; its message is that of all.
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

// argument gives a decorator what an object has under its name: true for none, options, a
// list of several arguments, or one.
func (d Decorator) argument(value any) Options {
	options := Options{}
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

// spelled reads the arguments of a text such as length(1, 80). A pattern is one text,
// whatever it holds.
func (d Decorator) spelled(args string) Options {
	if args = strings.TrimSpace(args); args == "" {
		return Options{}
	}
	if kind, _ := d.option(d.First); kind == Expression {
		return Options{d.First: args}
	}
	var list []any
	for part := range strings.SplitSeq(args, ",") {
		list = append(list, word(strings.TrimSpace(part)))
	}
	return d.argument(list)
}

// word is a number, a text in quotes, or a text without.
func word(text string) any {
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

// constraintsIn makes constraints of an option that lists them; whether one of them says
// that a value is required stands beside. What does not fit is left out: it was reported
// with the options of the decorator.
func constraintsIn(value any) (list []schema.Constraint, isRequired bool) {
	if value == nil {
		return nil, false
	}
	entries, _ := validations(value)
	for _, v := range entries {
		if v.known.Name == required {
			isRequired = true
			continue
		}
		list = append(list, constraint(v.known.Name, v.options))
	}
	return list, isRequired
}

// constraint makes that of one decorator.
func constraint(name string, options Options) schema.Constraint {
	c := schema.Constraint{Name: name, Options: options}
	if name == "Each" {
		c.Items, _ = constraintsIn(options["constraints"])
	}
	return c
}

// Constraints are those that a declaration puts on a field or parameter: its own, or those
// that it lists.
func (d Declaration) Constraints() []schema.Constraint {
	if IsConstraint(d.Decorator) {
		return []schema.Constraint{constraint(d.Decorator, d.Options)}
	}
	list, _ := constraintsIn(d.Options["validate"])
	if each, given := d.Options["each"]; given {
		list = append(list, constraint("Each", Options{"constraints": each}))
	}
	return list
}

// requires tells what a list of constraints says about being required.
func (d Declaration) requires() bool {
	_, isRequired := constraintsIn(d.Options["validate"])
	return isRequired
}

// checkConstraints reports what is wrong with a list of constraints, taken by itself.
func (b *builder) checkConstraints(known Decorator, option string, value any, s spot) bool {
	list, unknown := validations(value)
	for _, name := range unknown {
		problem := s.problem("constraint-unknown", "@%s has a constraint %q, which there is not", known.Name, name)
		problem.Hint = didYouMean("%q", name, slices.Collect(maps.Keys(validators())),
			fmt.Sprintf("%s takes decorators, names and objects: [NotBlank, \"email\", {length: [1, 80]}]", option))
		b.report(problem)
	}
	ok := len(unknown) == 0
	for _, v := range list {
		ok = b.checkOptions(v.known, &Declaration{Decorator: v.known.Name, Options: v.options}, s) && ok
	}
	return ok
}

// constrain gives a type the rules that declarations put on it; mistakes are told at what is
// constrained.
func (b *builder) constrain(t *schema.Type, on []*Declaration, what string, place func(*Declaration) spot) *schema.Type {
	if t == nil {
		return nil
	}
	for _, d := range slices.Backward(on) { // which is the order they are written in
		b.checked[d] = true
		var wrong []schema.Misfit
		t, wrong = schema.Constrain(t, d.Constraints())
		for _, misfit := range wrong {
			s := place(d)
			bad := naming(what, misfit.Diagnostic)
			bad.Place, bad.Length = s.Place, s.length
			b.report(bad)
		}
	}
	return t
}

// constraintsAmong picks the constraints of what stands on a member.
func constraintsAmong(on []*Declaration) []*Declaration {
	var list []*Declaration
	for _, d := range on {
		if IsConstraint(d.Decorator) {
			list = append(list, d)
		}
	}
	return list
}

// unchecked reports constraints on what is never bound: a field of a bean that is no setting,
// a parameter of a method that is no handler.
func (b *builder) unchecked() {
	for _, owner := range b.ordered {
		if owner.class == nil {
			continue
		}
		bean, _ := b.stereotype(owner)
		for _, d := range constraintsAmong(owner.members) {
			isData := bean == nil && (d.Target == OnField || d.Member == "constructor")
			if isData || b.checked[d] {
				continue
			}
			problem := b.spotOf(owner, d).problem("constraint-unchecked", "no value is ever held against @%s of %s", d.Decorator, owner.nameOf(d))
			b.report(because(problem, "constraints hold for what is bound: parameters of handlers, fields of request bodies, and settings",
				"move it there, or check the value in the code"))
		}
	}
}

// brokenBy reports a value of the application's own that breaks the constraints on it.
func brokenBy(t *schema.Type, value any, what string, s spot) (fault.Diagnostic, bool) {
	bad := t.Check(value)
	if bad == nil {
		return fault.Diagnostic{}, false
	}
	said := cmp.Or(bad.Message, "expected "+bad.Expected)
	problem := s.problem("constraint-broken", "%s breaks a constraint: %s", what, said)
	return because(problem, "a value of the application's own must fulfil what is asked of others", "mend the value, or the constraint"), true
}
