package jetstream

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
	const op = "jetstream.subscribe"
	b := s.broker
	if err := b.open(op); err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, defaultTimeout)
	defer cancel()
	if err := b.prepare(within, topic, s.options.Exclusive); err != nil {
		return nil, b.failed(within, op, err)
	}
	until, done, ok := s.subscriptions.Begin(ctx)
	if !ok {
		return nil, fault.New(op, fault.Unavailable, "the subscriber is closed")
	}
	out := make(chan *message.Message)
	run := func() {
		d := b.delivery(context.WithoutCancel(ctx), topic, s.options, out)
		d.run(until)
	}
	if s.options.Exclusive {
		run = func() { b.exclusive(until, topic, s.options, out) }
	}
	go func() {
		defer done()
		defer close(out)
		run()
	}()
	return out, nil
}

// prepare makes what a subscription needs on the servers.
func (b *Broker) prepare(ctx context.Context, topic string, exclusive bool) error {
	if err := b.consumer(ctx, streamOf(topic), consumerName, subjectOf(topic)); err != nil {
		return err
	}
	if exclusive {
		if err := b.prepareLock(ctx, topic); err != nil {
			return err
		}
	}
	if b.server == nil {
		return nil
	}
	return b.server.first(topic, exclusive, func() error {
		if exclusive {
			if err := b.giveBack(ctx, lockStream, token(topic), lockSubjectPrefix+token(topic)); err != nil {
				return err
			}
		}
		return b.giveBack(ctx, streamOf(topic), consumerName, subjectOf(topic))
	})
}

// Close ends all subscriptions, and returns when their channels are closed.
func (s *subscriber) Close() error {
	s.subscriptions.Close()
	return nil
}
