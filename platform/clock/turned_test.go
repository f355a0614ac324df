package clock_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/clock"
)

// log notes what happened, with how far the clock was turned.
type log struct {
	*clock.Turned
	lines []string
}

func (l *log) note(what string) func() {
	return func() { l.lines = append(l.lines, fmt.Sprint(what, " ", l.Passed())) }
}

func (l *log) is(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(l.lines, want) {
		t.Errorf("got %q, want %q", l.lines, want)
	}
}

// TestStep: waits are over in the order in which they are due, those of one time in the order in which they were made.
func TestStep(t *testing.T) {
	l := &log{Turned: clock.NewTurned()}
	l.Begin(time.Unix(0, 0), clock.Date, clock.Waits)
	l.AfterFunc(3*time.Second, l.note("c"))
	l.AfterFunc(time.Second, l.note("a"))
	l.AfterFunc(time.Second, l.note("b"))
	stop := l.AfterFunc(2*time.Second, l.note("never"))
	if !stop() || stop() {
		t.Error("a wait that is stopped twice does not say so")
	}
	l.Pass(5 * time.Second)
	l.is(t, "a 1s", "b 1s", "c 3s")
	if now := l.Now(); !now.Equal(time.Unix(5, 0)) {
		t.Error("it is", now)
	}
}

// TestSetNow: another time of day is over no wait.
func TestSetNow(t *testing.T) {
	l := &log{Turned: clock.NewTurned()}
	l.Begin(time.Unix(0, 0), clock.Date, clock.Waits)
	l.AfterFunc(time.Second, l.note("a"))
	at := l.At()
	l.SetNow(time.Unix(1e9, 0))
	l.Pass(time.Second - 1)
	l.is(t)
	if now := l.Now(); !now.Equal(time.Unix(1e9, 1e9-1)) || l.At().Sub(at) != time.Second-1 {
		t.Error("it is", now)
	}
	l.Pass(1)
	l.is(t, "a 1s")
}

// TestBeginAndEnd: what waits goes on waiting for the rest of its time when the clock is stood still, and when it is let go.
func TestBeginAndEnd(t *testing.T) {
	c := clock.NewTurned()
	fired := make(chan string, 2)
	c.AfterFunc(time.Hour, func() { fired <- "before" })
	c.Begin(time.Now(), clock.Waits)
	c.AfterFunc(2*time.Hour+time.Millisecond, func() { fired <- "meanwhile" })
	if c.Pass(time.Hour); len(fired) != 1 || <-fired != "before" {
		t.Error("what waited before was not over after its time")
	}
	c.Pass(time.Hour)
	if len(fired) != 0 {
		t.Error("it was over too early")
	}
	c.End()
	if got := <-fired; got != "meanwhile" {
		t.Error("got", got)
	}
	if now := c.Now(); time.Since(now) > time.Minute || c.Stands(clock.Date) {
		t.Error("it is", now)
	}
}

// TestSettle: the clock is not turned over what works, and is over what sleeps, or has worked for too long.
func TestSettle(t *testing.T) {
	c := clock.NewTurned()
	c.Begin(time.Now(), clock.Waits)
	ctx, done := c.Working(t.Context())
	begin, slept := make(chan struct{}), make(chan bool)
	go func() {
		<-begin
		slept <- clock.Sleep(ctx, c, time.Hour)
		done()
	}()
	close(begin)
	c.Settle(t.Context(), func() bool { return true })
	if ends := c.Sleeps(); len(ends) != 1 {
		t.Fatalf("%d sleep once all is settled", len(ends))
	}
	c.Pass(time.Hour)
	if !<-slept {
		t.Error("the sleep was cut short")
	}
	_, stuck := c.Working(t.Context())
	defer stuck()
	c.Settle(t.Context(), func() bool { return true }) // comes back
}

// TestSleepEnds: a sleep ends with its context, by whichever clock.
func TestSleepEnds(t *testing.T) {
	turned := clock.NewTurned()
	turned.Begin(time.Now(), clock.Waits)
	for _, c := range []clock.Clock{nil, clock.Real{}, turned, clock.NewTurned()} {
		ctx, cancel := context.WithCancel(t.Context())
		go cancel()
		if clock.Sleep(ctx, c, time.Hour) {
			t.Errorf("%T: it has passed", c)
		}
		if c != turned && !clock.Sleep(t.Context(), c, time.Microsecond) {
			t.Errorf("%T: it has not passed", c)
		}
	}
	for len(turned.Sleeps()) != 0 { // one who sleeps no more is not waited for
		runtime.Gosched()
	}
}

// TestAlone: who keeps all else from running turns the clock.
func TestAlone(t *testing.T) {
	c := clock.NewTurned()
	c.Begin(time.Now(), clock.Waits)
	alone := clock.Alone(t.Context())
	if !clock.Sleep(alone, c, time.Hour) || c.Passed() != time.Hour {
		t.Error("it has slept until", c.Passed())
	}
	happened := false
	c.AfterFunc(time.Minute, func() {})
	c.AfterFunc(2*time.Minute, func() { happened = true })
	c.AfterFunc(time.Hour, func() {})
	clock.TurnUntil(t.Context(), c, func() bool { return happened })
	if c.Passed() != time.Hour {
		t.Error("somebody else has turned it")
	}
	clock.TurnUntil(alone, c, func() bool { return happened })
	if !happened || c.Passed() != time.Hour+2*time.Minute {
		t.Error("it was turned by", c.Passed())
	}
}
