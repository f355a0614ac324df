package kafka

import (
	"context"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// subscribe delivers messages of a topic until ctx ends.
func (b *Broker) subscribe(ctx context.Context, topic string, o broker.Subscription, begin broker.Begin) (
	<-chan *message.Message, error,
) {
	const op = "kafka.subscribe"
	found, err := b.Topics(ctx, []string{topic})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(op, fault.NotFound, "there is no topic "+topic)
	}
	until, done, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	d := &delivery{values: context.WithoutCancel(ctx), options: o, out: make(chan *message.Message)}
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
