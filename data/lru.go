package data

import "container/list"

// lru keeps the most recently used values up to a maximum number. It is not safe for concurrent
// use.
type lru[K comparable, V any] struct {
	bound   int
	dropped func(V) // called for every value that is removed; may be nil
	order   list.List
	entries map[K]*list.Element
}

type lruEntry[K comparable, V any] struct {
	key   K
	value V
}

func newLRU[K comparable, V any](bound int, dropped func(V)) *lru[K, V] {
	return &lru[K, V]{bound: bound, dropped: dropped, entries: make(map[K]*list.Element)}
}

func (l *lru[K, V]) get(key K) (value V, ok bool) {
	e, ok := l.entries[key]
	if !ok {
		return value, false
	}
	l.order.MoveToFront(e)
	return e.Value.(*lruEntry[K, V]).value, true
}

func (l *lru[K, V]) put(key K, value V) {
	l.remove(key)
	l.entries[key] = l.order.PushFront(&lruEntry[K, V]{key, value})
	for len(l.entries) > l.bound {
		l.remove(l.order.Back().Value.(*lruEntry[K, V]).key)
	}
}

func (l *lru[K, V]) remove(key K) {
	e, ok := l.entries[key]
	if !ok {
		return
	}
	delete(l.entries, key)
	l.order.Remove(e)
	if l.dropped != nil {
		l.dropped(e.Value.(*lruEntry[K, V]).value)
	}
}

func (l *lru[K, V]) clear() {
	for l.order.Len() > 0 {
		l.remove(l.order.Front().Value.(*lruEntry[K, V]).key)
	}
}
