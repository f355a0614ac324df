package bodies

import (
	"maps"
	"slices"

	"github.com/fwrun/fwrun/engine/source"
)

// mayExport reports whether a file exports a name, or may.
func (l *lookup) mayExport(f *source.File, name string, seen map[*source.File]bool) bool {
	j := l.files[f.Path]
	if j == nil || j.facts().open || seen[f] || j.facts().exports[name] || l.project.LookupExport(f, name).Found() {
		return true
	}
	if seen == nil {
		seen = map[*source.File]bool{}
	}
	seen[f] = true
	for _, e := range f.Exports {
		if e.As == name {
			return true
		}
		if e.Name != "*" || e.As != "" {
			continue
		}
		from, ok := l.project.Resolve(f, e.From)
		if !ok {
			return true // from a package
		}
		if l.look(from); name != "default" && !seen[from] && l.mayExport(from, name, seen) {
			return true
		}
	}
	return l.exportsLocal(f, name)
}

// exportsLocal reports whether a file exports a name by a list.
func (l *lookup) exportsLocal(f *source.File, name string) bool {
	return l.files[f.Path].facts().listed[name]
}

// exportsOf lists what a file exports, as far as is known.
func (l *lookup) exportsOf(f *source.File, seen []*source.File) map[string]bool {
	names := map[string]bool{}
	for _, from := range l.passedOn(f, seen) {
		maps.Copy(names, l.exportsOf(from, append(seen, f)))
	}
	add := func(name string) {
		if name != "" && name != "default" {
			names[name] = true
		}
	}
	if j := l.files[f.Path]; j != nil {
		for name := range j.facts().exports {
			add(name)
		}
		for name := range j.facts().listed {
			add(name)
		}
	}
	for _, t := range f.Types {
		add(t.Export)
	}
	for _, e := range f.Exports {
		add(e.As)
	}
	return names
}

// passedOn lists the files of which a file exports everything, apart from those that were seen.
func (l *lookup) passedOn(f *source.File, seen []*source.File) (files []*source.File) {
	for _, e := range f.Exports {
		if from, ok := l.project.Resolve(f, e.From); ok && e.Name == "*" && e.As == "" && from != f && !slices.Contains(seen, from) {
			l.look(from)
			files = append(files, from)
		}
	}
	return files
}

func sortedNames(names map[string]bool) []string {
	list := make([]string, 0, len(names))
	for name := range names {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
