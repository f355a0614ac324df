package config

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Source is one of the sources that properties come from.
type Source struct {
	Kind       OriginKind
	Name       string // of a file: its path; of a property source: its name; otherwise empty
	Declared   bool   // it is a property source
	Properties []Shown
}

// Shown is a property of a source as it may be shown to operators: its placeholders are resolved, its secrets are masked.
type Shown struct {
	Key    string // as it is written in its source
	Value  any    // nil, string, int64, float64 or bool
	Origin Origin
}

// layer is what one source sets, before it is merged with others.
type layer struct {
	kind      OriginKind
	name      string
	declared  bool       // under propertySources
	tree      *node      // nil for a dotenv file, whose names need not be keys
	variables []variable // of a dotenv file
}

// Sources returns the sources in the order of precedence, the highest first. Those without properties are included.
func (p *Properties) Sources() []Source {
	list := []Source{p.flagSource(), p.environmentSource()}
	for _, l := range slices.Backward(p.layers) {
		list = append(list, Source{l.kind, l.name, l.declared, p.shownOf(l)})
	}
	return append(list, Source{Kind: FromDefault, Properties: p.shownOf(layer{tree: defaults()})})
}

func (p *Properties) flagSource() Source {
	s := Source{Kind: FromFlag}
	for _, key := range slices.Sorted(maps.Keys(p.flags)) {
		s.Properties = append(s.Properties, Shown{key, Harmless(key, p.flags[key]), Origin{Kind: FromFlag, Name: flagName(key)}})
	}
	return s
}

func (p *Properties) environmentSource() Source {
	s := Source{Kind: FromEnvironment}
	for _, v := range p.env.variables() {
		s.Properties = append(s.Properties, Shown{v.name, Harmless(v.name, v.text), v.origin})
	}
	slices.SortFunc(s.Properties, func(a, b Shown) int { return strings.Compare(a.Key, b.Key) })
	return s
}

// shownOf lists the properties of a layer.
func (p *Properties) shownOf(l layer) []Shown {
	var list []Shown
	for _, v := range l.variables {
		list = append(list, Shown{v.name, Harmless(v.name, v.text), v.origin})
	}
	if l.tree == nil {
		return list
	}
	r := newResolver(p.root, p.env, p.files)
	r.dotenv, r.resolved = p.dotenv, true
	l.tree.leaves("", func(key string, n *node) {
		if key != "" && len(list) < maxListed {
			list = append(list, Shown{key, r.shown(key, n), n.origin})
		}
	})
	return list
}

// maxListed bounds the properties of one source.
const maxListed = 10_000

// shown returns the value of a leaf. A text that cannot be resolved is shown as it is written.
func (r *resolver) shown(key string, n *node) any {
	if n.kind == List || n.kind == Map { // empty
		return ""
	}
	if !n.literal && n.kind == Text && isExpression(n.text) {
		r.secret, r.budget = false, maxExpansion
		value, err := r.expand(n.text)
		switch {
		case r.secret:
			return masked
		case err != nil:
			return Harmless(key, n.text)
		case value.kind == List || value.kind == Map:
			return Harmless(key, n.text) // its values are at the key that it refers to
		}
		resolved := *value
		resolved.secret = n.secret || value.secret
		n = &resolved
	}
	return newValue(key, n).Harmless()
}

// keep records what a file sets.
func (l *loader) keep(f *file, tree *node) {
	l.layers = append(l.layers, layer{kind: FromFile, name: f.path, tree: tree})
}

// keepSource records what a property source sets.
func (l *loader) keepSource(s *source, tree *node, variables []variable) {
	l.layers = append(l.layers, layer{s.kind(), s.name, true, tree, variables})
}

// flagsOf returns the flags, with the one that chooses profiles.
func (o *Options) flagsOf() map[string]string {
	flags := maps.Clone(o.Flags)
	if o.Profile != "" {
		if flags == nil {
			flags = map[string]string{}
		}
		flags["framework.profile"] = cmp.Or(flags["framework.profile"], o.Profile)
	}
	return flags
}

// SameKey reports whether two texts are spellings of the same key.
func SameKey(a, b string) bool { return foldKey(a) == foldKey(b) }

// SpellsKey reports whether a variable of the environment spells a key: SERVER_PORT does for server.port.
func SpellsKey(variable, key string) bool {
	return squash(variable) == squash(key)
}

func squash(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_.[]", r) {
			return -1
		}
		return r
	}, strings.ToLower(text))
}
