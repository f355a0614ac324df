package guard

import (
	"math"
	"testing"
	"time"
)

// TestPassed: a match may have given up when the clock has gone on by its limit and a period, and never without a limit.
func TestPassed(t *testing.T) {
	now := readMatchClock()
	for ago, want := range map[time.Duration]bool{0: false, time.Minute / 2: false, time.Minute + checkPeriod + 2*time.Millisecond: true} {
		if got := (now - reading(ticks(ago))).passed(time.Minute); got != want {
			t.Errorf("%v ago: %v", ago, got)
		}
		if (now - reading(ticks(ago))).passed(math.MaxInt64) {
			t.Errorf("%v ago: a match without a limit", ago)
		}
	}
}
