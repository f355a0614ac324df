package bodies

import (
	"sync"

	"github.com/fwrun/fwrun/engine/source"
)

// Cache keeps by content what was found out: facts, that there is no mistake, and what functions give. The zero value is empty.
type Cache struct {
	mu sync.Mutex
	memory
}

// memory is what a cache has, by the paths of files. Its maps do not change.
type memory struct {
	facts   map[string]kept
	judged  map[string]*finding // of files without mistakes
	results map[string]*finding
}

// kept are the facts of a content.
type kept struct {
	sum   uint64
	facts *facts
}

// finding is what was found in a file, and what that depends on: its content, those of the files that were asked, and what these are called;
// and for some also what the bodies of all files add.
type finding struct {
	sum     uint64
	lookups map[string]uint64
	all     bool
	world   uint64
	results []source.Result
}

// finding returns what was found in the file with what it depends on.
func (l *lookup) finding(f *content) *finding {
	found := &finding{sum: f.sum, lookups: l.lookups, all: l.all, world: l.names}
	if l.all {
		found.world = l.sum
	}
	return found
}

// holds reports whether what was found in a file before is what would be found now.
func (w *world) holds(before *finding, f *content) bool {
	if before == nil || before.sum != f.sum {
		return false
	}
	for path, sum := range before.lookups {
		if c := w.files[path]; c == nil || c.sum != sum {
			return false
		}
	}
	if before.all {
		w.gather()
		return before.world == w.sum
	}
	return before.world == w.names
}

// before returns what was kept.
func (c *Cache) before() memory {
	if c == nil {
		return memory{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.memory
}

// keepJudged remembers the facts of all files, and which of them have no mistakes.
func (c *Cache) keepJudged(files []File, w *world, clean []*finding) {
	if c == nil {
		return
	}
	known := make(map[string]kept, len(files))
	for _, f := range files {
		known[f.Path] = kept{w.files[f.Path].sum, w.files[f.Path].facts()}
	}
	judged := byPath(files, clean)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.facts, c.judged = known, judged
}

// keepResults remembers what functions give.
func (c *Cache) keepResults(files []File, found []*finding) {
	if c == nil {
		return
	}
	results := byPath(files, found)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.results = results
}

func byPath(files []File, found []*finding) map[string]*finding {
	all := make(map[string]*finding, len(files))
	for i, f := range files {
		if found[i] != nil {
			all[f.Path] = found[i]
		}
	}
	return all
}
