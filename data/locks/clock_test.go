package locks_test

import (
	"slices"
	"sync"
	"time"
)

// clock is a clock that a test moves forward.
type clock struct {
	mu     sync.Mutex
	passed time.Duration
	timers []*timer
}

type timer struct {
	at time.Duration
	f  func()
}

// At implements the clock of the platform.
func (c *clock) At() time.Time { return c.Now() }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Unix(1e9, 0).Add(c.passed)
}

func (c *clock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := &timer{c.passed + d, f}
	c.timers = append(c.timers, one)
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		i := slices.Index(c.timers, one)
		if i >= 0 {
			c.timers = slices.Delete(c.timers, i, i+1)
		}
		return i >= 0
	}
}

// pass moves the clock forward, and returns when the timers that are due have run.
func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	c.passed += d
	var due []*timer
	c.timers = slices.DeleteFunc(c.timers, func(t *timer) bool {
		if t.at <= c.passed {
			due = append(due, t)
		}
		return t.at <= c.passed
	})
	c.mu.Unlock()
	for _, t := range due {
		t.f()
	}
}

// pending returns the number of timers that are set.
func (c *clock) pending() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.timers)
}
