package cache

import (
	"sync"
	"sync/atomic"
)

// sweeper removes the entries of cleared caches. They cannot be found any more, but the bound
// alone is not enough: it keeps entries that were used often, so that entries of a cleared cache
// would take the room of new ones for a long time.
type sweeper struct {
	left    atomic.Int64 // entries of cleared caches since the previous sweep
	running atomic.Bool
	done    sync.WaitGroup
}

// share is the part of all entries, 1/share, that is worth a sweep. A sweep visits all entries,
// so each swept entry costs a few visits at most, however often caches are cleared.
const share = 8

// sweep starts to remove what cleared caches have left, unless that is little or a sweep runs
// already.
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
