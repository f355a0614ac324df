package tape

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/jsapi/aspects"
)

// Caches returns caches that record what is found in them and put into them.
func (r *Recorder) Caches(inner aspects.Caches) aspects.Caches { return &recordedCaches{inner, r} }

type recordedCaches struct {
	aspects.Caches
	by *Recorder
}

// cacheAsks is what is asked of a cache. What is put into it is not compared, since its form may change.
func cacheAsks(verb, cache, key string) map[string]any {
	asks := map[string]any{verb: cache}
	if key != "" {
		asks["key"] = stories.Harmless(key)
	}
	return asks
}

// found is what a cache gives.
type found struct {
	Found bool   `json:"found"`
	Value []byte `json:"value,omitempty"`
}

func (c *recordedCaches) Get(ctx context.Context, cache, key string) ([]byte, bool, error) {
	value, is, err := c.Caches.Get(ctx, cache, key)
	c.by.got(replay.Of(ctx), cache, key, value, is, err)
	return value, is, err
}

func (r *Recorder) got(t *replay.Tape, cache, key string, value []byte, is bool, err error) {
	if t == nil {
		return
	}
	t.Add(replay.Cache, len(key)+len(value), func() (replay.Call, error) {
		call := replay.Call{Asks: cacheAsks("get", cache, key)}
		if err != nil {
			call.Fails = faultOf(err)
			return call, nil
		}
		if name := r.secretIn(value); name != "" {
			return call, fmt.Errorf("a value of the cache %q may have a secret in it (%s), which cannot be masked there", cache, name)
		}
		return call, call.Set(found{is, value})
	})
}

// secretIn returns a word in a packed value that is the name of a secret, or says that a text looks like one.
func (r *Recorder) secretIn(packed []byte) string {
	if text := string(packed); stories.Harmless(text) != text {
		return "a text that looks like one"
	}
	for begin := 0; begin < len(packed); {
		end := begin
		for end < len(packed) && isWord(packed[end]) {
			end++
		}
		if end-begin > 2 && end-begin < 60 && r.masks.IsSecret(string(packed[begin:end])) {
			return string(packed[begin:end])
		}
		begin = end + 1
	}
	return ""
}

func isWord(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// done records an operation of a cache that gives nothing.
func (r *Recorder) done(t *replay.Tape, asks map[string]any, err error) {
	if t == nil {
		return
	}
	t.Add(replay.Cache, 64, func() (replay.Call, error) {
		c := replay.Call{Asks: asks}
		if err != nil {
			c.Fails = faultOf(err)
		}
		return c, nil
	})
}

func (c *recordedCaches) Put(ctx context.Context, cache, key string, value []byte, ttl time.Duration) error {
	err := c.Caches.Put(ctx, cache, key, value, ttl)
	c.by.done(replay.Of(ctx), cacheAsks("put", cache, key), err)
	return err
}

func (c *recordedCaches) Evict(ctx context.Context, cache, key string) error {
	err := c.Caches.Evict(ctx, cache, key)
	c.by.done(replay.Of(ctx), cacheAsks("evict", cache, key), err)
	return err
}

func (c *recordedCaches) Clear(ctx context.Context, cache string) error {
	err := c.Caches.Clear(ctx, cache)
	c.by.done(replay.Of(ctx), cacheAsks("clear", cache, ""), err)
	return err
}

func (c *recordedCaches) TryLead(ctx context.Context, cache, key string) aspects.Lead {
	return c.lead(ctx, c.Caches.TryLead(ctx, cache, key), cache, key)
}

// Join records a value that another caller has made as if it had been found: alone in a replay, this one finds it there.
func (c *recordedCaches) Join(ctx context.Context, cache, key string) ([]byte, aspects.Lead, error) {
	value, lead, err := c.Caches.Join(ctx, cache, key)
	if lead == nil {
		c.by.got(replay.Of(ctx), cache, key, value, err == nil, err)
	}
	return value, c.lead(ctx, lead, cache, key), err
}

func (c *recordedCaches) lead(ctx context.Context, inner aspects.Lead, cache, key string) aspects.Lead {
	if inner == nil || replay.Of(ctx) == nil {
		return inner
	}
	return &recordedLead{inner, c.by, cache, key}
}

type recordedLead struct {
	aspects.Lead
	by         *Recorder
	cache, key string
}

func (l *recordedLead) Land(ctx context.Context, value []byte, keep bool, ttl time.Duration) error {
	err := l.Lead.Land(ctx, value, keep, ttl)
	if keep {
		l.by.done(replay.Of(ctx), cacheAsks("put", l.cache, l.key), err)
	}
	return err
}

// PlayedCaches returns caches that answer from recordings.
func PlayedCaches(inner aspects.Caches) aspects.Caches { return &playedCaches{inner} }

type playedCaches struct{ aspects.Caches }

// Remote is true so that they are asked with the context of the call.
func (c *playedCaches) Remote() bool { return true }

func (c *playedCaches) Get(ctx context.Context, cache, key string) ([]byte, bool, error) {
	p := replay.PlayerOf(ctx)
	if p == nil {
		return c.Caches.Get(ctx, cache, key)
	}
	call, err := asked(ctx, p, replay.Cache, cacheAsks("get", cache, key))
	if err != nil {
		return nil, false, err
	}
	var given found
	err = call.Given(&given)
	return given.Value, given.Found, err
}

// changes asks a player for what a cache is to do, or lets the cache do it.
func (c *playedCaches) changes(ctx context.Context, asks map[string]any, otherwise func() error) error {
	p := replay.PlayerOf(ctx)
	if p == nil {
		return otherwise()
	}
	_, err := asked(ctx, p, replay.Cache, asks)
	return err
}

func (c *playedCaches) Put(ctx context.Context, cache, key string, value []byte, ttl time.Duration) error {
	return c.changes(ctx, cacheAsks("put", cache, key), func() error { return c.Caches.Put(ctx, cache, key, value, ttl) })
}

func (c *playedCaches) Evict(ctx context.Context, cache, key string) error {
	return c.changes(ctx, cacheAsks("evict", cache, key), func() error { return c.Caches.Evict(ctx, cache, key) })
}

func (c *playedCaches) Clear(ctx context.Context, cache string) error {
	return c.changes(ctx, cacheAsks("clear", cache, ""), func() error { return c.Caches.Clear(ctx, cache) })
}

func (c *playedCaches) TryLead(ctx context.Context, cache, key string) aspects.Lead {
	return c.lead(ctx, c.Caches.TryLead(ctx, cache, key), cache, key)
}

func (c *playedCaches) Join(ctx context.Context, cache, key string) ([]byte, aspects.Lead, error) {
	value, lead, err := c.Caches.Join(ctx, cache, key)
	return value, c.lead(ctx, lead, cache, key), err
}

func (c *playedCaches) lead(ctx context.Context, inner aspects.Lead, cache, key string) aspects.Lead {
	if inner == nil || replay.PlayerOf(ctx) == nil {
		return inner
	}
	return &playedLead{inner, c, cache, key}
}

type playedLead struct {
	aspects.Lead
	of         *playedCaches
	cache, key string
}

// Land passes the value to those who wait, and keeps nothing.
func (l *playedLead) Land(ctx context.Context, value []byte, keep bool, ttl time.Duration) error {
	err := l.Lead.Land(ctx, value, false, ttl)
	if !keep {
		return err
	}
	return errors.Join(err, l.of.changes(ctx, cacheAsks("put", l.cache, l.key), func() error { return nil }))
}
