package aspects

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/limit"
)

// lockKey is the key of the locks that the running code holds, innermost first.
type lockKey struct{}

// heldLock is a lock around the running code; outer is the one around it.
type heldLock struct {
	name  string
	outer *heldLock
}

// lockable holds a lock around the method. If the caller already holds the lock, the method runs under it.
func (r *Realm) lockable(advised *manifest.Advised, o manifest.Options, value func(string) engine.Value) layer {
	name := r.key(o.Template("name"), value("name"))
	wait, ttl := o.Duration("wait"), o.Duration("ttl")
	return func(c *call, rest Body) (goja.Value, error) {
		text, err := name(c)
		if err != nil {
			return nil, err
		}
		return r.Locked(text, wait, ttl, advised.Async, rest, c.keep)
	}
}

// Locked runs work while it holds a lock. An async method waits for the lock without blocking the VM. keep is called
// before that wait, to copy what would not outlast it.
func (r *Realm) Locked(name string, wait, ttl time.Duration, async bool, work Body, keep func()) (goja.Value, error) {
	around, _ := r.VM.Value(lockKey{}).(*heldLock)
	for held := around; held != nil; held = held.outer {
		if held.name == name {
			return work()
		}
	}
	l := &lockedCall{Realm: r, held: &heldLock{name, around}, wait: wait, ttl: ttl}
	if around == nil {
		l.keep = engine.ScheduledUntil(r.VM)
	}
	ctx := r.VM.Context()
	if async && wait > 0 {
		keep()
		asks := r.VM.Current()
		r.asking.add(name, asks)
		return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
			lease, err := l.acquire(ctx)
			return func(*goja.Runtime) (goja.Value, error) {
				r.asking.remove(name, asks)
				if err != nil {
					return nil, r.refused(err)
				}
				return l.run(lease, work)
			}, nil
		}), nil
	}
	inTheWay := r.inTheWay(name)
	if inTheWay {
		l.wait = 0
	}
	var lease Lease
	var err error
	r.VM.Block(func() {
		err = r.VM.GivingWay(ctx, false, func(ctx context.Context) (err error) {
			lease, err = l.acquire(r.VM.Alone(ctx))
			return err
		})
	})
	if inTheWay && wait > 0 && err != nil && r.Locks.Held(err) {
		return nil, r.conflict(fault.New("aspects.lock", fault.Conflict, "the lock is held by another request; try again").
			WithHint("the lock " + strconv.Quote(name) + " is held, or waited for, by an async call in the same worker, which a sync method cannot " +
				"wait for: make the method async"))
	}
	if err != nil {
		return nil, r.refused(err)
	}
	return l.run(lease, work)
}

// inTheWay reports whether an async call of this VM holds a lock, or waits for it without blocking the VM: it may have it already, and
// only the VM can tell it. Who blocks the VM must not wait for the lock then.
func (r *Realm) inTheWay(name string) bool {
	return r.holding[name] != nil || r.asking.has(name)
}

// refused returns the error of a caller that did not get a lock. A lock that another owner holds is a conflict, not a
// failure of the application.
func (r *Realm) refused(err error) error {
	if r.Locks.Held(err) {
		return r.conflict(err)
	}
	return err
}

// conflict returns the exception of a call that conflicts with another one; its hint is that of the cause.
func (r *Realm) conflict(cause error) error {
	message := cause.Error()
	if f, ok := errors.AsType[*fault.Error](cause); ok {
		message = f.Public
	}
	return r.refusals.Refused(409, message, nil, cause)
}

// lockedCall is one call under a lock.
type lockedCall struct {
	*Realm
	held      *heldLock
	wait, ttl time.Duration
	keep      time.Time // the lock is held at least until this time, unless it is zero
}

func (l *lockedCall) acquire(ctx context.Context) (Lease, error) {
	ttl := l.ttl
	if ttl == 0 {
		ttl = l.Locks.TTL()
	}
	work := limit.Of(ctx)
	late := work.By(time.Now().Add(l.wait))
	lease, err := l.Locks.Acquire(ctx, l.held.name, l.wait, ttl)
	for work != nil && err != nil && l.Locks.Held(err) && late.Left() > 0 { // it has stood still meanwhile
		lease, err = l.Locks.Acquire(ctx, l.held.name, late.Left(), ttl)
	}
	return lease, err
}

// run calls the method, and releases the lock when the method or its call ends.
func (l *lockedCall) run(lease Lease, work Body) (result goja.Value, err error) {
	stop := l.extend(lease)
	err = l.VM.With(lockKey{}, l.held, func() error {
		result, err = work()
		return err
	})
	if _, pending := vm.AsPromise(result); err == nil && pending {
		l.holding[l.held.name] = l
	}
	return l.After(result, err, func(result goja.Value, err error) (goja.Value, error) {
		l.leave()
		l.release(lease, stop)
		return result, err
	})
}

func (l *lockedCall) leave() {
	if l.holding[l.held.name] == l {
		delete(l.holding, l.held.name)
	}
}

// extend keeps a lock without a ttl of its own for as long as the call lasts. The end of the call releases it, even
// if the method's promise was never awaited.
func (l *lockedCall) extend(lease Lease) (stop func()) {
	ctx := l.VM.Context()
	over := context.AfterFunc(ctx, func() {
		l.VM.Enqueue(nil, func() error { l.leave(); return nil })
		_ = lease.Release(context.WithoutCancel(ctx))
	})
	if l.ttl != 0 {
		stop := holdStill(ctx, lease, l.ttl)
		return func() { over(); stop() }
	}
	ttl := l.Locks.TTL()
	extending, cancel := context.WithCancel(ctx)
	var waiting atomic.Pointer[func() bool]
	var again func()
	wait := func() {
		stop := l.VM.Waits().AfterFunc(ttl/3, again)
		waiting.Store(&stop)
	}
	again = func() {
		if err := lease.Extend(extending, ttl); err != nil && extending.Err() == nil {
			l.Log.WarnContext(ctx, "a lock cannot be extended", "lock", l.held.name, "error", err.Error())
		}
		if extending.Err() == nil {
			wait()
		}
	}
	wait()
	return func() { over(); cancel(); (*waiting.Load())() }
}

// holdStill keeps a lock while the work of a context stands still.
func holdStill(ctx context.Context, lease Lease, ttl time.Duration) (stop func()) {
	return limit.Keep(ctx, ttl/3, func(time.Duration) { _ = lease.Extend(ctx, ttl) }) // the release says that it was lost
}

// release releases the lock. If the lock was lost before, another owner may have run at the same time, so this is
// logged as a warning; the result of the call stands.
func (l *lockedCall) release(lease Lease, stop func()) {
	stop()
	ctx := context.WithoutCancel(l.VM.Context())
	var err error
	l.VM.Block(func() {
		err = lease.Release(ctx)
		if left := l.keep.Sub(l.VM.Waits().Now()); err == nil && !l.keep.IsZero() && left > time.Millisecond {
			_, _ = l.Locks.Acquire(ctx, l.held.name, 0, left) // if another owner is faster, it holds the lock
		}
	})
	if err != nil {
		l.Log.WarnContext(ctx, "a lock ended before its call", "lock", l.held.name, "error", err.Error())
	}
}
