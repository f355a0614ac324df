package channels

import (
	"sync"
	"time"
)

// worker is that to which a mailbox belongs.
type worker interface {
	// gone reports whether the worker handles nothing any more. It may be called from any goroutine.
	gone() bool
}

// patience is how often a mailbox looks whether its worker is gone while it waits for it.
const patience = time.Second

// mailbox has the messages that wait for a worker, in their order, for all of its channels.
type mailbox struct {
	hub    *Hub
	worker worker

	mu      sync.Mutex
	waiting []delivery
	bytes   int
	busy    bool // a goroutine passes the messages on
	lost    bool // a message was lost since there was none
}

type delivery struct {
	to      *channel
	message []byte
}

// push adds a message to those that wait. It is lost if there are too many.
func (b *mailbox) push(d delivery) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) >= b.hub.options.Waiting || b.bytes+len(d.message) > b.hub.options.Bytes {
		if !b.lost {
			b.hub.options.Log.Warn("messages of a BroadcastChannel are lost, because a worker is too slow for them", "channel", d.to.name,
				"waiting", len(b.waiting))
		}
		b.lost = true
		return
	}
	b.waiting = append(b.waiting, d)
	b.bytes += len(d.message)
	if !b.busy {
		b.busy = true
		go b.pass()
	}
}

// pass gives the messages to the worker, one after the other.
func (b *mailbox) pass() {
	for {
		d, ok := b.next()
		if !ok {
			return
		}
		done := make(chan struct{})
		d.to.receive(d.message, sync.OnceFunc(func() { close(done) }))
		b.await(d.to, done)
	}
}

// next removes the first message whose channel is open.
func (b *mailbox) next() (d delivery, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.waiting) > 0 {
		d = b.waiting[0]
		b.waiting[0] = delivery{}
		b.waiting = b.waiting[1:]
		b.bytes -= len(d.message)
		if !d.to.isClosed() {
			return d, true
		}
	}
	b.waiting, b.bytes, b.busy, b.lost = nil, 0, false, false
	return delivery{}, false
}

// await waits until a message has been handled, or will not be.
func (b *mailbox) await(c *channel, done chan struct{}) {
	ticker := time.NewTicker(patience)
	defer ticker.Stop()
	for {
		select {
		case <-done:
			return
		case <-c.closed:
			return
		case <-ticker.C:
			if b.worker.gone() {
				b.hub.sweep()
			}
		}
	}
}
