package aspects

import (
	"context"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/platform/units"
)

// Cached is one cache, for scripts that use it directly.
type Cached struct{ inner *cached }

// Cache returns a cache by its name.
func (r *Realm) Cache(name string) Cached {
	return Cached{&cached{Realm: r, names: []string{name}}}
}

// Get returns a cached value, or undefined. With a function, a missing value is made by it and cached.
func (c Cached) Get(key, make goja.Value, ttl time.Duration) (goja.Value, error) {
	d := *c.inner
	d.ttl = ttl
	text, err := d.keyText(key)
	if err != nil {
		return nil, err
	}
	if value, found := d.lookAndTell(text); found {
		return value, nil
	}
	function, ok := goja.AssertFunction(make)
	if !ok {
		return goja.Undefined(), nil
	}
	return d.miss(entry{d.names[0], text}, &call{this: goja.Undefined()},
		func() (goja.Value, error) { return d.Awaited(function(goja.Undefined(), key)) })
}

// Put caches a value.
func (c Cached) Put(key, value goja.Value, ttl time.Duration) error {
	d := *c.inner
	d.ttl = ttl
	text, err := d.keyText(key)
	if err != nil {
		return err
	}
	return d.keep(text, nil, value, &call{this: goja.Undefined()})
}

// Evict removes a value.
func (c Cached) Evict(key goja.Value) error {
	text, err := c.inner.keyText(key)
	if err != nil {
		return err
	}
	return c.inner.evict(text, false)
}

// Clear removes all values.
func (c Cached) Clear() error { return c.inner.evict("", true) }

// keyText returns the key of a value, as a template or a single argument would give it: a text is its own key.
func (r *Realm) keyText(key goja.Value) (string, error) {
	if _, isObject := key.(*goja.Object); isObject || key == nil || goja.IsUndefined(key) {
		text, err := r.wholeKey([]goja.Value{key})
		return short(text), err
	}
	return short(key.String()), nil
}

// TryLock acquires a lock that the script releases itself. The lease is nil if another owner holds the lock. It does not wait for an async
// call of this VM.
func (r *Realm) TryLock(name string, wait, ttl time.Duration) (Lease, error) {
	if ttl == 0 {
		ttl = r.Locks.TTL()
	}
	if r.inTheWay(name) {
		wait = 0
	}
	var lease Lease
	var err error
	ctx := r.VM.Context()
	r.VM.Block(func() {
		err = r.VM.GivingWay(ctx, false, func(ctx context.Context) (err error) {
			lease, err = r.Locks.Acquire(r.VM.Alone(ctx), name, wait, ttl)
			return err
		})
	})
	if err != nil && r.Locks.Held(err) {
		return nil, nil
	}
	if lease != nil {
		lease = &stillHeld{lease, holdStill(ctx, lease, ttl)}
	}
	return lease, err
}

// stillHeld is a lock that a script has acquired itself, and keeps while its work stands still.
type stillHeld struct {
	Lease
	stop func()
}

// Release implements [Lease].
func (l *stillHeld) Release(ctx context.Context) error {
	l.stop()
	return l.Lease.Release(ctx)
}

// Release releases a lock that TryLock has acquired.
func (r *Realm) Release(lease Lease) (err error) {
	ctx := context.WithoutCancel(r.VM.Context())
	r.VM.Block(func() { err = lease.Release(ctx) })
	return err
}

// Extend sets the time that a lock still lasts.
func (r *Realm) Extend(lease Lease, ttl time.Duration) (err error) {
	ctx := r.VM.Context()
	r.VM.Block(func() { err = lease.Extend(ctx, ttl) })
	return err
}

// Duration reads a number of seconds, or a text such as "5s".
func Duration(what string, v goja.Value) (time.Duration, error) {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return 0, nil
	}
	d, ok := time.Duration(0), false
	switch x := v.Export().(type) {
	case int64:
		d, ok = time.Duration(x)*time.Second, true
	case float64:
		d, ok = time.Duration(x*float64(time.Second)), true
	case string:
		d, ok = units.Duration(x)
	}
	if !ok || d < 0 {
		return 0, fmt.Errorf("%s takes a number of seconds, or a text such as \"5s\"", what)
	}
	return d, nil
}

// Limit reads a duration of which 0 has no meaning, since it says what leaving it out says.
func Limit(what string, v goja.Value) (time.Duration, error) {
	d, err := Duration(what, v)
	if err == nil && d == 0 && v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
		return 0, fmt.Errorf("%s takes a time above zero; leave it out for the default", what)
	}
	return d, err
}
