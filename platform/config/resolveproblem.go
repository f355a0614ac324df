package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/fwrun/fwrun/platform/fault"
)

// CodeReference is the code of a placeholder whose key is not set. A caller that has a default of
// its own may ignore it.
const CodeReference = "config-reference"

// report records the problem with a value.
func (r *resolver) report(key string, n *node, err error) {
	if errors.Is(err, errReported) || r.tooMany(n.origin.Place) {
		return
	}
	d := r.diagnose(err)
	d.Place = n.origin.Place
	if d.Code == CodeReference {
		d.Why = key + " refers to it" + whyNot(d.Why)
	}
	if f := r.files[n.origin.Place.File]; f != nil {
		d.Source = f.source(d.Place.Line)
		point(&d, placeholderIn(err))
	}
	r.problems = append(r.problems, d)
}

func whyNot(why string) string {
	if why == "" {
		return ""
	}
	return "; " + why
}

// diagnose converts the error of a text to a Diagnostic without a place.
func (r *resolver) diagnose(err error) fault.Diagnostic {
	if m := new(mistake); errors.As(err, &m) {
		return fault.Diagnostic{Code: "config-placeholder", Message: m.message, Hint: m.hint}
	}
	m := new(missing)
	errors.As(err, &m)
	d := fault.Diagnostic{Code: CodeReference, Message: m.written + " is not set"}
	switch _, isVariable := r.env[m.key]; {
	case m.name != "":
		d.Message = fmt.Sprintf("the environment variable %s is not set", m.name)
		d.Hint = fmt.Sprintf("set it, or give a default: $env.%s || value", m.name)
		if near := fault.Nearest(m.name, r.env.names()); near != "" {
			d.Hint += fmt.Sprintf("; there is a variable %s", near)
		}
	case isVariable:
		d.Hint = fmt.Sprintf("there is an environment variable of this name: $env.%s", m.key)
	case m.key == "":
		d.Hint = "set the key that it refers to, or give a default: ${…:value}"
	default:
		d.Hint = fmt.Sprintf("set %[1]s, give a default (${%[1]s:value}), or write \\${ for the characters themselves",
			m.key)
		if near := fault.Nearest(m.key, r.candidates()); near != "" {
			d.Hint, d.Mend = fmt.Sprintf("did you mean ${%s}?", near), &fault.Mend{Old: m.key, New: near}
		}
	}
	return d
}

// tooMany reports whether the limit of problems is reached, and ends the list with a note.
func (r *resolver) tooMany(place fault.Place) bool {
	if len(r.problems) == maxProblems {
		r.problems = append(r.problems, fault.Diagnostic{
			Code: "config-limit", Place: place, Message: "there are further problems with placeholders",
			Hint: "fix those above first",
		})
	}
	return len(r.problems) > maxProblems
}

func placeholderIn(err error) string {
	if m := new(missing); errors.As(err, &m) {
		return m.written
	}
	return "${"
}

// cycle returns the error of values that refer to each other in a cycle.
func (r *resolver) cycle(steps []step) error {
	keys := make([]string, len(steps))
	for i, s := range steps {
		keys[i] = s.key
	}
	first := steps[0]
	if r.tooMany(first.node.origin.Place) {
		return errReported
	}
	d := fault.Diagnostic{
		Code: "config-cycle", Place: first.node.origin.Place,
		Message: "placeholders form a cycle: " + strings.Join(keys, " → "),
		Hint:    "give one of them a value without a placeholder",
	}
	if f := r.files[d.Place.File]; f != nil {
		d.Source = f.source(d.Place.Line)
	}
	for _, s := range steps[1 : len(steps)-1] {
		d.Notes = append(d.Notes, fault.Note{Place: s.node.origin.Place, Text: s.key + " is here"})
	}
	r.problems = append(r.problems, d)
	return errReported
}

// point moves a diagnostic from the beginning of a value to a text within it, if the text is on
// the line shown.
func point(d *fault.Diagnostic, text string) {
	units := utf16.Encode([]rune(d.Source))
	if d.Place.Col < 1 || d.Place.Col > len(units) {
		return
	}
	before, rest := units[:d.Place.Col-1], string(utf16.Decode(units[d.Place.Col-1:]))
	if at := strings.Index(rest, text); at >= 0 && text != "" {
		d.Place.Col = len(before) + utf16Len(rest[:at]) + 1
		d.Length = utf16Len(text)
	}
}

func utf16Len(text string) int { return len(utf16.Encode([]rune(text))) }

// candidates returns the keys that a misspelt one may mean.
func (r *resolver) candidates() []string {
	if r.keys == nil {
		r.keys = keysOf(r.root)
	}
	return r.keys
}

// keysOf returns the keys of a tree, including sections, but not those of each element of a list.
func keysOf(n *node) []string {
	var out []string
	var walk func(key string, n *node)
	walk = func(key string, n *node) {
		if key != "" {
			out = append(out, key)
		}
		for i, item := range n.items {
			if item.kind == Map {
				walk(joinIndex(key, i), item)
			}
		}
		for _, f := range n.fields {
			walk(joinName(key, f.name), f.value)
		}
	}
	walk("", n)
	return out
}

func (env environment) names() []string { return slices.Sorted(maps.Keys(env)) }
