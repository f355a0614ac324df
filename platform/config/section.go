package config

import (
	"slices"

	"github.com/fwrun/fwrun/platform/fault"
)

// Find is like [Properties.Lookup], but also finds a variable of the environment that spells the
// key, as a placeholder does.
func (p *Properties) Find(key string) (Value, bool) {
	if v, ok := p.Lookup(key); ok {
		return v, true
	}
	path := splitKey(key)
	n := p.env.spelling(path)
	if n == nil && len(path) > 0 {
		n = spelled(p.dotenv, path)
	}
	if n == nil {
		return Value{}, false
	}
	return newValue(key, n), true
}

// Section returns the value below a prefix for a caller that reads these keys, which are relative
// to the prefix. Variables that spell one of the keys are included, even if no file sets the key.
// The value is null if nothing is set. The list has the variables that do not fit.
func (p *Properties) Section(prefix string, keys []Key) (Value, fault.List) {
	known := &shape{kind: Map}
	for _, k := range keys {
		k.Name = joinKeys(prefix, k.Name)
		known.document(k)
	}
	tree, problems := p.root, fault.List(nil)
	dotenv := slices.Clone(p.dotenv)
	slices.Reverse(dotenv) // the first one takes precedence
	for _, variables := range [][]variable{dotenv, p.env.variables()} {
		for _, s := range known.settings(variables) {
			if n, _, set := p.root.at(s.path); set && n.kind != Null {
				continue // the variable has been applied to it already
			}
			next, problem := s.apply(tree)
			if problem != nil {
				problems = append(problems, *problem)
			}
			tree = next
		}
	}
	path := splitKey(prefix)
	p.suspects.ask(path)
	n, spelled, ok := tree.at(path)
	if !ok {
		return Value{Key: prefix}, problems
	}
	return newValue(spelled, n), problems
}

// Reported reports whether the value could not be resolved, which was already reported.
func (v Value) Reported() bool { return v.node != nil && v.node.reported }

// Owns reports whether a file belongs to the configuration. Lines of such a file may only be
// shown by [Properties.Line].
func (p *Properties) Owns(file string) bool { return p.files[file] != nil }

// Environment returns the variables by name. They may contain secrets.
func (p *Properties) Environment() map[string]string { return p.env }
