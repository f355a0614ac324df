package queue

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// counts are what has happened to the messages of a queue in this process.
type counts struct {
	done, failed, dead atomic.Int64
	busy               atomic.Int64 // nanoseconds in listeners
	recent             pace
}

// handled counts a run of a listener.
func (c *counts) handled(messages int, err error, took time.Duration) {
	c.busy.Add(int64(took))
	c.recent.add(messages, time.Now())
	if err != nil {
		c.failed.Add(int64(messages))
		return
	}
	c.done.Add(int64(messages))
}

// pace is how many events a second there were of late: each counts the less the longer ago it was.
type pace struct {
	mu     sync.Mutex
	first  time.Time // when the first event was
	last   time.Time
	weight float64 // of all events, at last
}

// memory is the time after which an event counts for a third.
const memory = time.Minute

func (p *pace) add(n int, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.first.IsZero() {
		p.first = now
	}
	p.weight, p.last = p.weight*faded(now.Sub(p.last))+float64(n), now
}

// get returns the events a second.
func (p *pace) get(now time.Time) float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.first.IsZero() {
		return 0
	}
	known := max(now.Sub(p.first), time.Second) // no more than was observed
	return p.weight * faded(now.Sub(p.last)) / (memory.Seconds() * (1 - faded(known)))
}

// faded returns the part of its weight that an event still has.
func faded(after time.Duration) float64 { return math.Exp(-after.Seconds() / memory.Seconds()) }
