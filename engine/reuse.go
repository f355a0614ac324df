package engine

import (
	"sync"

	"github.com/fwrun/fwrun/engine/bodies"
	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/snapshot"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Reuse is what boots of one folder leave to the next, so that a reload reads and parses only what has changed: the declarations of each
// file, and the compiler with its trees. Everything is found by content. It takes the memory of a compiler, so it is for those who expect
// to boot again. The zero value has nothing yet; nil keeps nothing.
type Reuse struct {
	bundler bundle.Bundler
	bodies  bodies.Cache

	mu       sync.Mutex
	files    map[string]readFile // by path: those of the last boot
	packages *packages           // nil before the first boot
}

// readFile is what was read from a content. It is never changed.
type readFile struct {
	sum  snapshot.Sum
	file *source.File
}

// reader returns where declarations may be known from: this, or the cache.
func (r *Reuse) reader(kept *snapshot.Snapshot) declarationsOf {
	var files map[string]readFile
	if r != nil {
		r.mu.Lock()
		files = r.files // which keep replaces
		r.mu.Unlock()
	}
	if files == nil && kept == nil {
		return nil
	}
	return func(path string, content snapshot.Sum) *source.File {
		if found, known := files[path]; known && found.sum == content {
			return found.file
		}
		if kept == nil {
			return nil
		}
		return kept.Read(path, content)
	}
}

// keep remembers what was read.
func (r *Reuse) keep(scripts []script) {
	if r == nil {
		return
	}
	files := make(map[string]readFile, len(scripts))
	for _, s := range scripts {
		files[s.path] = readFile{s.sum, s.file}
	}
	r.mu.Lock()
	r.files = files
	r.mu.Unlock()
}

// build bundles and compiles.
func (r *Reuse) build(in bundle.Input, texts map[string][]byte) (*bundle.Bundle, fault.List) {
	switch {
	case r == nil && in.Keeper == nil:
		return bundle.Build(in, texts)
	case r == nil:
		r = &Reuse{}
	}
	return r.bundler.Build(in, texts)
}

// prepare parses what was not built, since its program came from the cache: the first reload is no slower than the next.
func (r *Reuse) prepare(in bundle.Input, texts map[string][]byte, p *bundle.Packages) {
	r.bundler.Prepare(in, texts, p)
}

// prepareReload parses what came from the cache, once all workers are made.
func (a *Application) prepareReload() {
	parse := a.parse
	if a.parse = nil; parse == nil {
		return
	}
	a.keeping.Go(func() {
		<-a.pool.Complete()
		parse()
	})
}

// scriptTexts returns the texts of scripts by path.
func scriptTexts(scripts []script) map[string][]byte {
	texts := make(map[string][]byte, len(scripts))
	for _, s := range scripts {
		texts[s.path] = s.text
	}
	return texts
}
