package cache

import (
	"sync/atomic"

	"github.com/maypok86/otter/v2"
)

// Stats are the figures of one cache since its store was made.
type Stats struct {
	Hits      int64 // calls of Get that found an entry
	Misses    int64 // calls of Get that found no entry
	Evictions int64 // entries dropped for room before their time; not those deleted or cleared
	Entries   int64 // current entries; an entry whose time has passed counts until it is swept, within seconds
}

// Counting is a Store that counts what is asked of it.
type Counting interface {
	Store
	// Stats returns the figures of every cache that was used, by name.
	Stats() map[string]Stats
}

var _ Counting = (*Memory)(nil)

// Stats implements Counting.
func (m *Memory) Stats() map[string]Stats {
	all := map[string]Stats{}
	for name, c := range m.caches.all() {
		all[name] = Stats{
			Hits: c.hits.Load(), Misses: c.misses.Load(), Evictions: c.evictions.Load(),
			Entries: max(0, c.current.Load().entries.Load()),
		}
	}
	return all
}

// named is one cache of a Memory.
type named struct {
	current                 atomic.Pointer[generation]
	hits, misses, evictions atomic.Int64
}

// generation holds the entries of a cache from one Clear to the next.
type generation struct {
	of      *named
	entries atomic.Int64
}

func newNamed(string) *named {
	c := &named{}
	c.renew()
	return c
}

// renew begins a new generation and returns the previous one.
func (c *named) renew() *generation { return c.current.Swap(&generation{of: c}) }

// lost counts an entry that was removed.
func (g *generation) lost(cause otter.DeletionCause) {
	if cause == otter.CauseReplacement {
		return
	}
	g.entries.Add(-1)
	if cause == otter.CauseOverflow && g.of.current.Load() == g {
		g.of.evictions.Add(1)
	}
}
