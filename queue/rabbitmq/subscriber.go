package rabbitmq

import (
	"context"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
)

// subscribe delivers messages of a topic until ctx ends.
func (b *Broker) subscribe(ctx context.Context, topic string, o broker.Subscription, begin broker.Begin) (
	<-chan *message.Message, error,
) {
	if err := b.Declare(ctx, topic); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	until, done, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	d := &delivery{
		broker: b, topic: topic, workers: max(o.Workers, 1), exclusive: o.Exclusive, unseen: o.Unseen,
		values: context.WithoutCancel(ctx),
		out:    make(chan *message.Message), slots: make(chan struct{}, max(o.Workers, 1)),
	}
	b.busy.Go(func() { d.run(until, done) })
	return d.out, nil
}
