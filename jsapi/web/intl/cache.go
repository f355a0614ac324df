package intl

import "sync"

// maxKept is how many formatters of a kind are kept. A program with more of them makes some again.
const maxKept = 512

// cache keeps what is made of options, for all VMs.
type cache[K comparable, V any] struct {
	mu   sync.Mutex
	kept map[K]V
	make func(K) V
}

func newCache[K comparable, V any](make func(K) V) *cache[K, V] {
	return &cache[K, V]{kept: map[K]V{}, make: make}
}

func (c *cache[K, V]) get(key K) V {
	c.mu.Lock()
	value, ok := c.kept[key]
	c.mu.Unlock()
	if ok {
		return value
	}
	value = c.make(key)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.kept) >= maxKept {
		clear(c.kept)
	}
	c.kept[key] = value
	return value
}
