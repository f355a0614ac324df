package memory

import (
	"bytes"
	"slices"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
)

// item is a message that is kept.
type item struct {
	number     uint64 // its place in the order of the topic
	id         string
	metadata   message.Metadata
	payload    []byte
	size       int64
	published  time.Time
	deliveries int
	later      *time.Timer // set while the item waits to be delivered again
}

// overhead is about what an item takes besides its bytes.
const overhead = 256

func newItem(m *message.Message) *item {
	i := &item{id: m.UUID, payload: bytes.Clone(m.Payload), published: time.Now(), metadata: make(message.Metadata, len(m.Metadata))}
	i.size = int64(overhead + len(m.UUID) + len(m.Payload))
	for name, value := range m.Metadata {
		i.metadata[name] = value
		i.size += int64(len(name) + len(value))
	}
	return i
}

// topic is a queue of items. The mutex of the Broker guards it.
type topic struct {
	name    string
	last    uint64
	waiting []*item        // by number
	held    map[*item]bool // delivered, and not settled
	later   map[*item]bool // given back a moment ago
	changed chan struct{}  // closed when there may be something to deliver
	queue   []*delivery    // exclusive subscriptions; the first receives
}

func newTopic(name string) *topic {
	return &topic{name: name, held: map[*item]bool{}, later: map[*item]bool{}, changed: make(chan struct{})}
}

func (t *topic) wake() {
	close(t.changed)
	t.changed = make(chan struct{})
}

func (t *topic) add(items []*item) {
	for _, i := range items {
		t.last++
		i.number = t.last
	}
	t.waiting = append(t.waiting, items...)
	t.wake()
}

// take returns the first item that waits, or nil.
func (t *topic) take() *item {
	if len(t.waiting) == 0 {
		return nil
	}
	i := t.waiting[0]
	t.waiting[0] = nil
	t.waiting = t.waiting[1:]
	t.held[i] = true
	return i
}

// giveBack puts an item where it was in the order.
func (t *topic) giveBack(i *item) {
	delete(t.held, i)
	delete(t.later, i)
	i.later = nil
	at, _ := slices.BinarySearchFunc(t.waiting, i, func(a, b *item) int {
		if a.number < b.number {
			return -1
		}
		return 1
	})
	t.waiting = slices.Insert(t.waiting, at, i)
	t.wake()
}

func (t *topic) purge() (count, size int64) {
	for _, i := range t.waiting {
		count++
		size += i.size
	}
	t.waiting = nil
	for i := range t.later {
		i.later.Stop()
		count++
		size += i.size
	}
	clear(t.later)
	return count, size
}

func (t *topic) state(now time.Time) broker.State {
	s := broker.State{Waiting: int64(len(t.waiting) + len(t.later)), InHand: int64(len(t.held))}
	if len(t.waiting) > 0 {
		s.Age = now.Sub(t.waiting[0].published)
	}
	for i := range t.later {
		s.Age = max(s.Age, now.Sub(i.published))
	}
	return s
}
