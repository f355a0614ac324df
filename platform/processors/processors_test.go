package processors

import (
	"runtime"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	process.calm = time.Millisecond
	m.Run()
}

func TestFurther(t *testing.T) {
	for _, c := range []struct{ own, held, want int }{
		{2, 0, 0},
		{1, 1, 2},
		{2, 1, 1}, // the collector has one, too, and others have one
		{2, 2, 2},
		{2, 9, 3}, // never more than that
		{8, 6, 0},
		{8, 7, 1},
		{8, 8, 2},
		{8, 100, 9},
	} {
		if got := further(c.own, c.held); got != c.want {
			t.Errorf("%d processors, of which %d are held: %d further ones, want %d", c.own, c.held, got, c.want)
		}
	}
}

// TestLending: Go has further processors as long as its own are held, and a little longer; what the process has stays the same.
func TestLending(t *testing.T) {
	own := runtime.GOMAXPROCS(0)
	for range 20 {
		var one, other Held
		one.Set(own)
		become(t, own+further(own, own))
		other.Set(1)
		become(t, own+further(own, own+1))
		one.Set(own) // as before
		if n := Count(); n != own {
			t.Fatalf("the process has %d processors, want %d", n, own)
		}
		one.Set(0)
		become(t, own+further(own, 1))
		other.Set(0)
		become(t, own)
		if n := Count(); n != own {
			t.Fatalf("afterwards the process has %d processors, want %d", n, own)
		}
	}
}

// TestShortly: what is held for a moment only leaves everything as it was, however it falls together with the lending.
func TestShortly(t *testing.T) {
	own := runtime.GOMAXPROCS(0)
	for range 200 {
		var h Held
		h.Set(own)
		h.Set(0)
	}
	become(t, own)
	var h Held
	h.Set(own)
	become(t, own+further(own, own))
	h.Set(0)
	become(t, own)
}

// become waits until Go has so many processors.
func become(t *testing.T, want int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); runtime.GOMAXPROCS(0) != want; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("Go has %d processors, want %d", runtime.GOMAXPROCS(0), want)
		}
	}
}
