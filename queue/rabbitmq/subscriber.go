package rabbitmq

import (
	"context"
	"sync"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// subscriber is a message.Subscriber with any number of subscriptions.
type subscriber struct {
	broker  *Broker
	options broker.Subscription
	closed  context.Context
	close   context.CancelFunc
	running sync.WaitGroup // until channels are closed
}

func newSubscriber(b *Broker, o broker.Subscription) *subscriber {
	s := &subscriber{broker: b, options: o}
	s.closed, s.close = context.WithCancel(b.closing)
	return s
}

// Subscribe delivers messages of a topic until ctx ends.
func (s *subscriber) Subscribe(ctx context.Context, topic string) (<-chan *message.Message, error) {
	b := s.broker
	if err := b.Declare(ctx, topic); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if s.closed.Err() != nil {
		return nil, fault.New("queue.subscribe", fault.Unavailable, "the subscriber is closed")
	}
	d := &delivery{
		broker: b, topic: topic, workers: max(s.options.Workers, 1), exclusive: s.options.Exclusive, values: context.WithoutCancel(ctx),
		out: make(chan *message.Message), slots: make(chan struct{}, max(s.options.Workers, 1)),
	}
	until, end := context.WithCancel(ctx)
	stop := context.AfterFunc(s.closed, end)
	s.running.Add(1)
	b.busy.Go(func() {
		d.run(until, s.running.Done)
		stop()
		end()
	})
	return d.out, nil
}

// Close ends all subscriptions, and returns when their channels are closed.
func (s *subscriber) Close() error {
	s.broker.mu.Lock() // so that none begins
	s.close()
	s.broker.mu.Unlock()
	s.running.Wait()
	return nil
}
