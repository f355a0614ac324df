package cache

import "sync/atomic"

// redisCache is what this process knows about one cache on a Redis server.
type redisCache struct {
	key          string                 // the key that holds the generation
	generation   atomic.Pointer[string] // the last one that was seen
	hits, misses atomic.Int64
}

func (r *Redis) newCache(name string) *redisCache {
	c := &redisCache{key: r.prefix + "{cache:" + name + "}"}
	c.believe("")
	return c
}

func (c *redisCache) believed() string          { return *c.generation.Load() }
func (c *redisCache) believe(generation string) { c.generation.Store(&generation) }

// entry returns the key of an entry.
func (c *redisCache) entry(generation, key string) string {
	return c.key + ":" + generation + ":" + key
}

func (c *redisCache) count(hit bool) {
	if hit {
		c.hits.Add(1)
	} else {
		c.misses.Add(1)
	}
}

// Stats returns the hits and misses of every cache that this process has used, by name. Entries
// and Evictions are 0, because only the server knows them.
func (r *Redis) Stats() map[string]Stats {
	all := map[string]Stats{}
	for name, c := range r.caches.all() {
		all[name] = Stats{Hits: c.hits.Load(), Misses: c.misses.Load()}
	}
	return all
}
