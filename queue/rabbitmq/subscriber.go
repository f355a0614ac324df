package rabbitmq

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
	b := s.broker
	if err := b.Declare(ctx, topic); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	until, done, ok := s.subscriptions.Begin(ctx)
	if !ok {
		return nil, fault.New("queue.subscribe", fault.Unavailable, "the subscriber is closed")
	}
	d := &delivery{
		broker: b, topic: topic, workers: max(s.options.Workers, 1), exclusive: s.options.Exclusive, unseen: s.options.Unseen,
		values: context.WithoutCancel(ctx),
		out:    make(chan *message.Message), slots: make(chan struct{}, max(s.options.Workers, 1)),
	}
	b.busy.Go(func() { d.run(until, done) })
	return d.out, nil
}

// Close ends all subscriptions, and returns when their channels are closed.
func (s *subscriber) Close() error {
	s.subscriptions.Close()
	return nil
}
