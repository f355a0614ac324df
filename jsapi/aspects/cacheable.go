package aspects

import (
	"context"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
)

// entry is the place of a value in the caches.
type entry struct{ cache, key string }

// leadKey is the key of the entry whose value the running code makes.
type leadKey struct{}

// cached is a @Cacheable around one method.
type cached struct {
	*Realm
	names     []string
	key       keyOf
	condition goja.Callable // of the arguments; nil if there is none
	unless    goja.Callable // of the result and the arguments; nil if there is none
	ttl       time.Duration
	async     bool
}

func (r *Realm) cached(o manifest.Options, value func(string) engine.Value) *cached {
	d := &cached{Realm: r, names: o.Texts("names"), key: r.key(o.Template("key"), value("key")), ttl: o.Duration("ttl")}
	d.condition, _ = goja.AssertFunction(value("condition"))
	d.unless, _ = goja.AssertFunction(value("unless"))
	return d
}

// cacheable returns the cached value, or calls the method, once for all concurrent callers, and caches its result.
func (r *Realm) cacheable(advised *manifest.Advised, o manifest.Options, value func(string) engine.Value) layer {
	d := r.cached(o, value)
	d.async = advised.Async
	return d.conditional(d.call)
}

// conditional skips a layer for the calls that do not meet the condition.
func (d *cached) conditional(inner layer) layer {
	return func(c *call, rest Body) (goja.Value, error) {
		switch applies, err := d.applies(c); {
		case err != nil:
			return nil, err
		case !applies:
			return rest()
		}
		return inner(c, rest)
	}
}

func (d *cached) call(c *call, rest Body) (goja.Value, error) {
	key, err := d.key(c)
	if err != nil {
		return nil, err
	}
	if value, found := d.lookAndTell(key); found {
		return value, nil
	}
	return d.miss(entry{d.names[0], key}, c, rest)
}

func (d *cached) applies(c *call) (bool, error) {
	if d.condition == nil {
		return true, nil
	}
	answer, err := d.condition(c.this, c.args...)
	return err == nil && answer.ToBoolean(), err
}

// look asks the caches in turn. A cache that fails counts as empty.
func (d *cached) look(key string) (goja.Value, bool) {
	for _, name := range d.names {
		if bytes, found := d.get(name, key); found {
			if value, err := d.read(bytes); err == nil {
				return value, true
			}
		}
	}
	return nil, false
}

// lookAndTell is look for the caller of a method: it counts.
func (d *cached) lookAndTell(key string) (goja.Value, bool) {
	value, found := d.look(key)
	if d.CacheGet != nil {
		d.CacheGet(d.names[0], found)
	}
	return value, found
}

// read decodes a cached value. Bytes of a remote cache may come from another version of the application, so they are
// decoded in full.
func (r *Realm) read(bytes []byte) (goja.Value, error) {
	if r.Caches.Remote() {
		return r.packer.Read(bytes)
	}
	return r.packer.ReadLazily(bytes)
}

func (r *Realm) get(cache, key string) (bytes []byte, found bool) {
	var err error
	if !r.Caches.Remote() {
		ctx := context.Background() // it never fails, and needs no deadline
		if r.Passed != nil {
			ctx = r.VM.Context()
		}
		bytes, found, _ := r.Caches.Get(ctx, cache, key)
		return bytes, found
	}
	ctx := r.VM.Context()
	r.VM.Block(func() { bytes, found, err = r.Caches.Get(ctx, cache, key) })
	if err != nil {
		r.complain(ctx, "a cache cannot be read", cache, err)
	}
	return bytes, found
}

func (r *Realm) complain(ctx context.Context, what, cache string, err error) {
	r.Log.WarnContext(ctx, what, "cache", cache, "error", err.Error())
}

// miss makes the value, or waits for the call that makes it. A call that already makes a value does not wait: two
// such calls could wait for each other.
func (d *cached) miss(e entry, c *call, rest Body) (goja.Value, error) {
	if d.VM.Value(leadKey{}) != nil || d.transactions.Open() {
		return d.make(e, nil, c, rest)
	}
	ctx := d.VM.Context()
	if lead := d.Caches.TryLead(ctx, e.cache, e.key); lead != nil {
		return d.landed(e, nil, lead, c, rest)
	}
	if d.async || d.isLedHere(e) {
		return d.joinLater(e, c, rest), nil
	}
	var bytes []byte
	var lead Lead
	var err error
	d.VM.Block(func() {
		err = d.VM.GivingWay(ctx, false, func(ctx context.Context) (err error) {
			bytes, lead, err = d.Caches.Join(ctx, e.cache, e.key)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return d.landed(e, bytes, lead, c, rest)
}

// isLedHere reports whether a call of this VM that awaits something makes the value, or is about to. Blocking the VM would keep that
// call from finishing.
func (d *cached) isLedHere(e entry) bool {
	leader := d.leading[e]
	return leader != nil && !leader.Over() || d.joining.has(e)
}

// joinLater waits without blocking the VM, and returns a promise.
func (d *cached) joinLater(e entry, c *call, rest Body) goja.Value {
	c.keep()
	joins := d.VM.Current()
	d.joining.add(e, joins)
	return d.VM.Go(func(ctx context.Context) (vm.Result, error) {
		bytes, lead, err := d.Caches.Join(ctx, e.cache, e.key)
		return func(*goja.Runtime) (goja.Value, error) {
			d.joining.remove(e, joins)
			if err != nil {
				return nil, err
			}
			return d.landed(e, bytes, lead, c, rest)
		}, nil
	})
}

// landed returns the value that another call has made, or makes it.
func (d *cached) landed(e entry, bytes []byte, lead Lead, c *call, rest Body) (goja.Value, error) {
	if lead != nil {
		if value, found := d.look(e.key); found { // it was made in the meantime
			lead.Fail()
			return value, nil
		}
		return d.make(e, lead, c, rest)
	}
	if value, err := d.packer.Read(bytes); err == nil {
		return value, nil
	}
	return rest()
}

// make calls the method, and caches its result. lead is nil if no other call can wait for the result.
func (d *cached) make(e entry, lead Lead, c *call, rest Body) (goja.Value, error) {
	c.keep()
	leader := d.VM.Current()
	d.leading[e] = leader
	var result goja.Value
	err := d.VM.With(leadKey{}, e, func() (err error) {
		result, err = rest()
		return err
	})
	return d.After(result, err, func(result goja.Value, err error) (goja.Value, error) {
		if d.leading[e] == leader {
			delete(d.leading, e)
		}
		if err == nil {
			err = d.keep(e.key, lead, result, c)
			lead = nil
		}
		if lead != nil {
			lead.Fail()
		}
		return result, err
	})
}

// keep caches a result, and passes it to the callers that wait.
func (d *cached) keep(key string, lead Lead, result goja.Value, c *call) (err error) {
	defer func() {
		if err != nil && lead != nil {
			lead.Fail()
		}
	}()
	keeps := true
	if d.unless != nil {
		answer, err := d.unless(c.this, append([]goja.Value{result}, c.args...)...)
		if err != nil {
			return err
		}
		keeps = !answer.ToBoolean()
	}
	if !keeps && lead == nil {
		return nil
	}
	bytes, err := d.packer.Append(nil, result)
	if err != nil {
		return uncacheable(d.names[0], err)
	}
	d.store(key, lead, bytes, keeps)
	return nil
}

// store writes bytes to every cache. In a transaction it waits for the commit.
func (d *cached) store(key string, lead Lead, bytes []byte, keeps bool) {
	ctx := context.WithoutCancel(d.VM.Context())
	put := func() {
		for i, name := range d.names {
			var err error
			switch {
			case i == 0 && lead != nil:
				err = lead.Land(ctx, bytes, keeps, d.ttl)
			case keeps:
				err = d.Caches.Put(ctx, name, key, bytes, d.ttl)
			}
			if err != nil {
				d.complain(ctx, "a cache cannot be written", name, err)
			}
		}
	}
	if lead == nil && d.transactions.AfterCommit(put) {
		return
	}
	d.blocking(put)
}

// blocking runs a function that may have to wait for the network.
func (r *Realm) blocking(f func()) {
	if r.Caches.Remote() {
		r.VM.Block(f)
	} else {
		f()
	}
}
