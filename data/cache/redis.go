package cache

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/fwrun/fwrun/data/redisclient"
)

// RedisOptions are the settings of a Redis. The zero value has the defaults.
type RedisOptions struct {
	Prefix string        // the beginning of every key, without { and }; default "fwrun:"
	MaxTTL time.Duration // the longest time that an entry is kept; default 7 days
}

// DefaultMaxTTL is how long a Redis keeps an entry that has no end.
const DefaultMaxTTL = 7 * 24 * time.Hour

// Redis is a Store on a Redis server or a cluster. All processes with the same prefix share it.
// Times are those of the server's clock. It has no bound of its own: use maxmemory, with any
// maxmemory-policy.
//
// A cache has a generation, which is part of its entries' keys: shop:{cache:books} holds the
// generation, and shop:{cache:books}:<generation>:42 is an entry. Clear begins a new generation.
// The alternatives are worse: SCAN visits every key of the server, and removes entries while
// other processes still find some; a set or a hash of the entries would have to expire with each
// of them. The entries that Clear leaves behind cannot be found, and expire: therefore every
// entry has an end.
//
// A generation is a random name and not a number: Redis may drop its key for room, and a number
// that starts again would bring old entries back.
type Redis struct {
	client *redisclient.Client
	prefix string
	maxTTL time.Duration
	caches registry[redisCache]
}

var _ Store = (*Redis)(nil)

// NewRedis returns a Store on the server that a URL names. It checks once that the server
// answers. The Store has its own connections, which Close closes.
func NewRedis(ctx context.Context, url string, o RedisOptions) (*Redis, error) {
	if err := redisclient.CheckPrefix("cache.open", o.Prefix); err != nil {
		return nil, err
	}
	client, err := redisclient.Open(ctx, "the cache", url)
	if err != nil {
		return nil, err
	}
	r := &Redis{
		client: client, prefix: cmp.Or(o.Prefix, "fwrun:"), maxTTL: cmp.Or(max(o.MaxTTL, 0), DefaultMaxTTL),
	}
	r.caches.make = r.newCache
	return r, nil
}

// Get implements Store.
func (r *Redis) Get(ctx context.Context, cache, key string) (value []byte, found bool, err error) {
	c := r.caches.named(cache)
	for {
		believed := c.believed()
		answer, err := r.client.Do(ctx, "MGET", c.key, c.entry(believed, key))
		got, both := answer.([]any)
		if err == nil && (!both || len(got) != 2) {
			err = fmt.Errorf("MGET of two keys returned %T", answer)
		}
		if err != nil {
			return nil, false, r.client.Failure(ctx, "cache.get", err)
		}
		generation, _ := got[0].(string)
		if generation != believed && generation != "" {
			c.believe(generation)
			continue
		}
		text, found := got[1].(string)
		c.count(found && generation != "")
		if !found || generation == "" {
			return nil, false, nil
		}
		return []byte(text), true, nil
	}
}

// Set implements Store.
func (r *Redis) Set(ctx context.Context, cache, key string, value []byte, ttl time.Duration) error {
	if ttl < 0 {
		return r.Delete(ctx, cache, key)
	}
	c := r.caches.named(cache)
	if ttl == 0 {
		ttl = r.maxTTL
	}
	end := int64((min(ttl, r.maxTTL)-1)/time.Millisecond + 1)
	err := r.change(ctx, c, true, func(generation string) redisclient.Command {
		return redisclient.Command{"SET", c.entry(generation, key), value, "PX", end}
	})
	return r.outcome(ctx, "cache.set", err)
}

// Delete implements Store.
func (r *Redis) Delete(ctx context.Context, cache, key string) error {
	c := r.caches.named(cache)
	err := r.change(ctx, c, false, func(generation string) redisclient.Command {
		return redisclient.Command{"DEL", c.entry(generation, key)}
	})
	return r.outcome(ctx, "cache.delete", err)
}

// Clear implements Store. It takes one small command, however many entries there are, and other
// processes see the effect at once.
func (r *Redis) Clear(ctx context.Context, cache string) error {
	c := r.caches.named(cache)
	generation := rand.Text()
	_, err := r.client.Do(ctx, "SET", c.key, generation)
	if err == nil {
		c.believe(generation)
	}
	return r.outcome(ctx, "cache.clear", err)
}

// Close implements Store. The entries stay.
func (r *Redis) Close() error { return r.client.Close() }

// Ping checks that the server answers.
func (r *Redis) Ping(ctx context.Context) error {
	return r.outcome(ctx, "cache.ping", r.client.Ping(ctx))
}

// change changes an entry in the generation that this process last saw, and reads the cache's
// generation in the same round trip. If that is another one, change starts again. So a change
// takes one round trip in most cases, and is made in a generation that was the cache's during the
// call. A cache without a generation gets one if begin is set; otherwise there is nothing to
// change.
func (r *Redis) change(ctx context.Context, c *redisCache, begin bool, command func(generation string) redisclient.Command) error {
	for {
		believed := c.believed()
		var commands []redisclient.Command
		if believed != "" {
			commands = append(commands, command(believed))
		}
		answers, err := r.client.DoAll(ctx, append(commands, redisclient.Command{"GET", c.key})...)
		if err != nil {
			return err
		}
		generation, _ := answers[len(answers)-1].(string)
		switch {
		case generation == "" && !begin, generation == believed && generation != "":
			return nil
		case generation == "":
			generation = rand.Text()
			begun, err := r.client.Do(ctx, "SET", c.key, generation, "NX")
			if err != nil {
				return err
			}
			if begun == nil {
				continue
			}
		}
		c.believe(generation)
	}
}

func (r *Redis) outcome(ctx context.Context, op string, err error) error {
	if err == nil {
		return nil
	}
	return r.client.Failure(ctx, op, err)
}
