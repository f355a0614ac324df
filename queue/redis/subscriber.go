package redis

import (
	"context"
	"crypto/rand"
	"strconv"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
)

// subscribe delivers messages of a topic until ctx ends.
func (b *Broker) subscribe(ctx context.Context, topic string, o broker.Subscription, begin broker.Begin) (
	<-chan *message.Message, error,
) {
	const op = "queue.subscribe"
	within, cancel, err := b.use(ctx, op)
	if err != nil {
		return nil, err
	}
	defer cancel()
	if err := b.declare(within, topic); err != nil {
		return nil, b.client.Failure(within, op, err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	until, done, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	d := b.delivery(context.WithoutCancel(ctx), topic, o)
	b.busy.Add(2)
	go func() {
		defer b.busy.Done()
		d.handOut(until)
		done()
	}()
	go func() {
		defer b.busy.Done()
		d.keep()
	}()
	return d.out, nil
}

// delivery returns a new one, which is woken by arrivals. The caller holds the mutex.
func (b *Broker) delivery(values context.Context, topic string, o broker.Subscription) *delivery {
	d := &delivery{
		broker: b, topic: topic, workers: max(o.Workers, 1), values: values, out: make(chan *message.Message),
		arrived: make(chan struct{}, 1), changed: make(chan struct{}, 1), known: map[string]*entry{},
	}
	d.consumer = b.process + "/" + strconv.FormatInt(b.consumers.Add(1), 10)
	if o.Exclusive {
		d.token = rand.Text()
	}
	b.deliveries[d] = true
	if !b.watching {
		b.watching = true
		b.running.Go(b.watch)
	}
	return d
}

// forget ends the delivery of arrivals to d.
func (b *Broker) forget(d *delivery) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.deliveries, d)
}

// of returns the deliveries of a topic, or all for "".
func (b *Broker) of(topic string) []*delivery {
	b.mu.Lock()
	defer b.mu.Unlock()
	var list []*delivery
	for d := range b.deliveries {
		if topic == "" || d.topic == topic {
			list = append(list, d)
		}
	}
	return list
}
