package queue

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/table"
)

// Send sends a message and returns its id when the message is kept for good. A message whose id was sent before, or whose
// unique key is under way, is not sent again; the id is that of the former one.
//
// The error is a *fault.Error: of kind Invalid for a message that cannot be sent, TooLarge for a body over the limit, Unavailable
// or Timeout if it is not known whether the broker has it.
func (c *Connection) Send(ctx context.Context, o Outgoing) (id string, err error) {
	ids, err := c.SendAll(ctx, []Outgoing{o})
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// SendAll sends messages in their order. If one of them cannot be sent for its own sake, none is.
func (c *Connection) SendAll(ctx context.Context, list []Outgoing) (ids []string, err error) {
	for i := range list {
		if err := c.check(&list[i]); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, c.settings.SendTimeout)
	defer cancel()
	ids = make([]string, len(list))
	var topic string
	var direct []*message.Message // for one topic
	flush := func() error {
		if len(direct) == 0 {
			return nil
		}
		err := c.publish(ctx, topic, direct)
		direct = nil
		return err
	}
	now := c.settings.Clock.Now()
	for i := range list {
		o := &list[i]
		if ids[i] = o.ID; o.ID == "" {
			ids[i] = rand.Text()
		}
		if c.isKept(o, now) {
			if err := flush(); err != nil {
				return nil, err
			}
			if ids[i], err = c.keep(ctx, o, ids[i], now); err != nil {
				return nil, err
			}
			continue
		}
		if to := o.topic(); to != topic {
			if err := flush(); err != nil {
				return nil, err
			}
			topic = to
		}
		w := o.wire(ids[i], now)
		w.SetContext(ctx)
		direct = append(direct, w)
	}
	return ids, flush()
}

func (o *Outgoing) topic() string {
	priority := usual
	if o.Priority != nil {
		priority = *o.Priority
	}
	return topicOf(o.Queue, o.Key, priority)
}

// check returns what is wrong with a message.
func (c *Connection) check(o *Outgoing) error {
	invalid := func(format string, args ...any) error {
		return fault.New("queue.send", fault.Invalid, fmt.Sprintf(format, args...))
	}
	if err := CheckName(o.Queue); err != nil {
		return invalid("%v", err)
	}
	if len(o.Body) > c.settings.MaxBytes {
		return fault.New("queue.send", fault.TooLarge,
			fmt.Sprintf("a message to the queue %s has %d bytes; %d are allowed", o.Queue, len(o.Body), c.settings.MaxBytes)).
			WithHint("raise queue.max-message-bytes, or store the content elsewhere and send a reference to it")
	}
	for name, value := range o.Headers {
		if strings.HasPrefix(strings.ToLower(name), broker.Reserved) || name == "" || strings.ContainsAny(name+value, "\r\n\x00") {
			return invalid("the header %q of a message to the queue %s is not allowed", name, o.Queue)
		}
	}
	switch p := o.Priority; {
	case p == nil:
	case *p < lowest || *p > highest:
		return invalid("the priority of a message to the queue %s is %d; it must be between %d and %d", o.Queue, *p, lowest, highest)
	case o.Key != "" && *p != usual:
		return invalid("a message to the queue %s has a key and a priority; messages with a key are handled in order", o.Queue)
	}
	for what, text := range map[string]string{"id": o.ID, "key": o.Key, "unique key": o.Unique} {
		if len(text) > longestID {
			return invalid("the %s of a message to the queue %s is %d bytes long; %d are allowed", what, o.Queue, len(text), longestID)
		}
	}
	return nil
}

// longestID is the longest id or key, in bytes.
const longestID = 200

// isKept reports whether a message goes through the store: because it is for later, or because only the store knows if it was sent before.
func (c *Connection) isKept(o *Outgoing, now time.Time) bool {
	return o.At.After(now) || o.Unique != "" || o.ID != "" && !c.deduplicates()
}

// deduplicates reports whether the broker drops what was sent before.
func (c *Connection) deduplicates() bool {
	b, can := c.broker.(broker.Deduplicates)
	return can && b.Window() > 0
}

// keep stores a message, from where it is published when it is due, and returns its id or that of the one in whose
// place it would be.
func (c *Connection) keep(ctx context.Context, o *Outgoing, id string, now time.Time) (string, error) {
	m := c.parked(o, id, now)
	if o.Unique != "" {
		holder, err := c.store.Hold(ctx, o.Queue, o.Unique, id, m.Due.Add(uniqueFor))
		if err != nil || holder != id {
			return holder, err
		}
	}
	err := c.store.Park(ctx, []table.Parked{m})
	c.pump.wake()
	return id, err
}

// uniqueFor ends the time of a unique key whose message was lost with its store.
const uniqueFor = 24 * time.Hour

// publish gives messages, whose context is ctx, to the broker.
func (c *Connection) publish(ctx context.Context, topic string, messages []*message.Message) error {
	if err := c.declare(ctx, topic); err != nil {
		return err
	}
	if err := c.broker.Publish(topic, messages...); err != nil {
		return err
	}
	c.noticeTopic(topic)
	return nil
}

// noticeTopic wakes the listener of this process if it does not follow a topic yet.
func (c *Connection) noticeTopic(topic string) {
	queue, _, further := strings.Cut(topic, "..")
	if !further {
		return
	}
	c.mu.Lock()
	r := c.runners[queue]
	c.mu.Unlock()
	if r != nil && !r.receiver.follows(topic) {
		wake(r.receiver.look)
	}
}
