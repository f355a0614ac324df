package caches

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
)

func opened(t *testing.T, s Settings, before *Part) *Part {
	t.Helper()
	p, err := Open(t.Context(), s, false, before)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTakingOver: a store on a server is shared while its settings are the same, whatever is said of its caches, and the last generation
// closes it. What is in memory is dropped.
func TestTakingOver(t *testing.T) {
	far := Settings{url: datatest.Redis(t).URL, prefix: "shop"}
	first := opened(t, far, nil)
	for name, c := range map[string]struct {
		change func(*Settings)
		same   bool
	}{
		"nothing":           {func(*Settings) {}, true},
		"how long it lasts": {func(s *Settings) { s.ttl = time.Hour }, true},
		"the prefix":        {func(s *Settings) { s.prefix = "office" }, false},
		"the size":          {func(s *Settings) { s.maxBytes = 1 << 20 }, false},
		"the place":         {func(s *Settings) { *s = s.InMemory() }, false},
	} {
		s := far
		c.change(&s)
		next := opened(t, s, first)
		if got := next.open == first.open; got != c.same {
			t.Errorf("%s has changed: the same is %v", name, got)
		}
		if err := next.Close(); err != nil {
			t.Error(err)
		}
	}
	last := opened(t, far, first)
	if err := errors.Join(first.Close(), last.Put(t.Context(), "a", "b", []byte("c"), 0)); err != nil {
		t.Errorf("after the end of the first of two generations: %v", err)
	}
	if value, found, err := last.Get(t.Context(), "a", "b"); !found || string(value) != "c" || err != nil {
		t.Errorf("got %q %v %v", value, found, err)
	}
	if err := last.Close(); err != nil {
		t.Error(err)
	}
	if err := last.Put(t.Context(), "a", "b", []byte("c"), 0); err == nil {
		t.Error("it is open, though nobody uses it")
	}
}

// TestMemoryIsDropped: values in memory are not taken over.
func TestMemoryIsDropped(t *testing.T) {
	s := Settings{}.InMemory()
	first := opened(t, s, nil)
	if err := first.Put(t.Context(), "a", "b", []byte("c"), 0); err != nil {
		t.Fatal(err)
	}
	next := opened(t, s, first)
	if _, found, err := next.Get(t.Context(), "a", "b"); found || err != nil {
		t.Errorf("found is %v: %v", found, err)
	}
	if sizes := first.Sizes(); sizes["a"] != 1 {
		t.Errorf("the sizes are %v", sizes)
	}
	if err := errors.Join(first.Close(), next.Close()); err != nil {
		t.Error(err)
	}
}

// TestNothingIsOpened: closed caches reach no server.
func TestNothingIsOpened(t *testing.T) {
	far := Settings{url: "redis://127.0.0.1:1", ttls: map[string]time.Duration{"rates": time.Hour}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if p, err := Open(ctx, far, false, nil); err == nil {
		t.Errorf("it was opened: %v", p)
	}
	p := Closed(far)
	if p.Remote() || p.URL() != inMemory || len(p.Named()) != 1 {
		t.Errorf("it is at %s, with %v", p.URL(), p.Named())
	}
	if err := errors.Join(p.Put(t.Context(), "a", "b", nil, 0), p.Close(), (*Part)(nil).Close()); err != nil {
		t.Error(err)
	}
}
