package logins

import (
	"slices"
	"time"
)

// table has the counters of names, or those of addresses. Times are since the counting began.
type table struct {
	most     int
	counters map[key]*counter
}

// counter counts one name or address.
type counter struct {
	failures []time.Duration // when they were, the oldest first
	trying   int             // attempts under way
	until    time.Duration   // it is locked out until then
}

func newTable(most int) table { return table{most, map[key]*counter{}} }

// underWay is after what time to try again if others who try at the moment may use up what is allowed.
const underWay = time.Second

// refuses returns after what time there may be another attempt; 0 if there may be one now.
func (t *table) refuses(k key, now, within time.Duration, most int) time.Duration {
	c := t.counters[k]
	switch {
	case c == nil || most == 0:
		return 0
	case now < c.until:
		return c.until - now
	}
	c.drop(now, within)
	if len(c.failures)+c.trying >= most {
		return underWay
	}
	return 0
}

// begin counts an attempt. It reports whether there was a place for it.
func (t *table) begin(k key, now, within time.Duration) bool {
	c := t.counter(k, now, within)
	if c == nil {
		return false
	}
	c.trying++
	return true
}

// takeBack ends an attempt that begin has counted.
func (t *table) takeBack(k key) {
	c := t.counters[k]
	if c.trying--; c.trying == 0 && len(c.failures) == 0 && c.until == 0 {
		delete(t.counters, k)
	}
}

// fail counts a failure, and locks out if it is one too many. A lock-out is not made longer by what was tried before.
func (t *table) fail(k key, now time.Duration, o Options, most int) {
	c := t.counter(k, now, o.Within)
	if c == nil || now < c.until {
		return
	}
	c.drop(now, o.Within)
	if c.failures = append(c.failures, now); len(c.failures) >= most {
		c.failures, c.until = nil, now+o.Lockout
	}
}

// forget forgets failures, and ends a lock-out.
func (t *table) forget(k key) {
	c := t.counters[k]
	if c == nil {
		return
	}
	if c.failures, c.until = nil, 0; c.trying == 0 {
		delete(t.counters, k)
	}
}

// drop forgets the failures that are too old to count.
func (c *counter) drop(now, within time.Duration) {
	recent := 0
	for recent < len(c.failures) && now-c.failures[recent] >= within {
		recent++
	}
	c.failures = slices.Delete(c.failures, 0, recent)
}

// counter returns the counter of a key; nil if there is no place for one more.
func (t *table) counter(k key, now, within time.Duration) *counter {
	c := t.counters[k]
	if c != nil {
		return c
	}
	if t.clean(now, within); len(t.counters) >= t.most {
		return nil
	}
	c = &counter{}
	t.counters[k] = c
	return c
}

// sampled is how many counters are looked at before one is added.
const sampled = 16

// clean looks at some counters, whichever come, and drops those that count nothing any more. If there is no place then, the one with the
// fewest failures makes room, but never one that is locked out or tries.
func (t *table) clean(now, within time.Duration) {
	var least key
	fewest, looked := -1, 0
	for k, c := range t.counters {
		if looked++; looked > sampled {
			break
		}
		if c.trying > 0 || now < c.until {
			continue
		}
		if c.drop(now, within); len(c.failures) == 0 {
			delete(t.counters, k)
		} else if fewest < 0 || len(c.failures) < fewest {
			least, fewest = k, len(c.failures)
		}
	}
	if len(t.counters) >= t.most && fewest >= 0 {
		delete(t.counters, least)
	}
}
