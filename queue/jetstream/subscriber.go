package jetstream

import (
	"context"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
)

// subscribe delivers messages of a topic until ctx ends.
func (b *Broker) subscribe(ctx context.Context, topic string, o broker.Subscription, begin broker.Begin) (
	<-chan *message.Message, error,
) {
	const op = "jetstream.subscribe"
	if err := b.open(op); err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, defaultTimeout)
	defer cancel()
	if err := b.prepare(within, topic, o.Exclusive); err != nil {
		return nil, b.failed(within, op, err)
	}
	until, done, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	out := make(chan *message.Message)
	run := func() {
		d := b.delivery(context.WithoutCancel(ctx), topic, o, out)
		d.run(until)
	}
	if o.Exclusive {
		run = func() { b.exclusive(until, topic, o, out) }
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
