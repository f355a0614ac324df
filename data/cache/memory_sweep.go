package cache

import (
	"sync"
	"sync/atomic"
)

// sweeper removes what cleared caches have left. Nobody could find it anyway, but the bound
// alone would not do: it keeps what was used much, and what was used much before a Clear would
// be kept for a long time at the cost of new entries.
type sweeper struct {
	left    atomic.Int64 // entries of cleared caches since the previous sweep
	running atomic.Bool
	done    sync.WaitGroup
}

// share is the part of all entries that is worth a sweep, which looks at all of them: so what
// is swept costs a few looks at most, however often caches are cleared.
const share = 8

// sweep begins to remove what is left, unless that is little or has begun.
func (m *Memory) sweep() {
	if m.sweeper.left.Load()*share < int64(m.entries.EstimatedSize()) || !m.sweeper.running.CompareAndSwap(false, true) {
		return
	}
	m.sweeper.done.Go(func() {
		m.sweeper.left.Store(0)
		for k := range m.entries.Keys() {
			if k.in.of.current.Load() != k.in {
				m.entries.Invalidate(k)
			}
		}
		m.sweeper.running.Store(false)
	})
}
