package rabbitmq

import (
	"context"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	amqp "github.com/rabbitmq/amqp091-go"
)

// delivery is one subscription.
type delivery struct {
	broker    *Broker
	topic     string
	workers   int
	exclusive bool
	unseen    func(*message.Message) // may be nil
	values    context.Context        // of Subscribe, without its end
	out       chan *message.Message
	slots     chan struct{} // holds an element for each message in hand, also for those of a lost connection
}

// consumer is a channel that delivers.
type consumer struct {
	*amqp.Channel
	tag    string
	in     <-chan amqp.Delivery
	lost   chan *amqp.Error
	ended  context.Context // of the subscription
	inHand sync.WaitGroup
}

// run delivers until ctx ends, and returns when nothing is in hand any more.
func (d *delivery) run(ctx context.Context, closed func()) {
	var left sync.WaitGroup // consumers whose messages are in hand
	pause, logged := firstPause, false
	for ctx.Err() == nil {
		c, err := d.open(ctx)
		if err != nil {
			wait := pause
			if codeOf(err) == amqp.AccessRefused && d.exclusive { // another one holds it
				wait = lockPause
			} else if pause = min(2*pause, lastPause); pause == lastPause && !logged {
				logged = true
				d.broker.options.Log.Warn("queue: messages cannot be received from RabbitMQ; it is tried again", "topic", d.topic, "error", err)
			}
			sleep(ctx, wait)
			continue
		}
		pause, logged = firstPause, false
		d.deliver(ctx, c)
		if ctx.Err() != nil {
			left.Go(func() { d.finish(c) })
			break
		}
		_ = c.Close()
		d.broker.options.Log.Warn("queue: the connection to RabbitMQ is lost; it is made again", "topic", d.topic)
		if d.exclusive { // what is in hand is delivered again, and must not be beside itself
			settled := make(chan struct{})
			go func() {
				c.inHand.Wait()
				close(settled)
			}()
			select {
			case <-settled:
			case <-ctx.Done():
			}
		}
	}
	close(d.out)
	closed()
	left.Wait()
}

// open opens a channel with a consumer. The server refuses an exclusive one while there is another.
func (d *delivery) open(ctx context.Context) (c *consumer, err error) {
	b := d.broker
	conn, err := b.in.get(ctx)
	if err != nil {
		return nil, err
	}
	ch, err := conn.Channel()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = ch.Close()
		}
	}()
	c = &consumer{Channel: ch, tag: "fwrun", lost: ch.NotifyClose(make(chan *amqp.Error, 1)), ended: ctx}
	if err := b.declare(ch, d.topic); err != nil { // it may have been deleted
		return nil, err
	}
	if err := ch.Qos(d.workers, 0, false); err != nil {
		return nil, err
	}
	c.in, err = ch.Consume(b.name(d.topic), c.tag, false, d.exclusive, false, false, nil)
	return c, err
}

// deliver hands out what a consumer receives until ctx ends or the channel is lost.
func (d *delivery) deliver(ctx context.Context, c *consumer) {
	for {
		var next amqp.Delivery
		var open bool
		select {
		case next, open = <-c.in:
		case <-ctx.Done():
			return
		}
		if !open {
			return
		}
		select {
		case d.slots <- struct{}{}:
		case <-c.lost:
			return
		case <-ctx.Done():
			d.giveBackUnseen(next)
			return
		}
		m, cancel := read(d.values, next)
		c.inHand.Add(1)
		select {
		case d.out <- m:
			go d.settle(c, next, m, cancel)
			continue
		case <-c.lost:
		case <-ctx.Done():
			d.giveBackUnseen(next)
		}
		cancel()
		c.inHand.Done()
		<-d.slots
		return
	}
}

// giveBackUnseen gives back a message that nobody has received. An exclusive subscription gives back everything at its end.
func (d *delivery) giveBackUnseen(m amqp.Delivery) {
	if d.unseen != nil {
		seen, end := read(d.values, m)
		d.unseen(seen)
		end()
	}
	if !d.exclusive {
		_ = m.Nack(false, true) // a channel that is lost gives back everything
	}
}

// finish gives back what waits when the subscription has ended, and lets go when nothing is in hand any more.
func (d *delivery) finish(c *consumer) {
	if !d.exclusive && c.Cancel(c.tag, false) == nil {
		for m := range c.in {
			d.giveBackUnseen(m)
		}
	}
	c.inHand.Wait() // nobody else may begin before, if the subscription is exclusive
	d.seeLast(c)
	_ = c.Close() // which gives back the rest, in its order, and lets others begin
}

// seeLast sees what the library has received and goes back with the channel.
func (d *delivery) seeLast(c *consumer) {
	for {
		select {
		case m, open := <-c.in:
			if !open {
				return
			}
			d.giveBackUnseen(m)
		case <-time.After(lastSeen):
			return
		}
	}
}

// lastSeen is how long the library takes at most to hand over what it has received.
const lastSeen = 20 * time.Millisecond

// settle waits until a message is acknowledged or given back, or until the Broker is closed. It is given back with its
// channel then.
func (d *delivery) settle(c *consumer, received amqp.Delivery, m *message.Message, cancel context.CancelFunc) {
	defer c.inHand.Done()
	defer func() { <-d.slots }()
	defer cancel()
	closing := d.broker.closing.Done()
	select {
	case <-m.Acked():
		_ = received.Ack(false) // if the channel is lost, the message comes again
	case <-m.Nacked():
		d.giveBack(c, received)
	case <-closing:
		select {
		case <-m.Acked():
			_ = received.Ack(false)
		default:
		}
	}
}

// giveBack gives a message back after a pause that grows with the number of its deliveries, so that a listener that cannot
// handle it does not spin.
func (d *delivery) giveBack(c *consumer, received amqp.Delivery) {
	n := deliveriesOf(received)
	pause := lastReturn
	if n < 9 {
		pause = min(firstReturn<<(n-1), lastReturn)
	}
	if c.ended.Err() == nil {
		sleep(c.ended, pause)
	}
	switch {
	case d.exclusive && c.ended.Err() != nil: // with the others
	case d.exclusive || c.ended.Err() != nil:
		_ = received.Nack(false, true)
	default:
		ctx, cancel := context.WithTimeout(d.broker.closing, defaultTimeout)
		defer cancel()
		if err := d.broker.publish(ctx, "queue.return", d.topic, []amqp.Publishing{again(received)}); err != nil {
			_ = received.Nack(false, true)
			return
		}
		_ = received.Ack(false)
	}
}
