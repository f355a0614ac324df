package sockets

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/coder/websocket"
	"github.com/dop251/goja"
)

// parcel is a message that waits to be sent.
type parcel struct {
	kind  websocket.MessageType
	data  []byte
	ready chan []byte // where the data comes from, if it is not there yet
	size  int64
}

// overhead is what a message takes besides its bytes.
const overhead = 128

// content waits for the bytes of the message.
func (p *parcel) content(ctx context.Context) (data []byte, ok bool) {
	if p.ready == nil {
		return p.data, true
	}
	select {
	case data = <-p.ready:
		return data, true
	case <-ctx.Done():
		return nil, false
	}
}

// outbox holds what a WebSocket has not sent yet.
type outbox struct {
	*link

	unreported atomic.Int64 // bytes that were sent, and not yet reported to the script
	wake       chan struct{}

	mu      sync.Mutex
	waiting []*parcel
	kept    int64 // bytes in memory, with what messages take besides
	dropped bool
	ending  bool
	code    websocket.StatusCode
	reason  string
}

func newOutbox(l *link) *outbox { return &outbox{link: l, wake: make(chan struct{}, 1)} }

// hasRoom reports whether a message may be added, before a copy of it is made.
func (o *outbox) hasRoom(size int64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.kept+size <= o.MaxUnsent
}

// add adds a message, if there is room for it.
func (o *outbox) add(p *parcel) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	size := p.size + overhead
	switch {
	case o.dropped:
		return true // nobody sends it
	case o.kept+size > o.MaxUnsent+overhead || !o.Room.keep(size):
		return false
	}
	o.kept += size
	o.waiting = append(o.waiting, p)
	o.rouse()
	return true
}

// end lets the connection end with a code and a reason after what waits has been sent.
func (o *outbox) end(code websocket.StatusCode, reason string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.ending {
		o.ending, o.code, o.reason = true, code, reason
		o.rouse()
	}
}

func (o *outbox) isEnding() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.ending
}

// goodbye returns the code and the reason of the end.
func (o *outbox) goodbye() (code websocket.StatusCode, reason string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.code, o.reason
}

func (o *outbox) rouse() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// next waits for the next message. It returns nil when the end is next, and false when the connection is broken.
func (o *outbox) next(broken context.Context) (p *parcel, ok bool) {
	for {
		p, ok = o.take()
		if ok {
			return p, true
		}
		select {
		case <-o.wake:
		case <-broken.Done():
			return nil, false
		}
	}
}

func (o *outbox) take() (p *parcel, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.waiting) == 0 {
		return nil, o.ending
	}
	p = o.waiting[0]
	o.waiting[0] = nil
	o.waiting = o.waiting[1:]
	return p, true
}

// sent gives back the room of a message, and tells the script, not more often than the VM finds the time.
func (o *outbox) sent(p *parcel) {
	size := p.size + overhead
	o.mu.Lock()
	if !o.dropped {
		o.kept -= size
		o.Room.giveBack(size)
	}
	o.mu.Unlock()
	if p.size == 0 || o.unreported.Add(p.size) != p.size {
		return
	}
	o.later(func() error {
		n := o.unreported.Swap(0)
		if o.ctx.Err() != nil {
			return nil
		}
		return o.call("sent", func() goja.Value { return o.Runtime.ToValue(n) })
	})
}

// drop forgets what was not sent.
func (o *outbox) drop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.dropped {
		return
	}
	o.dropped = true
	o.Room.giveBack(o.kept)
	o.waiting, o.kept = nil, 0
}
