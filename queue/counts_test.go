package queue

import (
	"math"
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	var p pace
	now := time.Unix(1_000_000, 0)
	if got := p.get(now); got != 0 {
		t.Errorf("%v of nothing", got)
	}
	near := func(want float64) {
		t.Helper()
		if got := p.get(now); math.Abs(got-want) > want/10 {
			t.Errorf("%v a second, want about %v", got, want)
		}
	}
	for range 600 { // a minute
		now = now.Add(100 * time.Millisecond)
		p.add(1, now)
		if now.Sub(p.first) == 5*time.Second {
			near(10) // also when little is known
		}
	}
	near(10)
	for range 600 {
		now = now.Add(time.Second)
		p.add(2, now)
	}
	near(2)
	now = now.Add(10 * time.Minute)
	if got := p.get(now); got > 0.001 {
		t.Errorf("%v a second after a long silence", got)
	}
}
