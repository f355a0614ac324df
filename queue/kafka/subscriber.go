package kafka

import (
	"context"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// subscriber is a message.Subscriber with any number of subscriptions.
type subscriber struct {
	broker        *Broker
	options       broker.Subscription
	subscriptions *broker.Subscriptions
}

// Subscribe delivers messages of a topic until ctx ends.
func (s *subscriber) Subscribe(ctx context.Context, topic string) (<-chan *message.Message, error) {
	const op = "kafka.subscribe"
	b := s.broker
	found, err := b.Topics(ctx, []string{topic})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(op, fault.NotFound, "there is no topic "+topic)
	}
	until, done, ok := s.subscriptions.Begin(ctx)
	if !ok {
		return nil, fault.New(op, fault.Unavailable, "the subscriber is closed")
	}
	d := &delivery{values: context.WithoutCancel(ctx), options: s.options, out: make(chan *message.Message)}
	if !b.join(topic, func(m *member) { m.subscribe(d) }) {
		done()
		return nil, b.usable(ctx, op)
	}
	go func() {
		defer b.running.Done()
		defer done()
		d.run(until)
	}()
	return d.out, nil
}

// Close ends all subscriptions, and returns when their channels are closed.
func (s *subscriber) Close() error {
	s.subscriptions.Close()
	return nil
}

// join calls a function with the member of a topic's group that this process is, and counts what that starts as running.
// It does nothing, and reports so, when the Broker is closed.
func (b *Broker) join(topic string, use func(*member)) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closing.Err() != nil {
		return false
	}
	m := b.members[topic]
	if m == nil {
		m = newMember(b, topic)
		b.members[topic] = m
		b.running.Go(m.run)
	}
	b.running.Add(1)
	use(m)
	return true
}
