package cache

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/fwrun/fwrun/platform/clock"
)

// DefaultMaxBytes is the bound of a Memory whose options set none.
const DefaultMaxBytes = 64 << 20

// MemoryOptions are the settings of a Memory. The zero value has the defaults.
type MemoryOptions struct {
	MaxBytes int64       // of keys, values and overhead, all caches together; default 64 MiB
	Clock    clock.Clock // by which entries end; the machine's if nil
}

// Memory is a Store in this process. When it is full, it drops the entries that are used least.
// It never keeps an entry that is larger than its bound.
type Memory struct {
	entries *otter.Cache[entryKey, entry]
	caches  registry[named]
	sweeper sweeper
}

var _ Store = (*Memory)(nil)

// entryKey identifies an entry. Two generations of a cache have no entries in common, so clearing
// a cache only replaces a pointer.
type entryKey struct {
	in  *generation
	key string
}

type entry struct {
	value []byte
	ttl   time.Duration
}

// overhead is the approximate cost of an entry without its key and its value: 16 to 21 words of
// node, key and headers, and its place in the table.
const overhead = 192

// NewMemory returns an empty Memory. Close stops its background work.
func NewMemory(o MemoryOptions) *Memory {
	m := &Memory{caches: registry[named]{make: newNamed}}
	options := &otter.Options[entryKey, entry]{
		MaximumWeight: uint64(cmp.Or(max(o.MaxBytes, 0), DefaultMaxBytes)),
		Weigher: func(k entryKey, e entry) uint32 {
			return uint32(min(uint64(len(k.key)+len(e.value)+overhead), math.MaxUint32))
		},
		ExpiryCalculator: otter.ExpiryWritingFunc(func(e otter.Entry[entryKey, entry]) time.Duration {
			return e.Value.ttl
		}),
		OnAtomicDeletion: func(e otter.DeletionEvent[entryKey, entry]) { e.Key.in.lost(e.Cause) },
	}
	if _, isReal := clock.Or(o.Clock).(clock.Real); !isReal {
		options.Clock = turned{o.Clock}
	}
	m.entries = otter.Must(options) // panics only for options that contradict each other
	return m
}

// turned is the clock of a test. It does not tick: entries that have ended are removed when something is looked for, or set.
type turned struct{ of clock.Clock }

func (c turned) NowNano() int64                      { return c.of.At().UnixNano() }
func (c turned) Tick(time.Duration) <-chan time.Time { return nil }

// Get implements Store. It never fails.
func (m *Memory) Get(_ context.Context, cache, key string) (value []byte, found bool, err error) {
	c := m.caches.named(cache)
	e, found := m.entries.GetIfPresent(entryKey{c.current.Load(), key})
	if !found {
		c.misses.Add(1)
		return nil, false, nil
	}
	c.hits.Add(1)
	return e.value, true, nil
}

// Set implements Store. It never fails.
func (m *Memory) Set(_ context.Context, cache, key string, value []byte, ttl time.Duration) error {
	k := entryKey{m.caches.named(cache).current.Load(), key}
	if ttl < 0 {
		m.entries.Invalidate(k)
		return nil
	}
	e := entry{bytes.Clone(value), cmp.Or(ttl, math.MaxInt64)}
	if _, added := m.entries.Set(k, e); added {
		k.in.entries.Add(1)
	}
	return nil
}

// Delete implements Store. It never fails.
func (m *Memory) Delete(_ context.Context, cache, key string) error {
	m.entries.Invalidate(entryKey{m.caches.named(cache).current.Load(), key})
	return nil
}

// Clear implements Store. It never fails. The entries cannot be found any more. They are removed
// from memory in the background, at the latest when the room is needed.
func (m *Memory) Clear(_ context.Context, cache string) error {
	old := m.caches.named(cache).renew()
	m.sweeper.left.Add(old.entries.Load())
	m.sweep()
	return nil
}

// Close implements Store. It never fails.
func (m *Memory) Close() error {
	m.sweeper.done.Wait()
	m.entries.StopAllGoroutines()
	m.entries.InvalidateAll()
	return nil
}
