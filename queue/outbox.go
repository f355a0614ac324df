package queue

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/table"
)

// Outbox returns the name of the datasource whose transactions messages can be sent in, or "" if there is none.
func (c *Connection) Outbox() string { return c.settings.Outbox }

// Ready makes the tables of the store. If there is an outbox, that comes before the first [Connection.SendIn]: within a transaction it
// would be too late.
func (c *Connection) Ready(ctx context.Context) error { return c.store.Ready(ctx) }

// SendIn sends messages if, and only if, a transaction on the outbox commits. Call [Connection.Committed] then.
func (c *Connection) SendIn(ctx context.Context, in table.Session, list []Outgoing) (ids []string, err error) {
	now := c.settings.Clock.Now()
	messages := make([]table.Parked, len(list))
	ids = make([]string, len(list))
	for i := range list {
		o := &list[i]
		if err := c.check(o); err != nil {
			return nil, err
		}
		if o.Unique != "" {
			return nil, fault.New("queue.send", fault.Invalid,
				fmt.Sprintf("a message to the queue %s has a unique key, which cannot be part of a transaction", o.Queue)).
				WithHint("send it after the transaction, or use id instead of unique")
		}
		if ids[i] = o.ID; o.ID == "" {
			ids[i] = rand.Text()
		}
		messages[i] = c.parked(o, ids[i], now)
	}
	return ids, c.store.ParkIn(ctx, in, messages)
}

// Committed forwards what was sent in a transaction without further delay.
func (c *Connection) Committed() { c.pump.wake() }

// parked returns a message as the store keeps it.
func (c *Connection) parked(o *Outgoing, id string, now time.Time) table.Parked {
	w := o.wire(id, now)
	m := table.Parked{
		ID: id, Topic: o.topic(), Queue: o.Queue, Key: o.Key, Due: now, Priority: priorityIn(w.Metadata), Metadata: w.Metadata, Payload: w.Payload,
	}
	if o.At.After(now) && !c.settings.hurries() {
		m.Due = o.At
	}
	if o.ID != "" {
		m.Once = now.Add(c.settings.Window)
	}
	return m
}
