package engine

import (
	"crypto/sha256"
	"fmt"
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/cache"
	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/engine/snapshot"
	"github.com/fwrun/fwrun/engine/source"
)

// cacheEntry is the place of this application in the user's cache, and its content. It is nil when there is no
// cache.
type cacheEntry struct {
	application string // folder
	cache       string // folder
	key         cache.Key
	snapshot    *snapshot.Snapshot
	packages    *bundle.Packages // of the snapshot, if it has any
	sealed      bool             // it was given to the application, and takes the place of compiling
}

// openCache looks up the scanned scripts in the cache. A failure of the cache never stops the application: it
// starts without the cache.
func (a *Application) openCache(scanned []script) *cacheEntry {
	if a.instrumented.mode != instrument.None {
		return nil // what is compiled is another program
	}
	if a.options.Compiled != nil {
		given, _ := snapshot.Decode(a.options.Compiled) // nil when it is damaged
		return &cacheEntry{snapshot: given, sealed: true}
	}
	if a.options.Cache == "" {
		return nil
	}
	program, err := cache.Identity()
	if err != nil {
		a.options.Log.Debug("no cache", "reason", err)
		return nil
	}
	store, err := cache.Open(a.options.Cache)
	if err != nil {
		a.options.Log.Debug("no cache", "reason", err)
		return nil
	}
	defer store.Close()
	e := &cacheEntry{application: a.options.Folder, cache: a.options.Cache, key: a.cacheKey(program, scanned)}
	if payload, ok := store.Load(e.key); ok {
		e.snapshot, _ = snapshot.Decode(payload) // nil when the payload is damaged
	}
	return e
}

// cacheKey hashes what the build is known to depend on before any file is parsed: the program itself, the options
// of the bundler, and the content of the scanned scripts. The snapshot verifies everything else.
func (a *Application) cacheKey(program [32]byte, scanned []script) (key cache.Key) {
	hash := sha256.New()
	fmt.Fprintf(hash, "%x %#v", program, a.bundleInput(pathsOf(scanned)))
	for _, s := range scanned {
		_, _ = hash.Write(s.sum[:])
	}
	return cache.Key(hash.Sum(nil))
}

// found returns the snapshot of the scripts, or nil.
func (e *cacheEntry) found() *snapshot.Snapshot {
	if e == nil {
		return nil
	}
	return e.snapshot
}

// compileAhead begins to compile the program of the snapshot, while it is found out whether that still is the application, as it nearly
// always is. The function that it returns waits for the program; it is nil if there is no snapshot.
func (e *cacheEntry) compileAhead(live bool) func() (*goja.Program, error) {
	found := e.found()
	if found == nil {
		return nil
	}
	program := sync.OnceValues(func() (*goja.Program, error) { return found.Output.Compile(live) })
	go func() { _, _ = program() }()
	return program
}

// changed returns a file or folder that is no longer what it was when the snapshot was made; empty if there is none. Nothing but the
// scripts counts for one that was given.
func (e *cacheEntry) changed(folder string) string {
	if e.sealed {
		return ""
	}
	return snapshot.Changed(folder, e.snapshot.Facts)
}

// packed returns a snapshot that depends on nothing but the scripts.
func packed(built *bundle.Bundle, scripts []script, results []source.Result) *snapshot.Snapshot {
	files := make([]snapshot.File, len(scripts))
	for i, s := range scripts {
		files[i] = snapshot.NewFile(s.file, s.sum)
	}
	return &snapshot.Snapshot{Output: built.Kept(), Files: files, Results: results}
}

// survey begins a survey if its result will be stored.
func (e *cacheEntry) survey(paths []string) *snapshot.Survey {
	if e == nil || e.sealed {
		return nil
	}
	return snapshot.NewSurvey(e.application, paths)
}

// save stores a bundle for the next start.
func (e *cacheEntry) save(survey *snapshot.Survey, built *bundle.Bundle, scripts []script, results []source.Result) error {
	files := make([]snapshot.File, len(scripts))
	sums := make(map[string]snapshot.Sum, len(scripts))
	for i, s := range scripts {
		files[i] = snapshot.NewFile(s.file, s.sum)
		sums[s.path] = s.sum
	}
	parts, err := built.Parts()
	if err != nil {
		return err
	}
	facts, err := survey.Facts(parts, sums)
	if err != nil {
		return err
	}
	store, err := cache.Open(e.cache)
	if err != nil {
		return err
	}
	defer store.Close()
	kept := snapshot.Snapshot{Output: built.Kept(), Packages: built.Packages.Paths(), Facts: facts, Files: files, Results: results}
	return store.Save(e.key, kept.Encode())
}

// remember stores what was compiled in the cache, while the application begins to work. It is called only if the
// application has no mistake.
func (a *Application) remember() {
	if kept, is := a.kept.(*packages); is {
		a.keeping.Go(kept.Settle)
	}
	keep := a.keep
	if a.keep = nil; keep == nil {
		return
	}
	a.keeping.Go(func() {
		if err := keep(); err != nil {
			a.options.Log.Debug("not cached", "reason", err)
		}
	})
}
