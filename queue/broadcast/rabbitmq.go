package broadcast

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/fwrun/fwrun/queue/rabbitmq"
)

// rabbitBus sends to an exchange of a RabbitMQ server, and receives by a queue that ends with the connection.
type rabbitBus struct {
	conn    *amqp.Connection
	channel *amqp.Channel
	queue   string
	blocked atomic.Bool // the server takes no messages, for lack of memory or disk
	reader  sync.WaitGroup
}

const (
	rabbitExchange = "fwrun.broadcast"
	rabbitMost     = 64 << 20 // bytes that the server keeps for one process
)

func openRabbitMQ(ctx context.Context, url string, e events) (bus, error) {
	conn, err := rabbitmq.Dial(ctx, url)
	if err != nil {
		return nil, err
	}
	b := &rabbitBus{conn: conn}
	var deliveries <-chan amqp.Delivery
	if err := within(ctx, func() (err error) {
		deliveries, err = b.declare()
		return err
	}); err != nil {
		_ = conn.CloseDeadline(time.Now().Add(closeTimeout))
		return nil, err
	}
	b.reader.Go(func() {
		for d := range deliveries {
			e.received(d.RoutingKey, d.Body)
		}
	})
	b.tell(e)
	return b, nil
}

// within returns when a call of the library, which waits for an answer, has ended, or ctx has.
func within(ctx context.Context, call func() error) error {
	done := make(chan error, 1)
	go func() { done <- call() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("the RabbitMQ server did not answer in time: %w", ctx.Err())
	}
}

func (b *rabbitBus) declare() (_ <-chan amqp.Delivery, err error) {
	if b.channel, err = b.conn.Channel(); err != nil {
		return nil, err
	}
	if err := b.channel.ExchangeDeclare(rabbitExchange, amqp.ExchangeDirect, true, false, false, false, nil); err != nil {
		return nil, err
	}
	q, err := b.channel.QueueDeclare("", false, true, true, false, amqp.Table{"x-max-length-bytes": int64(rabbitMost)})
	if err != nil {
		return nil, err
	}
	b.queue = q.Name
	return b.channel.Consume(q.Name, "", true, true, false, false, nil)
}

// tell passes on what the library tells of the connection. Its channels are closed with it.
func (b *rabbitBus) tell(e events) {
	blocked := b.conn.NotifyBlocked(make(chan amqp.Blocking, 1))
	gone := b.channel.NotifyClose(make(chan *amqp.Error, 1)) // with the connection, too
	go func() {
		for one := range blocked {
			b.blocked.Store(one.Active)
		}
	}()
	go func() {
		if why, ok := <-gone; ok {
			e.lost(why)
			return
		}
		e.lost(errors.New("the connection to the RabbitMQ server is closed"))
	}()
}

// Watch implements bus. The server handles what comes over a channel in its order, and the last answer is that to all.
func (b *rabbitBus) Watch(ctx context.Context, topics []string, on bool) error {
	return within(ctx, func() error {
		for i, topic := range topics {
			var err error
			if on {
				err = b.channel.QueueBind(b.queue, topic, rabbitExchange, i < len(topics)-1, nil)
			} else {
				err = b.channel.QueueUnbind(b.queue, topic, rabbitExchange, nil)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Send implements bus.
func (b *rabbitBus) Send(ctx context.Context, topic string, message []byte) error {
	if b.blocked.Load() {
		return fmt.Errorf("%w: it has run out of memory or disk", errNotTaken)
	}
	return within(ctx, func() error {
		return b.channel.PublishWithContext(ctx, rabbitExchange, topic, false, false, amqp.Publishing{Body: message})
	})
}

// Close implements bus. The library closes the deliveries, too.
func (b *rabbitBus) Close(ctx context.Context) {
	deadline, _ := ctx.Deadline()
	_ = b.conn.CloseDeadline(deadline) // it may be lost already
	b.reader.Wait()
}
