package cachetest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/cache"
)

// Subject is an empty store with its clock.
type Subject struct {
	cache.Store
	Pass func(time.Duration) // returns when at least that much time has passed for the store
}

// Run runs all tests of the behaviour, each on a store that open returns. The store is closed
// after the test.
func Run(t *testing.T, open func(t *testing.T) Subject) {
	behaviours := []struct {
		name string
		run  func(*suite)
	}{
		{"an entry is found by cache and key", (*suite).entry},
		{"values are any bytes", (*suite).values},
		{"keys are any string", (*suite).keys},
		{"setting again replaces", (*suite).replace},
		{"a value is copied", (*suite).copied},
		{"deleting removes one entry", (*suite).remove},
		{"clearing removes the entries of one cache", (*suite).clear},
		{"an entry ends with its time", (*suite).expiry},
		{"setting again renews the time", (*suite).renewed},
		{"a negative time removes", (*suite).negative},
		{"concurrent calls do not disturb each other", (*suite).concurrent},
	}
	for _, b := range behaviours {
		t.Run(b.name, func(t *testing.T) {
			s := &suite{open(t), t, t.Context()}
			t.Cleanup(func() { s.must(s.Close()) })
			b.run(s)
		})
	}
}

type suite struct {
	Subject
	t   *testing.T
	ctx context.Context
}

func (s *suite) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Error(err)
	}
}

func (s *suite) set(cache, key, value string, ttl time.Duration) {
	s.t.Helper()
	s.must(s.Set(s.ctx, cache, key, []byte(value), ttl))
}

func (s *suite) finds(cache, key, want string) {
	s.t.Helper()
	value, found, err := s.Get(s.ctx, cache, key)
	s.must(err)
	if !found || string(value) != want {
		s.t.Errorf("%s %.40q is %.40q (found: %t), want %.40q", cache, key, value, found, want)
	}
}

func (s *suite) lacks(cache, key string) {
	s.t.Helper()
	value, found, err := s.Get(s.ctx, cache, key)
	s.must(err)
	if found || value != nil {
		s.t.Errorf("%s %.40q is %.40q, want none", cache, key, value)
	}
}

func (s *suite) entry() {
	s.lacks("books", "1")
	s.set("books", "1", `"Emma"`, 0)
	s.finds("books", "1", `"Emma"`)
	s.lacks("books", "2")
	s.lacks("films", "1")
	s.lacks("book", "s1")
	s.lacks("books1", "")
}

func (s *suite) values() {
	for i, value := range []string{"", "null", "\x00\xff", strings.Repeat("long", 1<<18)} {
		key := fmt.Sprint(i)
		s.set("books", key, value, time.Hour)
		s.finds("books", key, value)
	}
	s.must(s.Set(s.ctx, "books", "nil", nil, 0))
	s.finds("books", "nil", "")
}

func (s *suite) keys() {
	long := strings.Repeat("k", 10_000)
	keys := []string{"", " ", "a", "A", "a\x00", "\xff", "ä", "'; --", long, long + "1", long[:1024], long[:1056]}
	for i, key := range keys {
		s.set("books", key, fmt.Sprint(i), 0)
	}
	for i, key := range keys {
		s.finds("books", key, fmt.Sprint(i))
	}
	for i, key := range keys {
		s.must(s.Delete(s.ctx, "books", key))
		s.lacks("books", key)
		if i+1 < len(keys) {
			s.finds("books", keys[i+1], fmt.Sprint(i+1))
		}
	}
}

func (s *suite) replace() {
	s.set("books", "1", "Emma", 0)
	s.set("books", "1", "Persuasion", 0)
	s.finds("books", "1", "Persuasion")
	s.set("books", "1", "", 0)
	s.finds("books", "1", "")
}

func (s *suite) copied() {
	buffer := []byte("Emma")
	s.must(s.Set(s.ctx, "books", "1", buffer, 0))
	copy(buffer, "XXXX")
	s.finds("books", "1", "Emma")
}

func (s *suite) remove() {
	s.set("books", "1", "Emma", 0)
	s.set("books", "2", "Persuasion", 0)
	s.set("films", "1", "Alien", 0)
	s.must(s.Delete(s.ctx, "books", "1"))
	s.must(s.Delete(s.ctx, "books", "1"))
	s.must(s.Delete(s.ctx, "songs", "1"))
	s.lacks("books", "1")
	s.finds("books", "2", "Persuasion")
	s.finds("films", "1", "Alien")
	s.set("books", "1", "Emma", 0)
	s.finds("books", "1", "Emma")
}

func (s *suite) clear() {
	for i := range 50 {
		s.set("books", fmt.Sprint(i), "x", time.Duration(i%2)*time.Hour)
	}
	s.set("films", "1", "Alien", 0)
	s.must(s.Clear(s.ctx, "books"))
	s.must(s.Clear(s.ctx, "songs"))
	for i := range 50 {
		s.lacks("books", fmt.Sprint(i))
	}
	s.finds("films", "1", "Alien")
	s.set("books", "1", "Emma", 0)
	s.finds("books", "1", "Emma")
	s.lacks("books", "2")
}

// short is longer than a few calls take on any store, and short enough for a test to wait for it.
const short = 300 * time.Millisecond

func (s *suite) expiry() {
	s.set("books", "stays", "x", 0)
	s.set("books", "long", "x", 1000*time.Hour)
	s.set("books", "longest", "x", 1<<63-1)
	s.set("books", "short", "x", short)
	s.finds("books", "short", "x")
	s.Pass(short)
	s.lacks("books", "short")
	s.finds("books", "long", "x")
	s.finds("books", "longest", "x")
	s.finds("books", "stays", "x")
	s.set("books", "short", "y", short)
	s.finds("books", "short", "y")
}

func (s *suite) renewed() {
	s.set("books", "endless", "x", short)
	s.set("books", "endless", "y", 0)
	s.set("books", "longer", "x", short)
	s.set("books", "longer", "y", time.Hour)
	s.set("books", "shorter", "x", time.Hour)
	s.set("books", "shorter", "y", short)
	s.set("books", "ending", "x", 0)
	s.set("books", "ending", "y", short)
	s.Pass(short)
	s.finds("books", "endless", "y")
	s.finds("books", "longer", "y")
	s.lacks("books", "shorter")
	s.lacks("books", "ending")
}

func (s *suite) negative() {
	s.set("books", "1", "x", 0)
	s.set("books", "1", "y", -time.Second)
	s.lacks("books", "1")
	s.set("books", "2", "y", -1)
	s.lacks("books", "2")
}

func (s *suite) concurrent() {
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			mine := fmt.Sprint("cache", worker)
			for i := range 50 {
				key := fmt.Sprint(i)
				s.set("shared", key, "the same", 0)
				s.set(mine, key, key, time.Hour)
				s.finds(mine, key, key)
				s.finds("shared", key, "the same")
				if i%10 == 9 {
					s.must(s.Clear(s.ctx, mine))
					s.lacks(mine, key)
				}
			}
		})
	}
	all.Wait()
}
