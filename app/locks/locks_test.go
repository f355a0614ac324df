package locks

import (
	"errors"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
)

func opened(t *testing.T, s Settings, before *Part) *Part {
	t.Helper()
	p, err := Open(t.Context(), s, before)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTakingOver: the next generation waits for locks that the one before holds, wherever they are kept, unless they are kept elsewhere.
func TestTakingOver(t *testing.T) {
	for name, s := range map[string]Settings{
		"memory": Settings{ttl: time.Minute}.InMemory(), "a server": {url: datatest.Redis(t).URL, prefix: "shop", ttl: time.Minute},
	} {
		first := opened(t, s, nil)
		held, err := first.Acquire(t.Context(), "a", 0, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		longer, elsewhere := s, s
		longer.ttl, elsewhere.prefix = time.Hour, "office"
		next, other := opened(t, longer, first), opened(t, elsewhere, first)
		if next.open != first.open || next.TTL() != time.Hour || other.open == first.open {
			t.Errorf("%s: taken over is %v, and from elsewhere %v", name, next.open == first.open, other.open == first.open)
		}
		if _, err := next.Acquire(t.Context(), "a", 0, time.Minute); !next.Held(err) {
			t.Errorf("%s: the next generation says %v", name, err)
		}
		if err := errors.Join(first.Close(), held.Release(t.Context())); err != nil {
			t.Errorf("%s: after the end of the first of two generations: %v", name, err)
		}
		if _, err := next.Acquire(t.Context(), "a", 0, time.Minute); err != nil {
			t.Errorf("%s: once it is free: %v", name, err)
		}
		if users := next.open.Users(); users != 1 {
			t.Errorf("%s: %d generations use them", name, users)
		}
		if err := errors.Join(next.Close(), other.Close()); err != nil {
			t.Error(err)
		}
	}
}

// TestNothingIsOpened: closed locks reach no server.
func TestNothingIsOpened(t *testing.T) {
	far := Settings{url: "redis://127.0.0.1:1", ttl: time.Minute}
	if p, err := Open(t.Context(), far, nil); err == nil {
		t.Errorf("it was opened: %v", p)
	}
	p := Closed(far)
	if _, err := p.Acquire(t.Context(), "a", 0, time.Minute); err != nil || p.URL() != "memory:" {
		t.Errorf("at %s: %v", p.URL(), err)
	}
	if err := errors.Join(p.Opened().Ping(t.Context()), p.Close(), (*Part)(nil).Close()); err != nil {
		t.Error(err)
	}
}
