package aspects

import (
	"context"
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
)

func uncacheable(cache string, err error) error {
	return fmt.Errorf("the result cannot be stored in the cache %q: %w", cache, err)
}

// cachePut always calls the method, and stores its result.
func (r *Realm) cachePut(o manifest.Options, value func(string) engine.Value) layer {
	d := r.cached(o, value)
	return d.conditional(func(c *call, rest Body) (goja.Value, error) {
		key, err := d.key(c)
		if err != nil {
			return nil, err
		}
		c.keep()
		result, err := rest()
		return d.After(result, err, func(result goja.Value, err error) (goja.Value, error) {
			if err == nil {
				err = d.keep(key, nil, result, c)
			}
			return result, err
		})
	})
}

// cacheEvict removes an entry, or all entries, after the method has succeeded, or before it runs.
func (r *Realm) cacheEvict(o manifest.Options, value func(string) engine.Value) layer {
	d := r.cached(o, value)
	all, before := o.Flag("allEntries"), o.Flag("beforeInvocation")
	return d.conditional(func(c *call, rest Body) (goja.Value, error) {
		key, err := "", error(nil)
		if !all {
			if key, err = d.key(c); err != nil {
				return nil, err
			}
		}
		if before {
			if err := d.evict(key, all); err != nil {
				return nil, err
			}
			return rest()
		}
		result, err := rest()
		return d.After(result, err, func(result goja.Value, err error) (goja.Value, error) {
			if err == nil {
				err = d.evict(key, all)
			}
			return result, err
		})
	})
}

// evict removes outdated entries now and, in a transaction, again after the commit: until then other calls still see
// the old data, and may cache it. A cache that cannot be reached is an error, since it would go on serving outdated
// values.
func (d *cached) evict(key string, all bool) (err error) {
	ctx := context.WithoutCancel(d.VM.Context())
	remove := func() (err error) {
		for _, name := range d.names {
			if all {
				err = d.Caches.Clear(ctx, name)
			} else {
				err = d.Caches.Evict(ctx, name, key)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	d.transactions.AfterCommit(func() {
		if err := remove(); err != nil {
			d.complain(ctx, "a cache cannot be written", d.names[0], err)
		}
	})
	d.blocking(func() { err = remove() })
	return err
}
