package config

import (
	"slices"

	"github.com/fwrun/fwrun/fault"
)

// Properties are the settings of an application, resolved. They never change.
type Properties struct {
	root     *node
	env      environment
	dotenv   []variable
	files    map[string]*file
	profiles []string
	suspects suspects

	sourceFiles, scripts []string
	incomplete           bool
}

// Profiles are the active profiles, in the order their files were merged.
func (p *Properties) Profiles() []string { return slices.Clone(p.profiles) }

// SourceFiles are the files of the property sources, also those that are not there: relative to
// the application's folder, or absolute.
func (p *Properties) SourceFiles() []string { return slices.Clone(p.sourceFiles) }

// Scripts are the files of property sources that are scripts.
func (p *Properties) Scripts() []string { return slices.Clone(p.scripts) }

// Incomplete tells that a source was left out by [Options.Offline], so that what is not set may be
// set by it.
func (p *Properties) Incomplete() bool { return p.incomplete }

// Lookup finds a property by its key in any spelling: a documented default, too. An
// empty key is the whole tree.
func (p *Properties) Lookup(key string) (Value, bool) {
	path := splitKey(key)
	p.suspects.ask(path)
	n, spelled, ok := p.root.at(path)
	if !ok {
		return Value{}, false
	}
	return newValue(spelled, n), true
}

// All lists every scalar, empty list and empty section: what is set, in the order of
// the files, then the documented defaults of what is not.
func (p *Properties) All() []Value {
	var out []Value
	p.root.leaves("", func(key string, n *node) {
		if key != "" {
			out = append(out, newValue(key, n))
		}
	})
	slices.SortStableFunc(out, func(a, b Value) int { return a.Origin.rank() - b.Origin.rank() })
	return out
}

// rank puts what was set before what is a default.
func (o Origin) rank() int {
	if o.Kind == FromDefault {
		return 1
	}
	return 0
}

// Expand gives what a text means that was written elsewhere, as in
// @Value("${users.pageSize}"): Go data as of [Value.Any]. A text without placeholders
// is itself. The Diagnostic stands at the given place, without a source line.
func (p *Properties) Expand(text string, place fault.Place) (any, *fault.Diagnostic) {
	if !isExpression(text) {
		return text, nil
	}
	r := newResolver(p.root, p.env, p.files)
	r.dotenv, r.suspects, r.resolved = p.dotenv, p.suspects, true
	n, err := r.expand(text)
	if err != nil {
		d := r.diagnose(err)
		if d.Place = place; p.incomplete && d.Code == CodeReference {
			d.Severity, d.Why = fault.Warning, "a property source that was left out may set it"
		}
		return nil, &d
	}
	return n.data(), nil
}

// Reader begins to read properties by type.
func (p *Properties) Reader() *Reader {
	return &Reader{props: p, shared: &readerProblems{}}
}

// Place is where a key stands in a file, or else the innermost section or element that it
// belongs in.
func (p *Properties) Place(key string) fault.Place {
	n, place := p.root, p.root.origin.Place
	for _, s := range splitKey(key) {
		next, ok := n.child(s)
		if !ok {
			break
		}
		if n = next; n.origin.Kind == FromFile {
			place = n.origin.Place
		}
	}
	return place
}

// Line gives the line of a place, with its secrets masked; empty for a file that is none of
// the configuration's.
func (p *Properties) Line(place fault.Place) string {
	if f := p.files[place.File]; f != nil {
		return f.source(place.Line)
	}
	return ""
}
