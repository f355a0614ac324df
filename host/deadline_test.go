package host

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// TestDeadlinesAreKept: however often the deadline is moved, an operation ends at the last one.
func TestDeadlinesAreKept(t *testing.T) {
	for name, c := range map[string]struct {
		set  []time.Duration // from the start; 0 removes the deadline
		want time.Duration
	}{
		"one":               {[]time.Duration{time.Second}, time.Second},
		"later":             {[]time.Duration{time.Second, 5 * time.Second}, 5 * time.Second},
		"sooner":            {[]time.Duration{5 * time.Second, time.Second}, time.Second},
		"none, then one":    {[]time.Duration{time.Second, 0, 3 * time.Second}, 3 * time.Second},
		"to and fro":        {[]time.Duration{4 * time.Second, time.Second, 2 * time.Second, 9 * time.Second}, 9 * time.Second},
		"none in the end":   {[]time.Duration{time.Second, 0}, time.Minute},
		"over when it sets": {[]time.Duration{time.Second, -time.Second}, 0},
	} {
		for _, operation := range []string{"read", "write"} {
			t.Run(name+", "+operation, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					if got := endsAfter(t, operation, c.set); got != c.want {
						t.Errorf("it ended after %v, want %v", got, c.want)
					}
				})
			})
		}
	}
}

// endsAfter sets deadlines, and returns the time at which an operation without an answer ends; a minute means never.
func endsAfter(t *testing.T, operation string, deadlines []time.Duration) time.Duration {
	t.Helper()
	ours, theirs := net.Pipe()
	c := newConn(ours, &connections{idle: time.Hour})
	began := time.Now()
	for _, d := range deadlines {
		at := began.Add(d)
		if d == 0 {
			at = time.Time{}
		}
		if err := c.SetDeadline(at); err != nil {
			t.Fatal(err)
		}
	}
	forEver := time.AfterFunc(time.Minute, func() { _ = theirs.Close() })
	defer forEver.Stop()
	do := c.Read
	if operation == "write" {
		do = c.Write
	}
	_, err := do(make([]byte, 1))
	took := time.Since(began)
	if late := errors.Is(err, os.ErrDeadlineExceeded); late != (took < time.Minute) {
		t.Errorf("it ended with %v", err)
	}
	_ = errors.Join(ours.Close(), theirs.Close())
	return took
}

// TestAWriteGoesOnAfterATimer: the bytes that were written before an early timer are not written again.
func TestAWriteGoesOnAfterATimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		c := newConn(ours, &connections{idle: time.Hour})
		_ = c.SetWriteDeadline(time.Now().Add(time.Second))
		_ = c.SetWriteDeadline(time.Now().Add(time.Minute))
		read := make(chan string)
		go func() {
			first := make([]byte, 2)
			_, _ = io.ReadFull(theirs, first)
			<-time.After(2 * time.Second) // of the synthetic clock
			rest, _ := io.ReadAll(theirs)
			read <- string(first) + string(rest)
		}()
		if n, err := c.Write([]byte("hello")); n != 5 || err != nil {
			t.Errorf("wrote %d, %v", n, err)
		}
		_ = ours.Close()
		if got := <-read; got != "hello" {
			t.Errorf("read %q", got)
		}
	})
}

// TestUnusedIsIdle: a connection over which nothing has come has the time between two requests, and one over which a request has
// begun to come has that of the request.
func TestUnusedIsIdle(t *testing.T) {
	for state, want := range map[int32]time.Duration{silent: time.Second, busy: 5 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			ours, theirs := net.Pipe()
			defer theirs.Close()
			c := newConn(ours, &connections{idle: time.Second})
			c.state.Store(state)
			began := time.Now()
			if err := c.SetReadDeadline(began.Add(5 * time.Second)); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Read(make([]byte, 1)); err == nil || time.Since(began) != want {
				t.Errorf("in state %d it ended after %v with %v, want %v", state, time.Since(began), err, want)
			}
		})
	}
}

// TestUnusedEndSoon: a connection over which nothing has come is idle, also if a look at all connections comes before its deadline.
func TestUnusedEndSoon(t *testing.T) {
	for looks := range 3 {
		synctest.Test(t, func(t *testing.T) {
			ours, theirs := net.Pipe()
			defer func() { _ = theirs.Close() }()
			all := &connections{idle: time.Second}
			c := newConn(ours, all)
			all.open = map[*conn]struct{}{c: {}}
			for range looks {
				all.nod()
			}
			began := time.Now()
			if err := c.SetReadDeadline(began.Add(30 * time.Second)); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("it ends with %v", err)
			}
			if took := time.Since(began); took != time.Second {
				t.Errorf("after %d looks it ends after %v", looks, took)
			}
		})
	}
}
