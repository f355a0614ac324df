package queue

import (
	"context"
	"math/rand/v2"
	"time"
)

// Listener handles the messages of a queue.
type Listener struct {
	Queue  string
	Name   string // such as MediaWorker.work, for logs
	Policy Policy

	// Handle handles one message, or up to Policy.Batch at once. They are done if it returns nil. An error that is, or
	// wraps, a *RejectedError makes them dead letters at once; with any other they are tried again. The context ends
	// when the time is over, and has the trace of the sender.
	Handle func(ctx context.Context, batch []*Message) error
	// Working returns a context that carries the work with a batch, if that may stand still: its time does, too. May be nil.
	Working func(ctx context.Context) context.Context
}

// Policy says how messages of a queue are handled. Zero values mean the defaults.
type Policy struct {
	Concurrency int           // how many at the same time, or batches; default 1
	Batch       int           // how many are handled together at most; default 1
	MaxAttempts int           // default 5
	Backoff     time.Duration // before the second attempt; doubled for each further one; default 1s
	MaxBackoff  time.Duration // default 5m
	Timeout     time.Duration // of one attempt; default 30s
	DeadLetter  string        // the name of the dead-letter queue; default the queue's, with .dead
	Rate        float64       // how many a second at most; 0 for no limit
}

// The defaults of a Policy.
const (
	defaultAttempts   = 5
	defaultBackoff    = time.Second
	defaultMaxBackoff = 5 * time.Minute
	defaultTimeout    = 30 * time.Second
)

// withDefaults returns the policy for a queue.
func (p Policy) withDefaults(queue string) Policy {
	p.Concurrency, p.Batch = max(p.Concurrency, 1), max(p.Batch, 1)
	if p.MaxAttempts <= 0 {
		p.MaxAttempts = defaultAttempts
	}
	if p.Backoff <= 0 {
		p.Backoff = defaultBackoff
	}
	if p.MaxBackoff <= 0 {
		p.MaxBackoff = defaultMaxBackoff
	}
	if p.Timeout <= 0 {
		p.Timeout = defaultTimeout
	}
	if p.DeadLetter == "" {
		p.DeadLetter = DeadLetterQueue(queue)
	}
	return p
}

// DeadLetterQueue returns the usual name of a queue's dead-letter queue.
func DeadLetterQueue(queue string) string { return queue + ".dead" }

// slots returns how many messages are in hand at most.
func (p Policy) slots() int { return p.Concurrency * p.Batch }

// jitter spreads pauses by this part, so that messages that failed together are not tried again together.
const jitter = 0.2

// pauseAfter returns the pause after an attempt that failed.
func (p Policy) pauseAfter(attempt int) time.Duration {
	pause := p.Backoff
	for range attempt - 1 {
		if pause *= 2; pause >= p.MaxBackoff {
			break
		}
	}
	return time.Duration(float64(min(pause, p.MaxBackoff)) * (1 - jitter + 2*jitter*rand.Float64()))
}
