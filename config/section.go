package config

import (
	"slices"

	"github.com/fwrun/fwrun/fault"
)

// Find is [Properties.Lookup], and then looks for a variable of the environment that spells the
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

// Section gives what stands below a prefix to somebody who reads these keys there, which are
// relative to it: variables that spell one count, also where no file sets it. Without any the
// value is null. The list is of variables that make no sense.
func (p *Properties) Section(prefix string, keys []Key) (Value, fault.List) {
	known := &shape{kind: Map}
	for _, k := range keys {
		k.Name = joinKeys(prefix, k.Name)
		known.document(k)
	}
	tree, problems := p.root, fault.List(nil)
	dotenv := slices.Clone(p.dotenv)
	slices.Reverse(dotenv) // the first one wins
	for _, variables := range [][]variable{dotenv, p.env.variables()} {
		for _, s := range known.settings(variables) {
			if n, _, set := p.root.at(s.path); set && n.kind != Null {
				continue // what the variable may do to it, it has done
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

// Reported tells a value that could not be resolved, which was told.
func (v Value) Reported() bool { return v.node != nil && v.node.reported }

// Owns tells whether a file is one of the configuration's, whose lines only
// [Properties.Line] may show.
func (p *Properties) Owns(file string) bool { return p.files[file] != nil }

// Environment lists the variables by name. They may hold secrets.
func (p *Properties) Environment() map[string]string { return p.env }
