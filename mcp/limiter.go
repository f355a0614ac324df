package mcp

import (
	"time"

	"golang.org/x/time/rate"
)

// limiter allows a number of calls in a period, over all callers. It is refilled continuously.
type limiter struct{ bucket *rate.Limiter }

func newLimiter(calls int, per time.Duration) *limiter {
	return &limiter{rate.NewLimiter(rate.Every(per/time.Duration(calls)), calls)}
}

func (l *limiter) allow(now time.Time) bool { return l.bucket.AllowN(now, 1) }

// wait returns how long it takes until another call is allowed, in whole seconds and at least one.
func (l *limiter) wait(now time.Time) time.Duration {
	missing := 1 - l.bucket.TokensAt(now)
	return max(time.Second, time.Duration(missing/float64(l.bucket.Limit())*float64(time.Second)).Round(time.Second))
}
