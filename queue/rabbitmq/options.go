package rabbitmq

import (
	"cmp"
	"context"
	"log/slog"
	"time"
)

// Options of a Broker.
type Options struct {
	// Prefix begins the names of all queues; default "fwrun.".
	Prefix string

	// Log receives what happens to the connections; nil means nobody.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	o.Prefix = cmp.Or(o.Prefix, "fwrun.")
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

const (
	defaultTimeout = 10 * time.Second // of calls whose context has no end
	closeTimeout   = 5 * time.Second
	heartbeat      = 10 * time.Second

	// The pauses between tries when the server does not answer.
	firstPause = 20 * time.Millisecond
	lastPause  = 2 * time.Second

	// The pauses before a message that was given back is delivered again.
	firstReturn = 5 * time.Millisecond
	lastReturn  = time.Second

	// lockPause is how often an exclusive subscription that waits looks whether it may begin.
	lockPause = 250 * time.Millisecond

	// missingFor is how long a topic that does not exist is not asked for again: each question is an error in the server's log.
	missingFor = 15 * time.Second
)

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
