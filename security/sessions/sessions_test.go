package sessions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// kept is a store in memory.
type kept struct {
	mu      sync.Mutex
	entries map[string][]byte
	ttl     map[string]time.Duration
	fail    error
}

func newStore() *kept { return &kept{entries: map[string][]byte{}, ttl: map[string]time.Duration{}} }

func (k *kept) Get(_ context.Context, name, key string) ([]byte, bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	b, found := k.entries[name+"/"+key]
	return b, found, k.fail
}

func (k *kept) Set(_ context.Context, name, key string, value []byte, ttl time.Duration) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.entries[name+"/"+key], k.ttl[name+"/"+key] = value, ttl
	return k.fail
}

func (k *kept) Delete(_ context.Context, name, key string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.entries, name+"/"+key)
	return k.fail
}

func (k *kept) count(name string) (n int) {
	for key := range k.entries {
		if strings.HasPrefix(key, name+"/") {
			n++
		}
	}
	return n
}

func open(store Store) *Sessions {
	return New(store, Options{TTL: 12 * time.Hour, Idle: 30 * time.Minute, Secret: []byte("secret"), Now: time.Now})
}

func keep(t *testing.T, s *Sessions, one *Session) string {
	t.Helper()
	if err := s.Keep(t.Context(), one); err != nil {
		t.Fatal(err)
	}
	return one.ID()
}

func find(t *testing.T, s *Sessions, id string) *Session {
	t.Helper()
	one, err := s.Find(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return one
}

// TestLife: a session is kept when there is something to keep, gets another id with a log-in, and ends for good.
func TestLife(t *testing.T) {
	t.Parallel()
	store := newStore()
	s := open(store)
	one := s.Begin()
	if keep(t, s, one) != "" || store.count(sessionsName) != 0 {
		t.Error("a session of nobody and nothing is kept")
	}
	one.Set("cart", json.RawMessage(`[1]`))
	first := keep(t, s, one)
	one = find(t, s, first)
	if v, found := one.Get("cart"); !found || string(v) != "[1]" || one.Name() != "" {
		t.Fatalf("%s, %v, %q", v, found, one.Name())
	}
	one.Login("ada", []string{"USER"})
	second := keep(t, s, one)
	if second == first || find(t, s, first) != nil {
		t.Error("the id of before the log-in is good for it")
	}
	one = find(t, s, second)
	if v, found := one.Get("cart"); !found || string(v) != "[1]" || one.Name() != "ada" || fmt.Sprint(one.Roles()) != "[USER]" {
		t.Errorf("after the log-in: %s, %v, %q", v, found, one.Name())
	}
	one.Set("cart", nil)
	if keep(t, s, one) != second {
		t.Error("a change gives another id")
	}
	if _, found := find(t, s, second).Get("cart"); found {
		t.Error("what was removed is there")
	}
	one.End()
	one.Set("x", json.RawMessage("1"))
	keep(t, s, one)
	if find(t, s, second) != nil || store.count(sessionsName) != 0 {
		t.Error("it goes on after its end")
	}
}

// TestEndAndLogin: who logs in behind a log-out finds nothing of who was there before.
func TestEndAndLogin(t *testing.T) {
	t.Parallel()
	s := open(newStore())
	one := s.Begin()
	one.Set("cart", json.RawMessage("1"))
	one.Login("ada", nil)
	one = find(t, s, keep(t, s, one))
	one.End()
	one.Login("bob", nil)
	one = find(t, s, keep(t, s, one))
	if _, found := one.Get("cart"); found || one.Name() != "bob" || one.IsEnded() {
		t.Errorf("%q, %v", one.Name(), found)
	}
}

// TestTimes: a session ends when it was not used for a while, and some time after it began in any case.
func TestTimes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := open(newStore())
		one := s.Begin()
		one.Login("ada", nil)
		id := keep(t, s, one)
		for range 25 {
			<-time.After(29 * time.Minute)
			if one = find(t, s, id); one == nil {
				break
			}
			keep(t, s, one)
		}
		if one != nil {
			t.Error("a session that is used goes on for ever")
		}
		one = s.Begin()
		one.Login("ada", nil)
		id = keep(t, s, one)
		<-time.After(29 * time.Minute)
		if find(t, s, id) == nil {
			t.Error("it has ended too early")
		}
		<-time.After(2 * time.Minute)
		if find(t, s, id) != nil {
			t.Error("it was not used for longer than it may, and goes on")
		}
	})
}

// TestStale: that a session is used is not noted with every request.
func TestStale(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newStore()
		s := open(store)
		one := s.Begin()
		one.Login("ada", nil)
		id := keep(t, s, one)
		store.fail = errors.New("written to")
		if err := s.Keep(t.Context(), &Session{id: id, place: one.place, state: one.state}); err != nil {
			t.Error(err)
		}
		<-time.After(4 * time.Minute)
		if err := s.Keep(t.Context(), &Session{id: id, place: one.place, state: one.state}); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("it was used, and that is not noted: %v", err)
		}
	})
}

// TestIDs: what was not made here is nobody's session, and the store is not asked.
func TestIDs(t *testing.T) {
	t.Parallel()
	store := newStore()
	s := open(store)
	one := s.Begin()
	one.Login("ada", nil)
	id := keep(t, s, one)
	other := New(store, Options{TTL: time.Hour, Idle: time.Hour, Secret: []byte("another"), Now: time.Now})
	if found, err := other.Find(t.Context(), id); found != nil || err != nil {
		t.Errorf("%v, %v", found, err)
	}
	store.fail = errors.New("asked")
	for _, wrong := range []string{
		"", "x", id[1:], id + "A", id[:len(id)-1] + "_", strings.ToUpper(id), id + "=", strings.Repeat("A", 64),
		"../" + id, one.place,
	} {
		if found, err := s.Find(t.Context(), wrong); found != nil || err != nil {
			t.Errorf("%q: %v, %v", wrong, found, err)
		}
	}
	if _, err := s.Find(t.Context(), id); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a store that fails: %v", err)
	}
	for key := range store.entries {
		if strings.Contains(key, id[:20]) {
			t.Errorf("the store has the id: %s", key)
		}
	}
}

// TestUsers: the sessions of a user are listed and ended, those of others are not.
func TestUsers(t *testing.T) {
	t.Parallel()
	s := open(newStore())
	ids := map[string][]string{}
	for _, name := range []string{"ada", "bob", "ada", "ada"} {
		one := s.Begin()
		one.Login(name, nil)
		ids[name] = append(ids[name], keep(t, s, one))
	}
	gone := find(t, s, ids["ada"][0])
	gone.End()
	keep(t, s, gone)
	if list, err := s.Of(t.Context(), "ada"); err != nil || len(list) != 2 {
		t.Errorf("%v, %v", list, err)
	}
	late := find(t, s, ids["ada"][1])
	if n, err := s.EndOf(t.Context(), "ada"); err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
	late.Set("x", json.RawMessage("1"))
	keep(t, s, late)
	if find(t, s, ids["ada"][1]) != nil || find(t, s, ids["ada"][2]) != nil {
		t.Error("a session goes on that was ended, since a request was still in progress")
	}
	if find(t, s, ids["bob"][0]) == nil {
		t.Error("the session of another has ended")
	}
	if list, err := s.Of(t.Context(), "nobody"); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestTogether: requests that change different values of a session at the same time lose none.
func TestTogether(t *testing.T) {
	t.Parallel()
	s := open(newStore())
	one := s.Begin()
	one.Login("ada", nil)
	id := keep(t, s, one)
	var group sync.WaitGroup
	for i := range 50 {
		group.Go(func() {
			mine := find(t, s, id)
			mine.Set(fmt.Sprint(i), json.RawMessage("1"))
			keep(t, s, mine)
		})
	}
	group.Wait()
	last := find(t, s, id)
	for i := range 50 {
		if _, found := last.Get(fmt.Sprint(i)); !found {
			t.Errorf("%d is lost", i)
		}
	}
}

// TestSize: a session that is too large is refused, and stays as it was.
func TestSize(t *testing.T) {
	t.Parallel()
	s := open(newStore())
	one := s.Begin()
	one.Set("x", json.RawMessage(`"`+strings.Repeat("x", maxBytes)+`"`))
	if err := s.Keep(t.Context(), one); fault.KindOf(err) != fault.Internal {
		t.Errorf("%v", err)
	}
}

func BenchmarkFind(b *testing.B) {
	s := open(newStore())
	one := s.Begin()
	one.Login("ada", []string{"USER"})
	if err := s.Keep(b.Context(), one); err != nil {
		b.Fatal(err)
	}
	id := one.ID()
	b.ReportAllocs()
	for b.Loop() {
		if found, err := s.Find(b.Context(), id); found == nil || err != nil {
			b.Fatal(err)
		}
	}
}
