package queues

import (
	"context"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/telemetry"
	"github.com/fwrun/fwrun/queue/manage"
)

// Depths remembers how many messages queues have, since brokers are asked over a network: a scrape gets what was known of
// late, and does not wait long.
type Depths struct {
	Serving func() *Part // the queues of the generation that serves
	Wanted  func() bool  // somebody uses queues; to ask would open a broker

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

// Read returns how many messages each queue has.
func (d *Depths) Read() []telemetry.Depth {
	d.mu.Lock()
	if !d.Wanted() {
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

func (d *Depths) ask(done chan struct{}) {
	ctx, cancel := context.WithTimeout(context.Background(), depthsLimit)
	defer cancel()
	listing, err := d.Serving().Manage().List(ctx)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil {
		d.known = d.of(listing)
	}
	d.asked, d.asking = time.Now(), nil
	close(done)
}

func (d *Depths) of(l manage.Listing) (list []telemetry.Depth) {
	serving := d.Serving()
	for _, q := range l.Queues {
		system := serving.System(q.Connection)
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
