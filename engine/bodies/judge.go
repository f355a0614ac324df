package bodies

import (
	"slices"
	"sync"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/processors"
)

// Input is what is judged.
type Input struct {
	Project *source.Project
	Files   []File                          // all of the project
	Exports []string                        // the names that scripts can import from "fwrun"
	Foreign func(name string) (here string) // what a name of another framework is in "fwrun", if it is known; may be nil
	Cache   *Cache                          // what earlier judgements of the same folder have left; nil to keep nothing
}

// File is a file with its text.
type File struct {
	Path  string
	Text  []byte
	tree  func() *source.Tree // nil if it is not understood
	facts func() *facts
}

// NewFile returns a file. It is parsed once, when something asks for what is in it.
func NewFile(path string, text []byte) File {
	tree := sync.OnceValue(func() *source.Tree { return source.ParseTree(path, text) })
	return File{path, text, tree, sync.OnceValue(func() *facts { return factsOf(path, tree()) })}
}

// Judge returns the mistakes in the files, sorted by place, with their source lines.
func Judge(in Input) fault.List {
	w := newWorld(in)
	w.gather()
	found, clean := make([]fault.List, len(in.Files)), make([]*finding, len(in.Files))
	before := in.Cache.before().judged
	each(len(in.Files), func(i int) {
		f := w.files[in.Files[i].Path]
		if clean[i] = before[f.Path]; !w.holds(clean[i], f) {
			found[i], clean[i] = w.judge(f)
		}
	})
	in.Cache.keepJudged(in.Files, w, clean)
	list := once(slices.Concat(found...))
	list.Sort()
	return list
}

// judge returns the mistakes of a file; if there are none, what that depends on.
func (w *world) judge(f *content) (fault.List, *finding) {
	file := w.project.File(f.Path)
	if file == nil || f.facts().unread {
		return nil, nil
	}
	l := newLookup(w, file)
	if tree := f.tree(); !isUnchecked(tree) {
		q := newInquiry(l, tree)
		q.judge()
		if len(q.report.found) > 0 {
			return q.report.found, nil
		}
	}
	l.all = true
	return nil, l.finding(f)
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
