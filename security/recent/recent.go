package recent

import (
	"sync"
	"time"
)

// Memory remembers values by key, each until its end. When there are many, those that were remembered first are forgotten, a generation at
// a time, so that finding one changes nothing. Its methods may be called by several goroutines.
type Memory[K comparable, V any] struct {
	now  func() time.Time
	half int

	mu         sync.RWMutex
	young, old map[K]value[V] // old are those that were remembered before young was begun
	weight     int            // of young
}

type value[V any] struct {
	of    V
	until time.Time // zero if it has no end of its own
}

// New returns a memory for values that weigh twice as much as half at most.
func New[K comparable, V any](half int, now func() time.Time) *Memory[K, V] {
	return &Memory[K, V]{now: now, half: half, young: map[K]value[V]{}}
}

// Find returns the value of a key, and whether one is remembered that has not ended.
func (m *Memory[K, V]) Find(key K) (found V, is bool) {
	m.mu.RLock()
	one, is := m.young[key]
	if !is {
		one, is = m.old[key]
	}
	m.mu.RUnlock()
	if !is || !one.until.IsZero() && !m.now().Before(one.until) {
		return found, false
	}
	return one.of, true
}

// Add remembers a value that weighs something, as do its key and what the two hold, until its end; the zero time is no end.
func (m *Memory[K, V]) Add(key K, of V, weight int, until time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, is := m.young[key]; is {
		weight = 0 // it has been counted
	}
	if m.weight+weight > m.half {
		m.young, m.old, m.weight = map[K]value[V]{}, m.young, 0
	}
	m.young[key] = value[V]{of, until}
	m.weight += weight
}
