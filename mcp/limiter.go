package mcp

import (
	"time"

	"golang.org/x/time/rate"
)

// limiter lets so many calls pass in a time, over all callers. It is filled again bit by bit.
type limiter struct{ bucket *rate.Limiter }

func newLimiter(calls int, per time.Duration) *limiter {
	return &limiter{rate.NewLimiter(rate.Every(per/time.Duration(calls)), calls)}
}

func (l *limiter) allow(now time.Time) bool { return l.bucket.AllowN(now, 1) }

// wait is how long it takes until another call may pass, in seconds or more.
func (l *limiter) wait(now time.Time) time.Duration {
	missing := 1 - l.bucket.TokensAt(now)
	return max(time.Second, time.Duration(missing/float64(l.bucket.Limit())*float64(time.Second)).Round(time.Second))
}
