package config

import (
	"slices"

	"github.com/fwrun/fwrun/platform/fault"
)

// Properties holds the resolved settings of an application. It is immutable.
type Properties struct {
	root     *node
	env      environment
	dotenv   []variable
	files    map[string]*file
	profiles []string
	suspects suspects
	layers   []layer // in ascending order of precedence
	flags    map[string]string

	sourceFiles, scripts []string
	incomplete           bool
}

// Profiles returns the active profiles, in the order in which their files were merged.
func (p *Properties) Profiles() []string { return slices.Clone(p.profiles) }

// SourceFiles returns the files of the property sources, including missing ones: relative to the
// application's folder, or absolute.
func (p *Properties) SourceFiles() []string { return slices.Clone(p.sourceFiles) }

// Scripts returns the files of property sources that are scripts.
func (p *Properties) Scripts() []string { return slices.Clone(p.scripts) }

// Incomplete reports whether a source was left out because of [Options.Offline], so that keys that
// are not set may be set by it.
func (p *Properties) Incomplete() bool { return p.incomplete }

// Lookup returns the property with a key in any spelling; documented defaults are included. An
// empty key is the whole tree.
func (p *Properties) Lookup(key string) (Value, bool) {
	return p.lookup(splitKey(key))
}

func (p *Properties) lookup(path []segment) (Value, bool) {
	p.suspects.ask(path)
	n, spelled, ok := p.root.at(path)
	if !ok {
		return Value{}, false
	}
	return newValue(spelled, n), true
}

// All returns every scalar, empty list and empty section: first those that are set, in the order
// of the files, then the documented defaults of the others.
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

// rank orders values that were set before defaults.
func (o Origin) rank() int {
	if o.Kind == FromDefault {
		return 1
	}
	return 0
}

// Expand returns the value of a text from outside of the configuration, as in
// @Value("${users.pageSize}"): Go data as of [Value.Any]. A text without placeholders is returned
// unchanged. The Diagnostic has the given place, and no source line.
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
			d.Severity, d.Why = fault.Warning, "a property source that was not read may set it"
		}
		return nil, &d
	}
	return n.data(), nil
}

// Reader returns a Reader for all properties.
func (p *Properties) Reader() *Reader {
	return &Reader{props: p, shared: &shared{known: ownShape()}}
}

// Place returns where a key is in a file, or else the place of the innermost section or element
// that it belongs to.
func (p *Properties) Place(key string) fault.Place { return p.place(splitKey(key)) }

func (p *Properties) place(path []segment) fault.Place {
	n, place := p.root, p.root.origin.Place
	for _, s := range path {
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

// At returns an error about what a key configures, with the place of the key; nil if there is none.
func (p *Properties) At(key string, err error) error {
	if err == nil {
		return nil
	}
	list := slices.Clone(fault.Diagnose(err))
	for i := range list {
		list[i].Place = p.Place(key)
		list[i].Source = p.Line(list[i].Place)
	}
	return list
}

// Line returns the line of a place, with its secrets masked, or "" if the file does not belong to
// the configuration.
func (p *Properties) Line(place fault.Place) string {
	if f := p.files[place.File]; f != nil {
		return f.source(place.Line)
	}
	return ""
}
