package cache

import (
	"maps"
	"sync"
	"sync/atomic"
)

// registry maps the names of caches to what a store knows about them. Names are few and are never
// removed, so adding a name copies the map, and reading takes no lock.
type registry[C any] struct {
	make   func(name string) *C
	byName atomic.Pointer[map[string]*C]
	adding sync.Mutex
}

func (r *registry[C]) all() map[string]*C {
	if m := r.byName.Load(); m != nil {
		return *m
	}
	return nil
}

func (r *registry[C]) named(name string) *C {
	if c, ok := r.all()[name]; ok {
		return c
	}
	r.adding.Lock()
	defer r.adding.Unlock()
	if c, ok := r.all()[name]; ok {
		return c
	}
	c := r.make(name)
	more := map[string]*C{name: c}
	maps.Copy(more, r.all())
	r.byName.Store(&more)
	return c
}
