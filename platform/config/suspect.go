package config

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/fwrun/fwrun/platform/fault"
)

// suspect is a section of the application whose name is almost that of a section of the framework, and which has a
// key of that section: datasources for datasource. If it is intended, some code reads it.
type suspect struct {
	name  string // folded
	d     fault.Diagnostic
	asked atomic.Bool
}

type suspects []*suspect

// ask records that the value at a path is read.
func (s suspects) ask(path []segment) {
	if len(s) == 0 || len(path) == 0 {
		return
	}
	for _, one := range s {
		if one.name == fold(path[0].name) {
			one.asked.Store(true)
		}
	}
}

// Misspelt returns warnings about sections whose names are almost those of the framework's and that nothing has read:
// neither scripts nor other settings. The result is correct once the scripts have been read.
func (p *Properties) Misspelt() (warnings fault.List) {
	for _, one := range p.suspects {
		if !one.asked.Load() {
			warnings = append(warnings, one.d)
		}
	}
	return warnings
}

// suspect records a section that looks like one of the framework's.
func (k *keyCheck) suspect(f field, known *shape) {
	near := nearest(f.name, known.names())
	if near == "" || !known.below[fold(near)].resembles(f.value) {
		return
	}
	d := k.diagnostic(fault.Warning, f, fmt.Sprintf("%s is never read", f.name), "did you mean "+near+"?")
	d.Mend = &fault.Mend{Old: f.name, New: near}
	k.suspects = append(k.suspects, &suspect{name: fold(f.name), d: d})
}

// resembles reports whether a value has a key that is documented for the section.
func (s *shape) resembles(n *node) bool {
	switch {
	case n.kind == List && s.elements != nil:
		return slices.ContainsFunc(n.items, s.elements.resembles)
	case n.kind == Map && s.kind == List && s.elements != nil:
		return s.elements.resembles(n)
	case n.kind == Map:
		return slices.ContainsFunc(n.fields, func(f field) bool { return s.below[fold(f.name)] != nil })
	}
	return false
}

// nearest is like [fault.Nearest], for names in any spelling.
func nearest(name string, names []string) string {
	folded := make([]string, len(names))
	for i, one := range names {
		folded[i] = fold(one)
	}
	if i := slices.Index(folded, fault.Nearest(fold(name), folded)); i >= 0 {
		return names[i]
	}
	return ""
}
