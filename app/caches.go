package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/app/observe"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/data/cache"
	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/trace"
)

// cacheSettings holds where values are cached, and for how long.
type cacheSettings struct {
	url      string
	prefix   string
	maxBytes int64
	ttl      time.Duration            // of caches that have no own one; 0 for no expiry
	ttls     map[string]time.Duration // by cache
}

// lockSettings holds where locks are kept.
type lockSettings struct {
	url    string
	prefix string
	ttl    time.Duration
}

func readCaches(r *config.Reader) cacheSettings {
	s := cacheSettings{
		url:      r.String("cache.url"),
		prefix:   r.String("cache.prefix", applicationName(r)),
		maxBytes: r.Size("cache.max-bytes"),
		ttl:      r.Duration("cache.ttl"),
		ttls:     map[string]time.Duration{},
	}
	for _, name := range r.Names("cache.caches") {
		s.ttls[name] = r.Named("cache.caches", name).Duration("ttl", s.ttl)
	}
	return s
}

// applicationName returns what tells this application from others that share a store or a server.
func applicationName(r *config.Reader) string {
	return cmp.Or(r.String("framework.application.name"), "fwrun")
}

func readLocks(r *config.Reader) lockSettings {
	return lockSettings{
		url:    r.String("locks.url"),
		prefix: r.String("locks.prefix", applicationName(r)),
		ttl:    r.Duration("locks.ttl"),
	}
}

func readAsync(r *config.Reader) jsapi.AsyncOptions {
	return jsapi.AsyncOptions{
		Running: r.Int("async.max-running"),
		Waiting: r.Int("async.max-waiting"),
	}
}

// caches adapts a store to [aspects.Caches].
type caches struct {
	store    cache.Store
	flights  cache.Flights
	settings cacheSettings
	told     bool // somebody wants to know what is done for a request
}

func (c *caches) Remote() bool { return c.settings.isRemote() }

func (c *caches) Get(ctx context.Context, name, key string) (value []byte, found bool, err error) {
	if c.told {
		defer c.note(ctx, "get", name, key, time.Now(), &found, &err)
	}
	if !c.Remote() {
		return c.store.Get(ctx, name, key)
	}
	ctx, span := cacheSpan(ctx, "get", name)
	value, found, err = c.store.Get(ctx, name, key)
	span.Set(slog.Bool("fwrun.cache.hit", found))
	observe.EndSpan(span, err)
	return value, found, err
}

// cacheSpan begins the span of an operation of a cache.
func cacheSpan(ctx context.Context, operation, cache string) (context.Context, *trace.Span) {
	ctx, span := trace.Start(ctx, trace.Client, "")
	if span != nil {
		span.Rename("cache " + operation + " " + cache)
		span.Set(slog.String("fwrun.cache", cache))
	}
	return ctx, span
}

func (c *caches) Put(ctx context.Context, name, key string, value []byte, ttl time.Duration) error {
	c.flights.Forget(name, key) // a value that is being computed is older and must not replace this one
	return c.set(ctx, name, key, value, ttl)
}

func (c *caches) set(ctx context.Context, name, key string, value []byte, ttl time.Duration) (err error) {
	if c.told {
		defer c.note(ctx, "put", name, key, time.Now(), nil, &err)
	}
	ctx, span := c.remoteSpan(ctx, "put", name)
	err = c.store.Set(ctx, name, key, value, c.ttl(name, ttl))
	observe.EndSpan(span, err)
	return err
}

// remoteSpan is cacheSpan for a store that is reached over a network.
func (c *caches) remoteSpan(ctx context.Context, operation, cache string) (context.Context, *trace.Span) {
	if !c.Remote() {
		return ctx, nil
	}
	return cacheSpan(ctx, operation, cache)
}

func (c *caches) Evict(ctx context.Context, name, key string) (err error) {
	if c.told {
		defer c.note(ctx, "evict", name, key, time.Now(), nil, &err)
	}
	c.flights.Forget(name, key)
	ctx, span := c.remoteSpan(ctx, "evict", name)
	err = c.store.Delete(ctx, name, key)
	observe.EndSpan(span, err)
	return err
}

func (c *caches) Clear(ctx context.Context, name string) (err error) {
	if c.told {
		defer c.note(ctx, "clear", name, "", time.Now(), nil, &err)
	}
	c.flights.ForgetAll(name)
	ctx, span := c.remoteSpan(ctx, "clear", name)
	err = c.store.Clear(ctx, name)
	observe.EndSpan(span, err)
	return err
}

// ttl returns the caller's ttl, or else that of the cache.
func (c *caches) ttl(name string, wanted time.Duration) time.Duration {
	if wanted > 0 {
		return wanted
	}
	if own, ok := c.settings.ttls[name]; ok {
		return own
	}
	return c.settings.ttl
}

func (c *caches) TryLead(ctx context.Context, name, key string) aspects.Lead {
	return c.lead(c.flights.TryLead(ctx, name, key), name, key)
}

func (c *caches) Join(ctx context.Context, name, key string) ([]byte, aspects.Lead, error) {
	ctx, span := cacheSpan(ctx, "wait", name)
	value, lead, err := c.flights.Join(ctx, name, key)
	observe.EndSpan(span, err)
	return value, c.lead(lead, name, key), err
}

func (c *caches) lead(l *cache.Lead, name, key string) aspects.Lead {
	if l == nil {
		return nil
	}
	return &lead{Lead: l, caches: c, name: name, key: key}
}

// lead adapts a [cache.Lead] to [aspects.Lead].
type lead struct {
	*cache.Lead
	caches    *caches
	name, key string
}

// Land stores the value before it completes, and deletes what may be an old value; see [cache.Flights].
func (l *lead) Land(ctx context.Context, value []byte, keep bool, ttl time.Duration) error {
	var err error
	if keep {
		err = l.caches.set(ctx, l.name, l.key, value, ttl)
	}
	if !l.Complete(value) && keep {
		err = errors.Join(err, l.caches.store.Delete(ctx, l.name, l.key))
	}
	return err
}

// locker adapts a Locker to [aspects.Locks].
type locker struct {
	locks.Locker
	ttl time.Duration
}

func (l locker) TTL() time.Duration { return l.ttl }

func (l locker) Held(err error) bool { return errors.Is(err, locks.ErrHeld) }

func (l locker) Acquire(ctx context.Context, name string, wait, ttl time.Duration) (aspects.Lease, error) {
	ctx, span := trace.Start(ctx, trace.Client, "lock")
	span.Set(slog.String("fwrun.lock", name))
	lease, err := l.Locker.Acquire(ctx, locks.Request{Name: name, Wait: wait, TTL: ttl})
	if l.Held(err) {
		span.Set(slog.Bool("fwrun.lock.held", true))
		span.End()
		return lease, err
	}
	observe.EndSpan(span, err)
	return lease, err
}

// note adds an operation of a cache, which began at a time and has ended, to its story. found is nil where nothing was looked for.
func (c *caches) note(ctx context.Context, operation, name, key string, began time.Time, found *bool, err *error) {
	s := stories.Of(ctx)
	if s == nil {
		return
	}
	step := stories.Step{Kind: stories.Cache, Began: began, Took: time.Since(began), Text: operation + " " + name}
	if key != "" {
		step.Detail = append(step.Detail, stories.Field{Name: "key", Value: stories.Harmless(key)})
	}
	if found != nil {
		step.Detail = append(step.Detail, stories.Field{Name: "hit", Value: strconv.FormatBool(*found)})
	}
	if *err != nil {
		step.Failed = stories.Harmless((*err).Error())
	}
	s.Add(step)
}
