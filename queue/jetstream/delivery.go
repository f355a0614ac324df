package jetstream

import (
	"context"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"

	"github.com/fwrun/fwrun/queue/broker"
)

// delivery moves messages of one consumer to a channel, as many as there are workers. One goroutine, in run, owns it.
type delivery struct {
	broker  *Broker
	values  context.Context // of Subscribe, without its end
	stream  string
	name    string // of the consumer
	again   func(ctx context.Context) error
	workers int
	out     chan<- *message.Message

	incoming chan *nats.Msg
	reset    chan struct{} // the connection was made again
	settled  chan struct{} // a message was acknowledged or given back
	ended    context.Context
	end      context.CancelFunc // what is given back from now on may be delivered at once
	drained  chan struct{}      // closed when nothing arrives any more
	messages sync.WaitGroup     // in hand
	lock     bool               // the message is a lock
	inOrder  bool               // the next holder of a lock gives back what this one has not settled
	unseen   func(*message.Message)

	requests requests
	inHand   int
	waiting  []*message.Message // arrived, and not yet received by anyone
	pause    time.Duration      // before the next request, after errors
	resume   <-chan time.Time
}

// delivery returns one for the messages of a topic.
func (b *Broker) delivery(values context.Context, topic string, o broker.Subscription, out chan<- *message.Message) *delivery {
	d := b.newDelivery(values, streamOf(topic), consumerName, o.Workers, out, func(ctx context.Context) error {
		b.forget(topic)
		if err := b.Declare(ctx, topic); err != nil {
			return err
		}
		return b.consumer(ctx, streamOf(topic), consumerName, subjectOf(topic))
	})
	if o.Unseen != nil {
		d.unseen = o.Unseen
	}
	return d
}

func (b *Broker) newDelivery(values context.Context, stream, name string, workers int, out chan<- *message.Message,
	again func(context.Context) error,
) *delivery {
	d := &delivery{
		broker: b, values: values, stream: stream, name: name, again: again, workers: workers, out: out,
		incoming: make(chan *nats.Msg, 2*workers+64), requests: requests{away: b.server == nil},
		reset: make(chan struct{}, 1), settled: make(chan struct{}, workers),
		drained: make(chan struct{}), unseen: func(*message.Message) {},
	}
	d.ended, d.end = context.WithCancel(context.Background())
	return d
}

// run delivers until ctx ends, and gives back what nobody has received. What was received stays in hand.
func (d *delivery) run(ctx context.Context) {
	b := d.broker
	if !b.begin(d) {
		close(d.drained)
		return
	}
	if err := d.subscribe(); err != nil {
		b.options.Log.Error("queue: messages cannot be received", "stream", d.stream, "error", b.hide(err))
	} else {
		d.loop(ctx)
	}
	d.end()
	go func() {
		defer b.busy.Done()
		defer close(d.drained)
		for _, m := range d.waiting {
			d.unseen(m)
			m.Nack()
		}
		d.drain(d.requests.sub, d.incoming)
		b.mu.Lock()
		delete(b.deliveries, d)
		b.mu.Unlock()
	}()
}

// begin makes a delivery one of the broker's, unless that is closing. It waits for the end of a purge that has found none.
func (b *Broker) begin(d *delivery) bool {
	b.purging.RLock()
	defer b.purging.RUnlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closing.Err() != nil {
		return false
	}
	b.busy.Add(1)
	b.deliveries[d] = true
	return true
}

// subscribe makes the inbox for what will be requested.
func (d *delivery) subscribe() (err error) {
	r := requests{inbox: d.broker.nc.NewInbox(), away: d.requests.away}
	r.sub, err = d.broker.nc.ChanSubscribe(r.inbox+".*", d.incoming)
	if err == nil {
		d.requests = r
	}
	return err
}

// renew forgets what was requested. What the server sends in spite of that is given back.
func (d *delivery) renew() {
	before, incoming := d.requests.sub, d.incoming
	d.incoming = make(chan *nats.Msg, cap(incoming))
	if err := d.subscribe(); err != nil {
		d.incoming = incoming // the connection is closed, and so will the delivery be
		return
	}
	d.broker.busy.Go(func() { d.drain(before, incoming) })
}

func (d *delivery) loop(ctx context.Context) {
	var tick <-chan time.Time
	if d.requests.away {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		tick = ticker.C
	}
	for ctx.Err() == nil {
		d.ask()
		var out chan<- *message.Message
		var first *message.Message
		if len(d.waiting) > 0 {
			out, first = d.out, d.waiting[0]
		}
		select {
		case out <- first:
			d.waiting[0] = nil
			d.waiting = d.waiting[1:]
		case m := <-d.incoming:
			d.arrived(m)
		case <-d.settled:
			d.inHand--
		case <-d.reset:
			d.renew()
			d.pause, d.resume = 0, nil
		case <-d.resume:
			d.resume = nil
		case now := <-tick:
			if d.requests.silent(now) {
				d.renew()
			}
		case <-ctx.Done():
		}
	}
}

// ask requests as many messages as there are free workers.
func (d *delivery) ask() {
	free := d.workers - d.inHand - d.requests.open
	if free <= 0 || d.resume != nil {
		return
	}
	reply, body := d.requests.add(free)
	err := d.broker.nc.PublishRequest(apiPrefix+"CONSUMER.MSG.NEXT."+d.stream+"."+d.name, reply, body)
	if err != nil {
		d.requests.open -= free
		d.later()
	}
}

const apiPrefix = "$JS.API."

// later makes the next request wait, longer each time.
func (d *delivery) later() {
	d.pause = min(max(2*d.pause, 50*time.Millisecond), 2*time.Second)
	d.resume = time.After(d.pause)
}

// arrived handles a message, or the end of a request.
func (d *delivery) arrived(n *nats.Msg) {
	switch status := n.Header.Get("Status"); status {
	case "":
		if !d.requests.message() {
			d.refuse(n)
			return
		}
		d.pause = 0
		d.inHand++
		d.waiting = append(d.waiting, d.take(n))
	case "100":
		d.requests.heard = time.Now()
	case "408":
		d.requests.end(n)
	case "409":
		if n.Header.Get("Nats-Pending-Messages") == "" { // the consumer is gone, or its leader is another server
			d.renew()
		} else {
			d.requests.end(n)
		}
		d.restore()
	case "503":
		d.requests.end(n)
		d.restore()
	default:
		d.requests.end(n)
		d.later()
	}
}

// restore makes the consumer again, and the stream if need be, after the server said that there is none. While a leader
// is elected it says so, too.
func (d *delivery) restore() {
	if d.resume == nil && d.pause >= 200*time.Millisecond {
		ctx, cancel := context.WithTimeout(d.broker.closing, 2*time.Second)
		defer cancel()
		if err := d.again(ctx); err != nil {
			d.broker.options.Log.Warn("queue: messages cannot be received", "stream", d.stream, "error", d.broker.hide(err))
		}
	}
	d.later()
}

// drain gives back what the server sent before it knew of the end of an inbox.
func (d *delivery) drain(sub *nats.Subscription, incoming <-chan *nats.Msg) {
	if sub == nil {
		return
	}
	gone := sub.StatusChanged(nats.SubscriptionClosed)
	if err := sub.Drain(); err != nil {
		return
	}
	timeout := time.After(2 * time.Second)
	for open := true; open; {
		select {
		case n := <-incoming:
			d.refuse(n)
		case <-gone:
			open = false
		case <-timeout:
			open = false
		}
	}
	for {
		select {
		case n := <-incoming:
			d.refuse(n)
		default:
			return
		}
	}
}

func (d *delivery) refuse(n *nats.Msg) {
	if n.Header.Get("Status") == "" {
		d.unseen(fromNATS(n, deliveriesOf(n)))
		d.answer(n, ackBack)
	}
}
