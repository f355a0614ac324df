package memory

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// The pause before a message that was given back is delivered again grows with the number of its deliveries, so that a
// listener that cannot handle it does not spin, and others are delivered meanwhile.
const (
	firstPause = 5 * time.Millisecond
	lastPause  = time.Second
)

// subscribe delivers messages of a topic until ctx ends.
func (b *Broker) subscribe(ctx context.Context, name string, o broker.Subscription, begin broker.Begin) (
	<-chan *message.Message, error,
) {
	if err := b.usable(ctx, "memory.subscribe"); err != nil {
		return nil, err
	}
	b.mu.Lock()
	t := b.topics[name]
	b.mu.Unlock()
	if t == nil {
		return nil, fault.New("memory.subscribe", fault.NotFound, "there is no topic "+name)
	}
	until, done, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	d := &delivery{
		broker: b, topic: t, values: context.WithoutCancel(ctx), out: make(chan *message.Message),
		free: make(chan struct{}, max(o.Workers, 1)), exclusive: o.Exclusive,
	}
	d.enter()
	go func() {
		defer done()
		d.run(until)
	}()
	return d.out, nil
}

// delivery is one subscription.
type delivery struct {
	broker    *Broker
	topic     *topic
	values    context.Context // of Subscribe, without its end
	out       chan *message.Message
	free      chan struct{} // holds an element for each message in hand
	exclusive bool
	inHand    sync.WaitGroup
}

func (d *delivery) run(ctx context.Context) {
	defer close(d.out)
	defer func() { go d.leave() }()
	for {
		select {
		case d.free <- struct{}{}:
		case <-ctx.Done():
			return
		}
		i := d.next(ctx)
		if i == nil {
			return
		}
		m := d.toMessage(i)
		own, end := context.WithCancel(d.values)
		m.SetContext(own)
		d.inHand.Add(1)
		select {
		case d.out <- m:
			go d.settle(ctx, i, m, end)
		case <-ctx.Done():
			end()
			i.deliveries--
			d.giveBack(i, 0)
			d.inHand.Done()
			return
		}
	}
}

// next waits for an item that this subscription may deliver. It returns nil if ctx ends before.
func (d *delivery) next(ctx context.Context) *item {
	for ctx.Err() == nil {
		d.broker.mu.Lock()
		changed := d.topic.changed
		var i *item
		if !d.exclusive || d.topic.queue[0] == d {
			i = d.topic.take()
		}
		d.broker.mu.Unlock()
		if i != nil {
			i.deliveries++
			return i
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
	return nil
}

func (d *delivery) toMessage(i *item) *message.Message {
	m := message.NewMessage(i.id, slices.Clone(i.payload))
	for name, value := range i.metadata {
		m.Metadata[name] = value
	}
	m.Metadata[broker.DeliveriesHeader] = strconv.Itoa(i.deliveries)
	return m
}

// settle waits until a message is acknowledged or given back. One that is neither when the Broker is closed is lost with
// the memory.
func (d *delivery) settle(subscription context.Context, i *item, m *message.Message, end func()) {
	defer d.inHand.Done()
	defer end()
	select {
	case <-m.Acked():
		d.broker.mu.Lock()
		delete(d.topic.held, i)
		d.broker.bytes -= i.size
		d.broker.mu.Unlock()
	case <-m.Nacked():
		pause := lastPause
		if i.deliveries < 9 {
			pause = min(firstPause<<(i.deliveries-1), lastPause)
		}
		if subscription.Err() != nil {
			pause = 0
		}
		d.giveBack(i, pause)
	case <-d.broker.closed.Done():
	}
	<-d.free
}

func (d *delivery) giveBack(i *item, pause time.Duration) {
	b := d.broker
	b.mu.Lock()
	defer b.mu.Unlock()
	if pause == 0 {
		d.topic.giveBack(i)
		return
	}
	delete(d.topic.held, i)
	d.topic.later[i] = true
	i.later = time.AfterFunc(pause, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if d.topic.later[i] {
			d.topic.giveBack(i)
		}
	})
}

func (d *delivery) enter() {
	if !d.exclusive {
		return
	}
	d.broker.mu.Lock()
	defer d.broker.mu.Unlock()
	d.topic.queue = append(d.topic.queue, d)
}

// leave lets the next exclusive subscription receive when nothing of this one is in hand any more.
func (d *delivery) leave() {
	if !d.exclusive {
		return
	}
	d.inHand.Wait()
	d.broker.mu.Lock()
	defer d.broker.mu.Unlock()
	d.topic.queue = slices.DeleteFunc(d.topic.queue, func(other *delivery) bool { return other == d })
	d.topic.wake()
}
