package guard

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
	_ "unsafe" // for go:linkname
)

// matchClock is the clock that regexp2 gives up by. It is moved every checkPeriod by a goroutine, which comes too late on a busy
// machine: then a match that begins gives up before its limit has passed, and nothing but this clock can tell. regexp2 says so
// with an error, but goja takes that for "no match".
//
//go:linkname matchClock github.com/dlclark/regexp2/v2.fast
var matchClock struct {
	current, end int64 // ticks since start; the clock stops at its end
	mu           sync.Mutex
	start        time.Time
	running      bool
}

// reading is what the clock showed before a match.
type reading int64

// readMatchClock returns what the clock shows. One that has stopped is set, as regexp2 does when a match begins.
func readMatchClock() reading {
	current := atomic.LoadInt64(&matchClock.current)
	if current > atomic.LoadInt64(&matchClock.end) {
		matchClock.mu.Lock()
		defer matchClock.mu.Unlock()
		if !matchClock.running && !matchClock.start.IsZero() {
			current = ticks(time.Since(matchClock.start))
			atomic.StoreInt64(&matchClock.current, current)
		}
	}
	return reading(current)
}

// passed reports whether a match that began after the reading may have given up: it does so not before the clock shows its limit and
// a period more. One without a limit never does.
func (r reading) passed(limit time.Duration) bool {
	return limit < math.MaxInt64 && atomic.LoadInt64(&matchClock.current) >= int64(r)+ticks(limit)+ticks(checkPeriod)
}

// ticks returns a duration in the unit of the clock.
func ticks(d time.Duration) int64 { return int64(d) >> 20 }
