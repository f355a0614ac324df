package caches

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/data/cache"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/platform/trace"
)

// Part is the caches of a generation. It implements [aspects.Caches].
type Part struct {
	settings Settings
	open     *share.Resource[cache.Store]
	store    cache.Store // the same
	flights  cache.Flights
	observed bool // what is done for a request is reported
}

// Open takes over the store of the generation before if its settings are the same and it is on a server, or opens one. Values in memory
// are dropped with every generation, for which they may have another meaning. observed is whether somebody wants to know what is done for a
// request.
func Open(ctx context.Context, s Settings, observed bool, before *Part) (*Part, error) {
	if before != nil && s.isAt(before.settings) && s.isRemote() {
		return newPart(s, before.open.Share(), observed), nil
	}
	opened, err := cache.Open(ctx, s.url, cache.Options{MaxBytes: s.maxBytes, Prefix: s.prefix, Clock: s.Clock})
	if err != nil {
		return nil, err
	}
	return newPart(s, share.New(opened), observed), nil
}

// Closed returns caches in memory, whatever the settings say.
func Closed(s Settings) *Part {
	return newPart(s.InMemory(), share.New[cache.Store](cache.NewMemory(cache.MemoryOptions{MaxBytes: s.maxBytes})), false)
}

func newPart(s Settings, open *share.Resource[cache.Store], observed bool) *Part {
	return &Part{settings: s, open: open, store: open.Of, observed: observed}
}

// Close closes the store, unless another generation uses it. It does nothing if p is nil.
func (p *Part) Close() error {
	if p == nil {
		return nil
	}
	return p.open.Release()
}

// URL returns where values are kept.
func (p *Part) URL() string { return p.settings.url }

// Store returns what keeps the values.
func (p *Part) Store() cache.Store { return p.store }

// Named returns the caches that the configuration names.
func (p *Part) Named() []string { return slices.Collect(maps.Keys(p.settings.ttls)) }

// Sizes returns the entries of caches in memory.
func (p *Part) Sizes() map[string]int64 {
	sizes := map[string]int64{}
	if counting, ok := p.store.(cache.Counting); ok {
		for name, s := range counting.Stats() {
			sizes[name] = s.Entries
		}
	}
	return sizes
}

// Remote implements [aspects.Caches].
func (p *Part) Remote() bool { return p.settings.isRemote() }

// Get implements [aspects.Caches].
func (p *Part) Get(ctx context.Context, name, key string) (value []byte, found bool, err error) {
	if p.observed {
		defer p.note(ctx, "get", name, key, time.Now(), &found, &err)
	}
	if !p.Remote() {
		return p.store.Get(ctx, name, key)
	}
	ctx, span := cacheSpan(ctx, "get", name)
	value, found, err = p.store.Get(ctx, name, key)
	span.Set(slog.Bool("fwrun.cache.hit", found))
	span.Error(err)
	span.End()
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

// Put implements [aspects.Caches].
func (p *Part) Put(ctx context.Context, name, key string, value []byte, ttl time.Duration) error {
	p.flights.Forget(name, key) // a value that is being computed is older and must not replace this one
	return p.set(ctx, name, key, value, ttl)
}

func (p *Part) set(ctx context.Context, name, key string, value []byte, ttl time.Duration) (err error) {
	if p.observed {
		defer p.note(ctx, "put", name, key, time.Now(), nil, &err)
	}
	ctx, span := p.remoteSpan(ctx, "put", name)
	err = p.store.Set(ctx, name, key, value, p.ttl(name, ttl))
	span.Error(err)
	span.End()
	return err
}

// remoteSpan is cacheSpan for a store that is reached over a network.
func (p *Part) remoteSpan(ctx context.Context, operation, cache string) (context.Context, *trace.Span) {
	if !p.Remote() {
		return ctx, nil
	}
	return cacheSpan(ctx, operation, cache)
}

// Evict implements [aspects.Caches].
func (p *Part) Evict(ctx context.Context, name, key string) (err error) {
	if p.observed {
		defer p.note(ctx, "evict", name, key, time.Now(), nil, &err)
	}
	p.flights.Forget(name, key)
	ctx, span := p.remoteSpan(ctx, "evict", name)
	err = p.store.Delete(ctx, name, key)
	span.Error(err)
	span.End()
	return err
}

// Clear implements [aspects.Caches].
func (p *Part) Clear(ctx context.Context, name string) (err error) {
	if p.observed {
		defer p.note(ctx, "clear", name, "", time.Now(), nil, &err)
	}
	p.flights.ForgetAll(name)
	ctx, span := p.remoteSpan(ctx, "clear", name)
	err = p.store.Clear(ctx, name)
	span.Error(err)
	span.End()
	return err
}

// ttl returns the caller's ttl, or else that of the cache.
func (p *Part) ttl(name string, wanted time.Duration) time.Duration {
	if wanted > 0 {
		return wanted
	}
	if own, ok := p.settings.ttls[name]; ok {
		return own
	}
	return p.settings.ttl
}

// TryLead implements [aspects.Caches].
func (p *Part) TryLead(ctx context.Context, name, key string) aspects.Lead {
	return p.lead(p.flights.TryLead(ctx, name, key), name, key)
}

// Join implements [aspects.Caches].
func (p *Part) Join(ctx context.Context, name, key string) ([]byte, aspects.Lead, error) {
	ctx, span := cacheSpan(ctx, "wait", name)
	value, lead, err := p.flights.Join(ctx, name, key)
	span.Error(err)
	span.End()
	return value, p.lead(lead, name, key), err
}

func (p *Part) lead(l *cache.Lead, name, key string) aspects.Lead {
	if l == nil {
		return nil
	}
	return &lead{Lead: l, caches: p, name: name, key: key}
}

// lead adapts a [cache.Lead] to [aspects.Lead].
type lead struct {
	*cache.Lead
	caches    *Part
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

// note adds an operation of a cache, which began at a time and has ended, to its story. found is nil where nothing was looked for.
func (p *Part) note(ctx context.Context, operation, name, key string, began time.Time, found *bool, err *error) {
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
