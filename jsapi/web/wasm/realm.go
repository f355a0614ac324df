package wasm

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
	"weak"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
)

// realm is what the modules of one VM share.
type realm struct {
	*part.Realm
	limits  Limits
	engine  *engine
	running *running

	errors    errorClasses
	asIntN    goja.Callable                               // BigInt.asIntN
	iterate   goja.Callable                               // Array.from
	exported  weakly[weak.Pointer[goja.Object], function] // exported functions by their objects
	usage     *usage
	lastPurge time.Time

	depth int      // calls into modules within each other
	slab  []uint64 // parameters and results of these calls

	refs      refs
	instances weakly[uintptr, instance]   // by the identity of their engines
	memories  weakly[uintptr, memory]     // by their addresses
	types     map[string]*binary.FuncType // of functions that may be in tables
	pinned    []*instance                 // those whose functions may be anywhere
	pins      map[*function]struct{}      // functions whose references scripts have handed out
	scratch   *table                      // of one function
}

// usage counts what the collector has not freed yet. It outlives the realm.
type usage struct{ instances, bytes, elements atomic.Int64 }

// limits and engine are set when the part runs, so a VM that does not use it has nothing of this.
func newRealm(r *part.Realm, limits Limits) *realm {
	e, err := process()
	if err != nil {
		panic(err)
	}
	rt := r.Runtime
	own := &realm{
		Realm: r, limits: limits, engine: e, usage: &usage{},
		types: map[string]*binary.FuncType{}, pins: map[*function]struct{}{},
	}
	own.running = &running{context.Background(), own}
	own.asIntN, _ = goja.AssertFunction(rt.Get("BigInt").(*goja.Object).Get("asIntN"))
	own.iterate, _ = goja.AssertFunction(rt.Get("Array").(*goja.Object).Get("from"))
	return own
}

// purge runs the collector, so that what is garbage does not count, unless it has run lately. It reports whether it did.
func (r *realm) purge() bool {
	const often = 200 * time.Millisecond
	if time.Since(r.lastPurge) < often {
		return false
	}
	r.lastPurge = time.Now()
	before := r.usage.instances.Load()
	r.VM.Block(func() {
		runtime.GC()
		for began := time.Now(); time.Since(began) < often/10 && r.usage.instances.Load() == before; {
			time.Sleep(time.Millisecond) // cleanups run on a goroutine of their own
		}
	})
	return true
}

// reserve adds to a counter, unless that would exceed its limit even after what is garbage has been freed.
func (r *realm) reserve(counter *atomic.Int64, n, limit int64) bool {
	if counter.Load()+n > limit && (!r.purge() || counter.Load()+n > limit) {
		return false
	}
	counter.Add(n)
	return true
}
