package rabbitmq

import (
	"context"

	"github.com/ThreeDotsLabs/watermill/message"
	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/fwrun/fwrun/platform/fault"
)

// publisher has one channel for all that is published. One goroutine writes to it: writing may block for as long as the server
// does not read.
type publisher struct {
	broker   *Broker
	requests chan *request
	channel  *confirming // of the goroutine
}

// request is what one call publishes.
type request struct {
	queue    string
	messages []amqp.Publishing
	sent     chan *confirming // receives what the messages were written to
	err      error            // if that is nil
	confirms []*amqp.DeferredConfirmation
}

// confirming is a channel in confirm mode, and what came back on it.
type confirming struct {
	*amqp.Channel
	returns chan amqp.Return
	asked   chan question
	ended   chan struct{}
}

type question struct {
	key    string
	answer chan bool
}

func newPublisher(b *Broker) *publisher {
	p := &publisher{broker: b, requests: make(chan *request)}
	go p.run()
	return p
}

// Publish sends messages and waits until the server has confirmed them. It may have a part of them if that fails.
func (b *Broker) Publish(topic string, messages ...*message.Message) error {
	const op = "queue.publish"
	if len(messages) == 0 {
		return nil
	}
	if b.closing.Err() != nil {
		return fault.New(op, fault.Unavailable, "the broker is closed")
	}
	ctx, cancel := context.WithTimeout(messages[0].Context(), defaultTimeout)
	defer cancel()
	list := make([]amqp.Publishing, len(messages))
	for i, m := range messages {
		p, err := write(op, m)
		if err != nil {
			return err
		}
		list[i] = p
	}
	return b.publish(ctx, op, topic, list)
}

// publish sends messages. If the queue is gone, it is made again. Those that came back are then behind those that did not,
// if a consumer has made the queue in between.
func (b *Broker) publish(ctx context.Context, op, topic string, list []amqp.Publishing) error {
	for try := 0; ; try++ {
		back, err := b.publisher.publish(ctx, b.name(topic), list)
		if err != nil {
			return b.failed(ctx, op, err)
		}
		if len(back) == 0 {
			return nil
		}
		if try == 1 {
			return fault.New(op, fault.NotFound, "there is no topic "+topic)
		}
		b.options.Log.WarnContext(ctx, "queue: a queue is gone from RabbitMQ; it is made again", "queue", b.name(topic))
		if err := b.Declare(ctx, topic); err != nil {
			return err
		}
		list = back
	}
}

// publish returns the messages that came back because there is no queue.
func (p *publisher) publish(ctx context.Context, queue string, list []amqp.Publishing) (back []amqp.Publishing, err error) {
	r := &request{queue: queue, messages: list, sent: make(chan *confirming, 1)}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case p.requests <- r:
	case <-p.broker.closing.Done():
		return nil, amqp.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	var c *confirming
	select {
	case c = <-r.sent:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if c == nil {
		return nil, r.err
	}
	for i, confirm := range r.confirms {
		confirmed, err := confirm.WaitContext(ctx)
		if err != nil {
			return nil, err
		}
		if !confirmed && c.IsClosed() {
			return nil, fault.New("queue.publish", fault.Unavailable, "the connection to RabbitMQ was lost; it is not known whether it has the message")
		}
		if !confirmed {
			return nil, fault.New("queue.publish", fault.Unavailable, "the RabbitMQ server did not accept the message")
		}
		came, err := c.cameBack(queue, list[i].MessageId)
		if err != nil {
			return nil, err
		}
		if came {
			back = append(back, list[i])
		}
	}
	return back, nil
}

// run writes requests until the Broker is closed.
func (p *publisher) run() {
	for {
		select {
		case r := <-p.requests:
			r.err = p.send(r)
			if r.err != nil {
				r.sent <- nil
			} else {
				r.sent <- p.channel
			}
		case <-p.broker.closing.Done():
			return
		}
	}
}

func (p *publisher) send(r *request) error {
	if p.channel == nil || p.channel.IsClosed() {
		c, err := p.open()
		if err != nil {
			return err
		}
		p.channel = c
	}
	for _, m := range r.messages {
		confirm, err := p.channel.PublishWithDeferredConfirm("", r.queue, true, false, m)
		if err != nil {
			return err
		}
		r.confirms = append(r.confirms, confirm)
	}
	return nil
}

func (p *publisher) open() (*confirming, error) {
	ctx, cancel := context.WithTimeout(p.broker.closing, defaultTimeout)
	defer cancel()
	conn, err := p.broker.out.get(ctx)
	if err != nil {
		return nil, err
	}
	ch, err := conn.Channel()
	if err != nil {
		return nil, err
	}
	if err := ch.Confirm(false); err != nil {
		_ = ch.Close()
		return nil, err
	}
	c := &confirming{ch, ch.NotifyReturn(make(chan amqp.Return)), make(chan question), make(chan struct{})}
	go c.collect()
	return c, nil
}

// collect keeps what the server returns. It returns a message before it confirms it, and the library waits until
// it was received here before it goes on to the confirmation.
func (c *confirming) collect() {
	defer close(c.ended)
	came := map[string]int{}
	for {
		select {
		case r, open := <-c.returns:
			if !open {
				return
			}
			came[r.RoutingKey+"\x00"+r.MessageId]++
		case q := <-c.asked:
			n := came[q.key]
			if n > 1 {
				came[q.key] = n - 1
			} else {
				delete(came, q.key)
			}
			q.answer <- n > 0
		}
	}
}

// cameBack reports whether the server has returned a message that it confirmed.
func (c *confirming) cameBack(queue, id string) (bool, error) {
	q := question{queue + "\x00" + id, make(chan bool, 1)}
	select {
	case c.asked <- q:
		return <-q.answer, nil
	case <-c.ended:
		return false, amqp.ErrClosed
	}
}
