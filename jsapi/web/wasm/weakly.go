package wasm

import (
	"weak"
)

// weakly finds values by keys, and keeps none of them: a WeakMap of the script engine would keep a value whose key it refers to.
type weakly[K comparable, V any] struct {
	known map[K]weak.Pointer[V]
	tidy  int // how many there may be until those that are gone are removed
}

const minTidy = 64

func (w *weakly[K, V]) put(key K, value *V) {
	if w.known == nil {
		w.known, w.tidy = map[K]weak.Pointer[V]{}, minTidy
	}
	w.known[key] = weak.Make(value)
	if len(w.known) < w.tidy {
		return
	}
	for key, pointer := range w.known {
		if pointer.Value() == nil {
			delete(w.known, key)
		}
	}
	w.tidy = max(minTidy, 2*len(w.known))
}

// find returns the value of a key; nil if it is gone.
func (w *weakly[K, V]) find(key K) *V { return w.known[key].Value() }

// all calls fn with each value.
func (w *weakly[K, V]) all(fn func(*V)) {
	for _, pointer := range w.known {
		if value := pointer.Value(); value != nil {
			fn(value)
		}
	}
}
