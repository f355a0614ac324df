package engine

import (
	"crypto/sha256"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/cache"
	"github.com/fwrun/fwrun/engine/snapshot"
)

// packages keep what the packages of an application were compiled to: in memory from boot to boot, and on the disk. It implements
// [bundle.Keeper].
type packages struct {
	folder, cache string // of the application, and of the cache, which may be empty
	log           *slog.Logger

	mu      sync.Mutex
	of      *bundle.Packages
	facts   []snapshot.Fact // that it depends on; nil if they are not known
	stamps  []snapshot.Stamp
	pending func() // finds the facts of what was built, and writes it to the disk; nil if that is done
}

// keeper returns what keeps the packages of an application; nil if they are compiled with it, into one program: that is faster where it runs,
// and it is how everything runs that does not expect to be compiled again.
func (a *Application) keeper() bundle.Keeper {
	switch reuse := a.options.Reuse; {
	case a.options.packs || a.options.Test != "" || a.options.Compiled != nil:
		return nil
	case reuse != nil:
		return reuse.packagesOf(a)
	case a.options.Packages != "":
		return &packages{folder: a.options.Folder, cache: a.options.Packages, log: a.options.Log}
	}
	return nil
}

// packagesOf returns what keeps packages from boot to boot.
func (r *Reuse) packagesOf(a *Application) *packages {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.packages == nil || r.packages.folder != a.options.Folder {
		r.packages = &packages{folder: a.options.Folder}
	}
	r.packages.cache, r.packages.log = a.options.Cache, a.options.Log
	return r.packages
}

// Current reports whether packages in memory are what is on the disk. It looks at each file that they depend on, and reads none unless one has
// another time or size.
func (k *packages) Current(p *bundle.Packages) bool {
	k.Settle()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of != p || k.facts == nil {
		return false
	}
	now := snapshot.Stamps(k.folder, k.facts)
	var touched []snapshot.Fact
	for i, stamp := range now {
		if stamp != k.stamps[i] {
			touched = append(touched, k.facts[i]) // such as the folder of the application, into which an editor renames a file
		}
	}
	if snapshot.Changed(k.folder, touched) != "" {
		return false
	}
	k.stamps = now
	return true
}

// Load takes packages from the disk.
func (k *packages) Load(key string, files []string) *bundle.Packages {
	store, name, err := k.open(key, files)
	if err != nil {
		return nil
	}
	defer store.Close()
	payload, ok := store.Load(name)
	if !ok {
		return nil
	}
	kept, err := snapshot.DecodePackages(payload)
	if err != nil {
		return nil
	}
	compiled := make(chan *bundle.Packages, 1)
	go func() {
		program, err := kept.Output.Compile(true)
		if err != nil {
			k.log.Debug("packages do not compile again", "error", err)
		}
		compiled <- &bundle.Packages{Program: program, Output: kept.Output, Files: kept.Files, Data: kept.Data}
	}()
	stamps := snapshot.Stamps(k.folder, kept.Facts)
	changed := snapshot.Changed(k.folder, kept.Facts)
	p := <-compiled
	if changed != "" || p.Program == nil {
		k.log.Debug("packages are compiled anew", "because", changed)
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.of, k.facts, k.stamps, k.pending = p, kept.Facts, stamps, nil
	k.log.Debug("packages are kept", "files", len(files))
	return p
}

// Begin looks at what is known before packages are built.
func (k *packages) Begin(key string, files []string) func(p *bundle.Packages) {
	survey := snapshot.NewSurvey(k.folder, append(slices.Clone(files), "package.json")) // and what is beside it, which changes while it is built
	return func(p *bundle.Packages) {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.of, k.facts, k.stamps = p, nil, nil
		k.pending = func() {
			if err := k.keep(key, survey, p); err != nil {
				k.log.Debug("packages are not kept", "reason", err)
			}
		}
	}
}

// Settle does what was left for later, when an application serves.
func (k *packages) Settle() {
	k.mu.Lock()
	defer k.mu.Unlock()
	pending := k.pending
	if k.pending = nil; pending != nil {
		pending()
	}
}

// keep finds the facts that packages depend on, and writes them with these to the disk.
func (k *packages) keep(key string, survey *snapshot.Survey, p *bundle.Packages) error {
	parts, err := p.Parts()
	if err != nil {
		return err
	}
	facts, err := survey.Facts(parts, nil)
	if err != nil {
		return err
	}
	stamps := snapshot.Stamps(k.folder, facts)
	if changed := snapshot.Changed(k.folder, facts); changed != "" { // between the facts and their stamps
		return fmt.Errorf("%s has changed", changed)
	}
	k.facts, k.stamps = facts, stamps
	store, name, err := k.open(key, p.Paths())
	if err != nil {
		return err
	}
	defer store.Close()
	return store.Save(name, (&snapshot.Packages{Output: p.Output, Files: p.Files, Data: p.Data, Facts: facts}).Encode())
}

// open opens the cache, and names the entry of packages in it.
func (k *packages) open(key string, files []string) (store *cache.Store, name cache.Key, err error) {
	if k.cache == "" {
		return nil, name, fmt.Errorf("there is no cache")
	}
	program, err := cache.Identity()
	if err != nil {
		return nil, name, err
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "packages %x %s %q", program, key, files)
	store, err = cache.Open(k.cache)
	return store, cache.Key(hash.Sum(nil)), err
}
