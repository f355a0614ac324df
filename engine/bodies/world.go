package bodies

import (
	"cmp"
	"hash/maphash"
	"maps"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/engine/source"
)

// world is what all files know.
type world struct {
	project *source.Project
	host    *source.Project // has the one file in which "fwrun" is declared
	types   *source.File    // that file
	exports map[string]bool
	foreign func(name string) string
	files   map[string]*content
	names   uint64 // the sum of what imports mean: names of files, of exports, of what specifiers are mapped by

	// What the bodies of all files add, once it is gathered.
	gathered sync.Once
	globals  map[string]bool // names that some file sets for all
	added    map[string]bool // members that are assigned to objects from outside
	opened   map[string]bool // names of classes that get members from outside
	bases    map[string]bool // names that classes extend
	made     map[string]bool // names that new makes objects of
	strays   map[string]bool // members that classes give their objects of which it is not known what they extend
	altered  map[string]bool // names that new makes objects of in files that assign to members whose names are not known
	heirs    map[*source.Class][]heir
	sum      uint64 // of these, and of names
}

// content is a file as it is now. Its facts may be known from before.
type content struct {
	File
	sum uint64
}

var seed = maphash.MakeSeed()

func newWorld(in Input) *world {
	w := &world{
		project: in.Project, types: Host(), exports: map[string]bool{}, foreign: in.Foreign, files: make(map[string]*content, len(in.Files)),
		globals: map[string]bool{}, added: map[string]bool{}, opened: map[string]bool{},
		bases: map[string]bool{}, made: map[string]bool{}, strays: map[string]bool{}, altered: map[string]bool{},
		heirs: map[*source.Class][]heir{},
	}
	if w.foreign == nil {
		w.foreign = func(string) string { return "" }
	}
	w.host = source.NewProject(w.types)
	for _, name := range in.Exports {
		w.exports[name] = true
	}
	known := in.Cache.before().facts
	for _, f := range in.Files {
		c := &content{f, maphash.Bytes(seed, f.Text)}
		if before := known[f.Path]; before.facts != nil && before.sum == c.sum {
			c.facts = func() *facts { return before.facts }
		}
		w.files[f.Path] = c
	}
	w.names = sumOfNames(w)
	return w
}

// sumOfNames returns the sum of what look-ups depend on beside the contents of the files in which they look.
func sumOfNames(w *world) uint64 {
	var hash maphash.Hash
	hash.SetSeed(seed)
	add := func(kind byte, names ...string) {
		_ = hash.WriteByte(kind)
		for _, name := range names {
			_, _ = hash.WriteString(name + "\n")
		}
	}
	add('f', slices.Sorted(maps.Keys(w.files))...)
	add('e', slices.Sorted(maps.Keys(w.exports))...)
	paths := w.project.Paths()
	add('b', paths.Base)
	order := func(a, b source.PathPattern) int { return cmp.Compare(a.Pattern, b.Pattern) }
	for _, p := range slices.SortedFunc(slices.Values(paths.Patterns), order) {
		add('p', p.Pattern)
		add('t', p.Targets...)
	}
	return hash.Sum64()
}

// gather joins what the bodies of each file add to the world of all.
func (w *world) gather() {
	w.gathered.Do(func() {
		order := slices.Sorted(maps.Keys(w.files))
		each(len(order), func(i int) { w.files[order[i]].facts() })
		sets := []map[string]bool{w.globals, w.added, w.opened, w.bases, w.made}
		for path, c := range w.files {
			f := c.facts()
			if file := w.project.File(path); file != nil {
				stray(w, file, f)
			}
			if f.changes {
				for _, name := range f.made {
					w.altered[name] = true
				}
			}
			for i, names := range [][]string{f.globals, f.added, f.opened, f.bases, f.made} {
				for _, name := range names {
					sets[i][name] = true
				}
			}
		}
		var hash maphash.Hash
		hash.SetSeed(seed)
		maphash.WriteComparable(&hash, w.names)
		for _, names := range append(sets, w.strays, w.altered) {
			for _, name := range sortedNames(names) {
				_, _ = hash.WriteString(name + ",")
			}
			_ = hash.WriteByte(';')
		}
		for _, path := range order {
			_, _ = hash.WriteString(path + ",")
			if f := w.project.File(path); f != nil {
				inherit(w, f, &hash)
			}
		}
		w.sum = hash.Sum64()
	})
}

// heir is a class that extends another.
type heir struct {
	file  *source.File
	class *source.Class
}

// inherit notes which classes those of a file extend.
func inherit(w *world, f *source.File, hash *maphash.Hash) {
	for _, c := range f.Classes {
		if c.Extends == nil || c.Extends.Kind != source.TypeName {
			continue
		}
		if base := w.project.LookupType(f, c.Extends); base.Class != nil {
			w.heirs[base.Class] = append(w.heirs[base.Class], heir{f, c})
			_, _ = hash.WriteString(base.File.Path + ":" + base.Class.Name + "<" + c.Name + ";")
		}
	}
}
