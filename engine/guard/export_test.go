package guard

import (
	"sync/atomic"
	"time"
)

// DelayMatchClock sets the clock back that regexp2 gives up by, as if the goroutine that moves it came too late. It is right again with
// the next tick.
func DelayMatchClock(d time.Duration) { atomic.AddInt64(&matchClock.current, -ticks(d)) }
