package queue

import (
	"context"
	"sync"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
)

// lanes keep the messages of each key in the order in which they were received.
type lanes struct {
	mu   sync.Mutex
	last map[string]*turn // of each key that has messages in hand
}

func newLanes() *lanes { return &lanes{last: map[string]*turn{}} }

// turn is the place of a message in the lane of its key. The methods of nil do nothing.
type turn struct {
	lanes  *lanes
	key    string
	before <-chan struct{} // closed when the one before has ended; nil for the first
	over   chan struct{}
}

// join puts a message at the end of its lane. It returns nil for one without a key.
func (l *lanes) join(m *message.Message) *turn {
	key := m.Metadata[broker.KeyHeader]
	if key == "" {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	t := &turn{lanes: l, key: key, over: make(chan struct{})}
	if last := l.last[key]; last != nil {
		t.before = last.over
	}
	l.last[key] = t
	return t
}

// wait waits for the end of those before it.
func (t *turn) wait(ctx context.Context) error {
	if t == nil || t.before == nil {
		return nil
	}
	select {
	case <-t.before:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// end lets the next one begin.
func (t *turn) end() {
	if t == nil {
		return
	}
	t.lanes.mu.Lock()
	if t.lanes.last[t.key] == t {
		delete(t.lanes.last, t.key)
	}
	t.lanes.mu.Unlock()
	close(t.over)
}
