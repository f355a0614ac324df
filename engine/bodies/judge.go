package bodies

import (
	"hash/maphash"
	"maps"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/processors"
)

// Input is what is judged.
type Input struct {
	Project *source.Project
	Files   []File   // all of the project
	Exports []string // the names that scripts can import from "fwrun"
	Cache   *Cache   // what earlier judgements of the same folder have left; nil to keep nothing
}

// File is a file with its text.
type File struct {
	Path  string
	Text  []byte
	facts func() *facts
}

// NewFile returns a file. It is parsed once, when something asks for what is in it.
func NewFile(path string, text []byte) File {
	return File{path, text, sync.OnceValue(func() *facts { return factsOf(path, source.ParseTree(path, text)) })}
}

// Cache keeps facts and verdicts by content. The zero value is empty.
type Cache struct {
	mu    sync.Mutex
	files map[string]*judged
}

// judged is what was found out about a content.
type judged struct {
	sum     uint64
	facts   *facts
	clean   bool              // no mistake was found
	lookups map[string]uint64 // the sums of the files that the verdict depends on, while it holds
	world   uint64            // the sum of what all files add to the world of each
}

var seed = maphash.MakeSeed()

// Judge returns the mistakes in the files, sorted by place, with their source lines.
func Judge(in Input) fault.List {
	w := newWorld(in)
	w.read(in.Files)
	w.gather()
	found, next := make([]fault.List, len(in.Files)), make([]*judged, len(in.Files))
	each(len(in.Files), func(i int) { found[i], next[i] = w.judge(in.Files[i]) })
	in.Cache.keep(in.Files, next)
	list := slices.Concat(found...)
	list = once(list)
	list.Sort()
	return list
}

// once drops diagnostics that several files give rise to: an unexported class that two of them import.
func once(list fault.List) fault.List {
	type key struct {
		place fault.Place
		code  string
	}
	seen := map[key]bool{}
	return slices.DeleteFunc(list, func(d fault.Diagnostic) bool {
		k := key{d.Place, d.Code}
		was := seen[k]
		seen[k] = true
		return was
	})
}

// each calls a function for each index, on all processors.
func each(n int, do func(i int)) {
	var workers sync.WaitGroup
	next, mu := 0, sync.Mutex{}
	for range min(processors.Count(), n) {
		workers.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	workers.Wait()
}

// world is what all files know.
type world struct {
	project *source.Project
	host    *source.Project // has the one file in which "fwrun" is declared
	types   *source.File    // that file
	exports map[string]bool
	cache   *Cache

	files   map[string]*judged
	sources map[string]File // files that are parsed if something is asked of them
	texts   map[string]string
	globals map[string]bool // names that some file sets for all
	added   map[string]bool // members that are assigned to objects from outside
	opened  map[string]bool // names of classes that get members from outside
	bases   map[string]bool // names that classes extend
	made    map[string]bool // names that new makes objects of
	heirs   map[*source.Class][]heir
	sum     uint64 // of these
}

func newWorld(in Input) *world {
	w := &world{
		project: in.Project, types: Host(), exports: map[string]bool{}, cache: in.Cache, files: map[string]*judged{}, texts: map[string]string{},
		globals: map[string]bool{}, added: map[string]bool{}, opened: map[string]bool{},
		bases: map[string]bool{}, made: map[string]bool{}, heirs: map[*source.Class][]heir{},
	}
	w.host = source.NewProject(w.types)
	for _, name := range in.Exports {
		w.exports[name] = true
	}
	return w
}

// read takes the facts of unchanged files from the cache, and parses the others.
func (w *world) read(files []File) {
	known := w.cache.known()
	all := make([]*judged, len(files))
	each(len(files), func(i int) {
		sum := maphash.Bytes(seed, files[i].Text)
		if before := known[files[i].Path]; before != nil && before.sum == sum {
			all[i] = before
			return
		}
		all[i] = &judged{sum: sum, facts: files[i].facts()}
	})
	for i, f := range files {
		w.files[f.Path], w.texts[f.Path] = all[i], string(f.Text)
	}
}

// gather joins what each file adds to the world of all.
func (w *world) gather() {
	sets := []map[string]bool{w.globals, w.added, w.opened, w.bases, w.made}
	for _, j := range w.files {
		for i, names := range [][]string{j.facts.globals, j.facts.added, j.facts.opened, j.facts.bases, j.facts.made} {
			for _, name := range names {
				sets[i][name] = true
			}
		}
	}
	var hash maphash.Hash
	hash.SetSeed(seed)
	for _, names := range sets {
		for _, name := range slices.Sorted(maps.Keys(names)) {
			_, _ = hash.WriteString(name + ",")
		}
		_ = hash.WriteByte(';')
	}
	for _, path := range slices.Sorted(maps.Keys(w.files)) {
		_, _ = hash.WriteString(path + ",")
		if f := w.project.File(path); f != nil {
			w.inherit(f, &hash)
		}
	}
	w.sum = hash.Sum64()
}

// heir is a class that extends another.
type heir struct {
	file  *source.File
	class *source.Class
}

// inherit notes which classes those of a file extend.
func (w *world) inherit(f *source.File, hash *maphash.Hash) {
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

// judge returns the mistakes of a file. One without mistakes is not judged again as long as what it depends on is the same.
func (w *world) judge(f File) (fault.List, *judged) {
	j := w.files[f.Path]
	file := w.project.File(f.Path)
	if file == nil || j.facts.unread || j.clean && j.world == w.sum && w.same(j.lookups) {
		return nil, j
	}
	tree := j.facts.takeTree()
	if tree == nil {
		tree = source.ParseTree(f.Path, f.Text)
	}
	if isUnchecked(tree) {
		return nil, &judged{sum: j.sum, facts: j.facts, clean: true, world: w.sum}
	}
	q := newInquiry(w, file, tree)
	q.judge()
	found := q.report.found
	return found, &judged{sum: j.sum, facts: j.facts, clean: len(found) == 0, lookups: q.members.lookups, world: w.sum}
}

// same reports whether the files that a verdict depends on are what they were.
func (w *world) same(lookups map[string]uint64) bool {
	for path, sum := range lookups {
		if j := w.files[path]; j == nil || j.sum != sum {
			return false
		}
	}
	return true
}

// keep remembers what was found out.
func (c *Cache) keep(files []File, results []*judged) {
	if c == nil {
		return
	}
	kept := make(map[string]*judged, len(files))
	for i, f := range files {
		kept[f.Path] = results[i]
	}
	c.mu.Lock()
	c.files = kept
	c.mu.Unlock()
}

func (c *Cache) known() map[string]*judged {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.files
}
