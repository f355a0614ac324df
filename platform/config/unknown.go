package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// checkKeys warns about keys in the framework's own sections that nothing reads, and about values
// where the framework expects a section.
func (l *loader) checkKeys() {
	k := &keyCheck{loader: l, keys: keys()}
	known := knownShape(newMap(nil, Origin{}))
	for _, f := range l.tree.fields {
		if below := known.below[fold(f.name)]; below != nil {
			k.check(f.name, f, below)
		} else if f.quoted {
			k.quoted(f, known)
		} else {
			k.suspect(f, known)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(l.options.Flags)) {
		k.flag(key, known)
	}
}

// keyCheck is one walk along the documented keys.
type keyCheck struct {
	*loader
	keys []Key
}

// check compares an entry with the documented keys at its place.
func (k *keyCheck) check(key string, f field, known *shape) {
	n := f.value
	switch {
	case known.kind == List && known.elements.below != nil && n.kind == List:
		for i, item := range n.items {
			k.check(joinIndex(key, i), field{name: f.name, origin: item.origin, value: item}, known.elements)
		}
	case known.kind == List && known.elements.below != nil && n.kind == Map:
		k.below(key, n, known.elements)
	case known.below != nil && n.kind == Map:
		k.below(key, n, known)
	case known.below != nil && n.kind != Null && !(n.kind == Text && isExpression(n.text)):
		hint, mend := sectionHint(n)
		k.note(fault.Err, f, fmt.Sprintf("%s must be a section with keys, not %s", key, n.kind), hint, mend)
	}
}

// sectionHint returns the hint for a missing section, which may be due to a forgotten blank, as
// in port:8080.
func sectionHint(n *node) (hint string, mend *fault.Mend) {
	if name, value, found := strings.Cut(n.text, ":"); found && n.kind == Text && !strings.ContainsAny(name, " /") {
		value = strings.TrimSpace(value)
		return fmt.Sprintf("write a space after the colon: %s: %s", name, value), &fault.Mend{
			Line: n.origin.Place.Line, Old: n.text, New: name + ": " + value,
		}
	}
	return "write its keys in the lines below, indented", nil
}

func (k *keyCheck) below(key string, n *node, known *shape) {
	for _, f := range n.fields {
		name := joinName(key, f.name)
		if next := known.named(f.name); next != nil {
			k.check(name, f, next)
			continue
		}
		k.note(fault.Warning, f, fmt.Sprintf("there is no setting %s", name), k.suggest(name, known), renamed(f, name, k.meant(name, known)))
	}
}

// quoted reports "server.port": 80, which is one name that contains a dot.
func (k *keyCheck) quoted(f field, known *shape) {
	if known.has(f.name) {
		hint, mend := unquoteHint(k.files[f.origin.Place.File], f)
		k.note(fault.Warning, f, fmt.Sprintf("%q in quotes is a single name, not the setting %s", f.name, f.name), hint, mend)
	}
}

func unquoteHint(in *file, f field) (hint string, mend *fault.Mend) {
	if f.json || in == nil {
		return "write nested objects, one for each part of the name", nil
	}
	at, quote := f.origin.Place, `"`
	if !strings.Contains(in.source(at.Line), quote+f.name+quote) {
		quote = "'"
	}
	return "write it without quotes", &fault.Mend{Line: at.Line, Col: at.Col, Old: quote + f.name + quote, New: f.name}
}

// flag warns about a flag for an unknown setting in a known section.
func (k *keyCheck) flag(key string, known *shape) {
	section, _, _ := strings.Cut(key, ".")
	if known.below[fold(section)] == nil || known.has(key) {
		return
	}
	k.problems = append(k.problems, fault.Diagnostic{
		Severity: fault.Warning, Code: "config-unknown-key",
		Message: fmt.Sprintf("there is no setting %s (flag --%s)", key, key), Hint: k.suggest(key, known),
	})
}

// named returns the shape that is documented for a name in a section.
func (s *shape) named(name string) *shape {
	if next := s.below[fold(name)]; next != nil {
		return next
	}
	return s.below["*"]
}

// has reports whether a key, or something below it, is documented.
func (s *shape) has(key string) bool {
	for _, seg := range splitKey(key) {
		next := s.named(seg.name)
		if _, isIndex := seg.index(); isIndex && s.elements != nil {
			next = s.elements
		}
		if next == nil {
			return s.kind == Map && s.below == nil
		}
		s = next
	}
	return true
}

// suggest returns a hint with the documented key that is most similar to a misspelt one, in the
// whole documentation or in its section.
func (k *keyCheck) suggest(key string, section *shape) string {
	if near := k.meant(key, section); near != "" {
		return "did you mean " + near + "?"
	}
	return "remove it, or put your own settings into a section of your own"
}

func (k *keyCheck) meant(key string, section *shape) string {
	return cmp.Or(nearest(generalize(key), documented(k.keys)), nearest(lastName(key), section.names()))
}

// renamed replaces the name of an entry by that of another key, if both are in the same section.
func renamed(f field, key, near string) *fault.Mend {
	end := strings.LastIndexByte(near, '.') + 1
	if near == "" || end > 0 && fold(near[:end]) != fold(strings.TrimSuffix(generalize(key), f.name)) {
		return nil
	}
	return &fault.Mend{Old: f.name, New: near[end:]}
}

// names returns the names that are documented in a section.
func (s *shape) names() []string {
	var out []string
	for _, next := range s.below {
		if next.name != "*" {
			out = append(out, next.name)
		}
	}
	slices.Sort(out)
	return out
}

// documented returns the names of keys and of their sections.
func documented(keys []Key) []string {
	var out []string
	for _, key := range keys {
		name := key.Name
		for {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
			end := strings.LastIndexByte(name, '.')
			if end < 0 {
				break
			}
			name = name[:end]
		}
	}
	return out
}

// generalize returns a key in the form of the list of keys, with [] for list positions.
func generalize(key string) string {
	out := ""
	for _, s := range splitKey(key) {
		if _, isIndex := s.index(); isIndex && s.bracketed {
			out += "[]"
		} else {
			out = joinName(out, s.name)
		}
	}
	return out
}

// note reports an entry. The severity is Warning if the entry just has no effect.
func (k *keyCheck) note(severity fault.Severity, f field, message, hint string, mend *fault.Mend) {
	d := k.diagnostic(severity, f, message, hint)
	d.Mend = mend
	k.problems = append(k.problems, d)
}

func (k *keyCheck) diagnostic(severity fault.Severity, f field, message, hint string) fault.Diagnostic {
	place, code := f.origin.Place, "config-unknown-key"
	if severity == fault.Err {
		code = "config-value"
	}
	d := fault.Diagnostic{
		Severity: severity, Code: code, Place: place, Message: message, Hint: hint,
		Length: utf16Len(f.name),
	}
	if file := k.files[place.File]; file != nil {
		d.Source = file.source(place.Line)
	}
	return d
}
