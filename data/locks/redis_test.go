package locks_test

import (
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/data/locks/lockstest"
	"github.com/fwrun/fwrun/platform/fault"
)

func TestRedis(t *testing.T) { onRedis(t, datatest.Redis(t)) }

// TestRedisCluster: the keys of a script are on one server of a cluster.
func TestRedisCluster(t *testing.T) { onRedis(t, datatest.RedisCluster(t)) }

func onRedis(t *testing.T, server *datatest.RedisServer) {
	admin := server.Client(t)
	lockstest.Run(t, func(t *testing.T) lockstest.Subject {
		if err := admin.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		return lockstest.Subject{Locker: openRedis(t, server.URL, ""), Pass: server.Pass}
	})
}

func openRedis(t *testing.T, url, prefix string) *locks.Redis {
	t.Helper()
	r, err := locks.NewRedis(t.Context(), url, locks.RedisOptions{Prefix: prefix})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func acquire(t *testing.T, r locks.Locker, owner string) locks.Lease {
	t.Helper()
	lease, err := r.Acquire(t.Context(), locks.Request{Name: "invoices", Owner: owner, TTL: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	return lease
}

// TestRedisIsShared: only one of all processes with the same prefix holds a lock at a time.
func TestRedisIsShared(t *testing.T) {
	server := datatest.Redis(t)
	a, b, other := openRedis(t, server.URL, ""), openRedis(t, server.URL, ""), openRedis(t, server.URL, "shop:")
	held := acquire(t, a, "me")
	if _, err := b.Acquire(t.Context(), locks.Request{Name: "invoices", Owner: "you", TTL: time.Hour}); !errors.Is(err, locks.ErrHeld) {
		t.Errorf("with the same prefix: %v", err)
	}
	again := acquire(t, b, "me")
	if held.Token() != again.Token() {
		t.Errorf("the tokens are %d and %d", held.Token(), again.Token())
	}
	acquire(t, other, "you")
	for _, lease := range []locks.Lease{held, again} {
		if err := lease.Release(t.Context()); err != nil {
			t.Error(err)
		}
	}
	acquire(t, b, "you")
}

// TestRedisProcessesTakeTurns: several clients that wait for each other read and write a counter
// under the lock, and the sum is right.
func TestRedisProcessesTakeTurns(t *testing.T) {
	server := datatest.Redis(t)
	admin := server.Client(t)
	var all sync.WaitGroup
	for range 4 {
		r := openRedis(t, server.URL, "")
		all.Go(func() {
			for range 10 {
				lease, err := r.Acquire(t.Context(), locks.Request{Name: "sum", Wait: time.Minute, TTL: time.Minute})
				if err != nil {
					t.Error(err)
					return
				}
				sum, _ := admin.Get(t.Context(), "sum").Int()
				runtime.Gosched()
				if err := errors.Join(admin.Set(t.Context(), "sum", sum+1, 0).Err(), lease.Release(t.Context())); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if sum, err := admin.Get(t.Context(), "sum").Int(); sum != 40 || err != nil {
		t.Errorf("the sum is %d, %v", sum, err)
	}
}

// TestRedisForgets: tokens grow even if the server has lost everything, or its clock was set
// back, and the holder of a lost lock gets an error.
func TestRedisForgets(t *testing.T) {
	server := datatest.Redis(t)
	admin := server.Client(t)
	r := openRedis(t, server.URL, "")
	first := acquire(t, r, "a")
	if err := admin.FlushAll(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	second := acquire(t, r, "b")
	if second.Token() <= first.Token() {
		t.Errorf("token %d comes after %d", second.Token(), first.Token())
	}
	if err := first.Release(t.Context()); !errors.Is(err, locks.ErrLost) {
		t.Errorf("releasing what was lost says %v", err)
	}
	if err := second.Release(t.Context()); err != nil {
		t.Fatal(err)
	}

	const future = 1 << 52
	if err := admin.Set(t.Context(), "fwrun:{lock:invoices}:token", "4503599627370496", 0).Err(); err != nil {
		t.Fatal(err)
	}
	if token := acquire(t, r, "a").Token(); token != future+1 {
		t.Errorf("token %d comes after %d", token, int64(future))
	}
}

// TestRedisKeepsNothing: a released lock leaves only its last token, for a time.
func TestRedisKeepsNothing(t *testing.T) {
	server := datatest.Redis(t)
	admin := server.Client(t)
	r := openRedis(t, server.URL, "shop:")
	lease := acquire(t, r, "a")
	keys, _ := admin.Keys(t.Context(), "*").Result()
	for _, key := range keys {
		if left := admin.PTTL(t.Context(), key).Val(); left <= 0 || left > 26*time.Hour {
			t.Errorf("%s ends after %s", key, left)
		}
	}
	if err := lease.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	keys, err := admin.Keys(t.Context(), "*").Result()
	if err != nil || len(keys) != 1 || keys[0] != "shop:{lock:invoices}:token" {
		t.Errorf("there are %q, %v", keys, err)
	}
}

// TestRedisGoesAndReturns: without the server calls fail, soon and with a clear error; afterwards
// they work again without further action.
func TestRedisGoesAndReturns(t *testing.T) {
	server := datatest.Redis(t)
	r := openRedis(t, server.URL, "")
	answered, vain := time.Hour, time.Hour // at best: other work of the machine affects one of them, but not all
	for range 3 {
		answered = min(answered, callsTake(t, r))
		lease := acquire(t, r, "a")
		server.Kill()
		vain = min(vain, callsInVainTake(t, r, lease))
		server.Restart()
		var next locks.Lease
		for deadline := time.Now().Add(time.Minute); next == nil; runtime.Gosched() {
			var err error
			next, err = r.Acquire(t.Context(), locks.Request{Name: "invoices", Owner: "b", TTL: time.Hour})
			if err != nil && time.Now().After(deadline) {
				t.Fatalf("not after a minute: %v", err)
			}
		}
		if next.Token() <= lease.Token() {
			t.Errorf("token %d comes after %d", next.Token(), lease.Token())
		}
		if err := lease.Release(t.Context()); !errors.Is(err, locks.ErrLost) {
			t.Errorf("releasing what the server forgot says %v", err)
		}
		if err := next.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if vain > 50*answered {
		t.Errorf("90 calls in vain take %s, and others %s", vain, answered)
	}
}

// callsTake returns how long 90 calls take that a server answers.
func callsTake(t *testing.T, r *locks.Redis) time.Duration {
	t.Helper()
	begin := time.Now()
	for range 30 {
		lease := acquire(t, r, "a")
		if err := errors.Join(lease.Extend(t.Context(), time.Hour), lease.Release(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	return time.Since(begin)
}

// callsInVainTake returns how long 90 calls take that no server answers.
func callsInVainTake(t *testing.T, r *locks.Redis, lease locks.Lease) time.Duration {
	t.Helper()
	begin := time.Now()
	for range 30 { // more than the pool has connections
		_, err := r.Acquire(t.Context(), locks.Request{Name: "letters", Wait: time.Hour, TTL: time.Hour})
		for call, err := range map[string]error{
			"acquire": err, "extend": lease.Extend(t.Context(), time.Hour), "release": lease.Release(t.Context()),
		} {
			if fault.KindOf(err) != fault.Unavailable {
				t.Fatalf("%s says %v", call, err)
			}
		}
	}
	return time.Since(begin)
}
