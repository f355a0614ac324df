package aspects

import (
	"runtime"
	"strconv"
	"testing"
	"time"

	"golang.org/x/time/rate"
)

// TestIdleLimiters: when there are many limiters, those that have no recent calls to count are dropped, and not before.
func TestIdleLimiters(t *testing.T) {
	l := &Limits{}
	busy := limitKey{"Service.find", "busy"}
	reserve := func(k limitKey, limit rate.Limit) bool {
		_, ok := l.reserve(k, limit, 1, time.Now(), 0)
		return ok
	}
	if !reserve(busy, rate.Every(time.Hour)) {
		t.Fatal("the first call is refused")
	}
	for i := range maxLimiters - 1 {
		reserve(limitKey{"Service.find", strconv.Itoa(i)}, 1e12)
	}
	if len(l.limiters) != maxLimiters {
		t.Fatalf("%d limiters are kept of %d", len(l.limiters), maxLimiters)
	}
	for last := l.limiters[limitKey{"Service.find", strconv.Itoa(maxLimiters - 2)}]; last.Tokens() < 1; {
		runtime.Gosched()
	}
	reserve(limitKey{"Service.find", "new"}, 1e12)
	if len(l.limiters) != 2 {
		t.Errorf("%d limiters are kept, not the busy one and the new one", len(l.limiters))
	}
	if reserve(busy, rate.Every(time.Hour)) {
		t.Error("the calls of the busy one are forgotten")
	}
}
