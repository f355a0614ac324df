package cache_test

import (
	"context"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/cache"
	"github.com/fwrun/fwrun/data/cache/cachetest"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/platform/fault"
)

func TestRedis(t *testing.T) {
	server := datatest.Redis(t)
	admin := server.Client(t)
	cachetest.Run(t, func(t *testing.T) cachetest.Subject {
		if err := admin.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		return cachetest.Subject{Store: openRedis(t, server.URL, cache.RedisOptions{}), Pass: server.Pass}
	})
}

// TestRedisCluster: keys that are changed together are on one server of a cluster.
func TestRedisCluster(t *testing.T) {
	server := datatest.RedisCluster(t)
	admin := server.Client(t)
	cachetest.Run(t, func(t *testing.T) cachetest.Subject {
		if err := admin.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		return cachetest.Subject{Store: openRedis(t, server.URL, cache.RedisOptions{}), Pass: server.Pass}
	})
}

func openRedis(t *testing.T, url string, o cache.RedisOptions) *cache.Redis {
	t.Helper()
	store, err := cache.NewRedis(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func finds(t *testing.T, s cache.Store, name, key, want string) {
	t.Helper()
	if value, found, err := s.Get(t.Context(), name, key); err != nil || !found || string(value) != want {
		t.Errorf("%s %q is %q (found: %t), %v; want %q", name, key, value, found, err, want)
	}
}

func lacks(t *testing.T, s cache.Store, name, key string) {
	t.Helper()
	if value, found, err := s.Get(t.Context(), name, key); err != nil || found {
		t.Errorf("%s %q is %q, %v; want none", name, key, value, err)
	}
}

// TestRedisIsShared: other processes see a change at once.
func TestRedisIsShared(t *testing.T) {
	url := datatest.Redis(t).URL
	a, b := openRedis(t, url, cache.RedisOptions{}), openRedis(t, url, cache.RedisOptions{})
	other := openRedis(t, url, cache.RedisOptions{Prefix: "shop:"})
	for _, s := range []cache.Store{a, b, other} {
		t.Cleanup(func() { _ = s.Close() })
	}
	mustSet(t, a, "books", "1", []byte("Emma"), 0)
	finds(t, b, "books", "1", "Emma")
	lacks(t, other, "books", "1")
	mustSet(t, other, "books", "1", []byte("apart"), 0)

	for range 3 {
		if err := b.Clear(t.Context(), "books"); err != nil {
			t.Fatal(err)
		}
		lacks(t, a, "books", "1")
		if err := b.Clear(t.Context(), "books"); err != nil {
			t.Fatal(err)
		}
		mustSet(t, a, "books", "1", []byte("again"), 0)
		finds(t, b, "books", "1", "again")
		finds(t, other, "books", "1", "apart")
	}
	if err := b.Clear(t.Context(), "books"); err != nil {
		t.Fatal(err)
	}
	mustSet(t, b, "books", "1", []byte("new"), 0)
	if err := a.Delete(t.Context(), "books", "1"); err != nil {
		t.Fatal(err)
	}
	lacks(t, b, "books", "1")
}

// TestRedisMayForget: when a server drops a generation for room, the cache is cleared, and no old
// entry ever returns.
func TestRedisMayForget(t *testing.T) {
	server := datatest.Redis(t)
	admin := server.Client(t)
	store := openRedis(t, server.URL, cache.RedisOptions{Prefix: "shop:"})
	defer store.Close()
	for _, value := range []string{"first", "second", "third"} {
		mustSet(t, store, "books", "1", []byte(value), 0)
		finds(t, store, "books", "1", value)
		if n, err := admin.Del(t.Context(), "shop:{cache:books}").Result(); n != 1 || err != nil {
			t.Fatalf("the generation is not there: %v", err)
		}
		lacks(t, store, "books", "1")
		if err := store.Delete(t.Context(), "books", "1"); err != nil {
			t.Fatal(err)
		}
		mustSet(t, store, "books", "2", nil, 0)
		lacks(t, store, "books", "1")
	}
}

// TestRedisEntriesEnd: every entry has an end, so that nothing remains of a cleared cache.
func TestRedisEntriesEnd(t *testing.T) {
	server := datatest.Redis(t)
	admin := server.Client(t)
	store := openRedis(t, server.URL, cache.RedisOptions{MaxTTL: time.Hour})
	defer store.Close()
	for _, ttl := range []time.Duration{0, 1, time.Minute, 24 * time.Hour, 1<<63 - 1} {
		mustSet(t, store, "books", "1", []byte("Emma"), ttl)
		keys, err := admin.Keys(t.Context(), "fwrun:{cache:books}:*").Result()
		if err != nil || len(keys) > 1 || len(keys) == 0 && ttl > time.Millisecond {
			t.Fatalf("%s: there are %q, %v", ttl, keys, err)
		}
		for _, key := range keys {
			if left := admin.PTTL(t.Context(), key).Val(); left > time.Hour || left == -1 {
				t.Errorf("%s: it ends after %s", ttl, left)
			}
		}
	}
}

func TestRedisStats(t *testing.T) {
	server := datatest.Redis(t)
	store := openRedis(t, server.URL, cache.RedisOptions{})
	defer store.Close()
	mustSet(t, store, "books", "1", nil, 0)
	finds(t, store, "books", "1", "")
	lacks(t, store, "books", "2")
	lacks(t, store, "books", "3")
	lacks(t, store, "films", "1")
	if got, want := store.Stats()["books"], (cache.Stats{Hits: 1, Misses: 2}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := store.Stats()["films"], (cache.Stats{Misses: 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestRedisGoesAndReturns: without the server calls fail, soon and with a clear error; afterwards
// they work again without further action.
func TestRedisGoesAndReturns(t *testing.T) {
	server := datatest.Redis(t)
	store := openRedis(t, server.URL, cache.RedisOptions{})
	defer store.Close()
	answered, vain := time.Hour, time.Hour // at best: other work of the machine affects one of them, but not all
	for range 3 {
		mustSet(t, store, "books", "1", []byte("Emma"), 0)
		answered = min(answered, callsTake(t, store, func(err error) bool { return err == nil }))
		server.Kill()
		vain = min(vain, callsTake(t, store, func(err error) bool { return fault.KindOf(err) == fault.Unavailable }))
		server.Restart()
		until(t, "it is used again", func() bool { return store.Set(t.Context(), "books", "1", nil, 0) == nil })
		lacks(t, store, "books", "2")
	}
	if vain > 50*answered {
		t.Errorf("120 calls in vain take %s, and others %s", vain, answered)
	}
}

// callsTake returns how long 120 calls take, each of which must end as it should.
func callsTake(t *testing.T, store cache.Store, ended func(error) bool) time.Duration {
	t.Helper()
	begin := time.Now()
	for range 30 { // more than the pool has connections
		calls := map[string]error{
			"set": store.Set(t.Context(), "books", "1", nil, 0), "delete": store.Delete(t.Context(), "books", "1"),
			"clear": store.Clear(t.Context(), "books"),
		}
		_, _, calls["get"] = store.Get(t.Context(), "books", "1")
		for call, err := range calls {
			if !ended(err) {
				t.Fatalf("%s says %v", call, err)
			}
		}
	}
	return time.Since(begin)
}

func TestRedisEndsWithTheContext(t *testing.T) {
	server := datatest.Redis(t)
	store := openRedis(t, server.URL, cache.RedisOptions{})
	defer store.Close()
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := store.Get(canceled, "books", "1"); fault.KindOf(err) != fault.Canceled {
		t.Errorf("canceled: got %v", err)
	}
	admin := server.Client(t)
	if err := admin.Do(t.Context(), "client", "pause", "60000").Err(); err != nil {
		t.Fatal(err)
	}
	hasty, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if err := store.Set(hasty, "books", "1", nil, 0); fault.KindOf(err) != fault.Timeout {
		t.Errorf("timed out: got %v", err)
	}
}

func TestRedisThatIsFull(t *testing.T) {
	server := datatest.Redis(t)
	store := openRedis(t, server.URL, cache.RedisOptions{})
	defer store.Close()
	mustSet(t, store, "books", "1", []byte("Emma"), 0)
	admin := server.Client(t)
	if err := admin.ConfigSet(t.Context(), "maxmemory", "1").Err(); err != nil {
		t.Fatal(err)
	}
	if err := store.Set(t.Context(), "books", "1", nil, 0); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("got %v", err)
	}
	finds(t, store, "books", "1", "Emma")
}
