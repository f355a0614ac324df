package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/manage"
	"github.com/fwrun/fwrun/telemetry"
)

// gaugesWait is how long somebody who looks at the metrics waits for gauges of scripts.
const gaugesWait = 250 * time.Millisecond

// measure lets the metrics ask the generation that serves when somebody looks at them.
func (a *App) measure(to *telemetry.Metrics) {
	depths := &depths{app: a}
	to.Watch(telemetry.Sources{
		Active: func(tell func(method, scheme string, requests int64)) {
			a.server.Active(func(method, scheme string, n int64) bool {
				tell(method, scheme, n)
				return true
			})
		},
		Workers:   func() telemetry.Workers { return a.serving.Load().workers() },
		Pools:     func() []telemetry.Pool { return a.serving.Load().databases.Pools() },
		CacheSize: func() map[string]int64 { return a.serving.Load().caches.Sizes() },
		MaxMemory: func() int64 { return int64(min(a.serving.Load().settings.pool.MemoryLimit, 1<<62)) },
		Depths:    depths.read,
		Dropped:   func(tell func(signal, reason string, n uint64)) { a.serving.Load().observe.Sends.Dropped(tell) },
		Restarts:  func() int64 { return int64(a.options.Heir.Start().Restarts) },
		Prepare:   func() { a.serving.Load().askGauges() },
	})
}

// askGauges asks the functions of scripts for the values of their gauges.
func (g *generation) askGauges() { g.api.AskGauges(gaugesWait) }

func (g *generation) workers() telemetry.Workers { return g.observe.Workers(g.engine.WorkerState()) }

// scheduleOutcome returns the outcome of a schedule's run, as Spring calls it.
func scheduleOutcome(err error) string {
	switch {
	case err == nil:
		return "SUCCESS"
	case errors.Is(err, locks.ErrHeld):
		return "SKIPPED"
	}
	return "ERROR"
}

// sentOn returns what measures messages that are sent on a connection.
func (g *generation) sentOn(c queueConnection) func(ctx context.Context, list []messages.Outgoing, took time.Duration, err error) {
	system := g.systemOf(c.Name)
	return func(ctx context.Context, list []messages.Outgoing, took time.Duration, err error) {
		g.stories.Sent(ctx, list, took, err)
		counts := map[string]int{}
		for i := range list {
			counts[list[i].Queue]++
		}
		for name, n := range counts {
			g.observe.Metrics.MessageSent(telemetry.Message{Queue: name, System: system, Count: n, Failure: messageFailure(err), Took: took})
		}
	}
}

// messageFailure returns the kind of an error, of which there are few.
func messageFailure(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.As(err, new(*queue.RejectedError)):
		return "rejected"
	case errors.As(err, new(*queue.RetryError)):
		return "retry"
	case errors.Is(err, queue.ErrStopped):
		return "stopped"
	}
	switch fault.KindOf(err) {
	case fault.Timeout:
		return "timeout"
	case fault.Unavailable:
		return "unavailable"
	case fault.Invalid, fault.TooLarge:
		return "invalid"
	}
	return "failed"
}

// depths remembers how many messages queues have, since brokers are asked over a network: a scrape gets what was known of
// late, and does not wait long.
type depths struct {
	app    *App
	mu     sync.Mutex
	known  []telemetry.Depth
	asked  time.Time
	asking chan struct{} // closed when the answer is there; nil if nobody asks
}

const (
	depthsFresh = 5 * time.Second        // for how long an answer is good
	depthsWait  = 500 * time.Millisecond // for how long somebody waits for a new one
	depthsLimit = 10 * time.Second       // of asking
)

func (d *depths) read() []telemetry.Depth {
	d.mu.Lock()
	if g := d.app.serving.Load(); len(g.engine.Manifest().Listeners) == 0 && !g.observe.Metrics.HasMessages() { // asking would open a broker
		d.mu.Unlock()
		return nil
	}
	if d.asking == nil && time.Since(d.asked) > depthsFresh {
		d.asking = make(chan struct{})
		go d.ask(d.asking)
	}
	asking := d.asking
	d.mu.Unlock()
	if asking != nil {
		select {
		case <-asking:
		case <-time.After(depthsWait):
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.known
}

func (d *depths) ask(done chan struct{}) {
	ctx, cancel := context.WithTimeout(context.Background(), depthsLimit)
	defer cancel()
	listing, err := d.app.Queues().List(ctx)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil {
		d.known = d.of(listing)
	}
	d.asked, d.asking = time.Now(), nil
	close(done)
}

func (d *depths) of(l manage.Listing) (list []telemetry.Depth) {
	g := d.app.serving.Load()
	for _, q := range l.Queues {
		system := g.systemOf(q.Connection)
		add := func(state string, n int64) {
			if n >= 0 {
				list = append(list, telemetry.Depth{Queue: q.Queue, System: system, State: state, Messages: n})
			}
		}
		add("waiting", int64(q.Waiting))
		add("in_hand", int64(q.InHand))
		add("delayed", q.Delayed)
		add("retries", q.Retries)
		add("dead", q.Dead)
	}
	return list
}
