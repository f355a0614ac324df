package rabbitmq

import (
	"context"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// Broker is a broker.Broker on RabbitMQ. It publishes and consumes on connections of their own: a server that runs out of
// memory stops reading from connections that publish.
type Broker struct {
	options   Options
	out, in   *link
	publisher *publisher

	closing context.Context // ends when Close begins
	close   context.CancelFunc

	mu      sync.Mutex
	exists  map[string]bool      // topics
	missing map[string]time.Time // topics, and when they were last asked for
	busy    sync.WaitGroup       // of deliveries
}

var _ broker.Broker = (*Broker)(nil)

// Open returns a Broker on the server that a URL names, such as amqp://user:password@rabbit.example.com:5672/vhost, with
// amqps for TLS. It checks once that the server answers.
func Open(ctx context.Context, url string, o Options) (*Broker, error) {
	if err := CheckURL(url); err != nil {
		return nil, err
	}
	b := &Broker{
		options: o.withDefaults(), out: newLink(url), in: newLink(url), exists: map[string]bool{}, missing: map[string]time.Time{},
	}
	b.closing, b.close = context.WithCancel(context.Background())
	b.publisher = newPublisher(b)
	if err := b.Ping(ctx); err != nil {
		_ = b.Close()
		return nil, err
	}
	return b, nil
}

func (b *Broker) name(topic string) string { return b.options.Prefix + topic }

// call calls a function with a channel of its own. It returns when ctx ends at the latest.
func (b *Broker) call(ctx context.Context, op string, f func(*amqp.Channel) error) error {
	if b.closing.Err() != nil {
		return fault.New(op, fault.Unavailable, "the broker is closed")
	}
	ctx, cancel := context.WithTimeout(ctx, defaultTimeout)
	defer cancel()
	conn, err := b.out.get(ctx)
	if err != nil {
		return b.failed(ctx, op, err)
	}
	done := make(chan error, 1)
	go func() {
		ch, err := conn.Channel()
		if err == nil {
			err = f(ch)
			_ = ch.Close() // it is closed if the server refused
		}
		done <- err
	}()
	select {
	case err = <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		return b.failed(ctx, op, err)
	}
	return nil
}

// Declare makes a queue if it does not exist.
func (b *Broker) Declare(ctx context.Context, topic string) error {
	err := b.call(ctx, "queue.declare", func(ch *amqp.Channel) error { return b.declare(ch, topic) })
	if err == nil {
		b.found(topic)
	}
	return err
}

func (b *Broker) declare(ch *amqp.Channel, topic string) error {
	_, err := ch.QueueDeclare(b.name(topic), true, false, false, false, nil)
	return err
}

func (b *Broker) found(topic string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.exists[topic] = true
	delete(b.missing, topic)
}

// Subscriber returns what delivers messages.
func (b *Broker) Subscriber(o broker.Subscription) message.Subscriber {
	return broker.NewSubscriber(b.closing, o, b.subscribe)
}

// State says how many messages wait. The server does not tell the rest.
func (b *Broker) State(ctx context.Context, topic string) (broker.State, error) {
	var waiting int
	err := b.call(ctx, "queue.state", func(ch *amqp.Channel) error {
		q, err := ch.QueueDeclarePassive(b.name(topic), true, false, false, false, nil)
		waiting = q.Messages
		return err
	})
	switch {
	case fault.KindOf(err) == fault.NotFound && err != nil:
		return broker.State{}, nil
	case err != nil:
		return broker.State{}, err
	case waiting == 0:
		return broker.State{InHand: -1}, nil
	}
	return broker.State{Waiting: int64(waiting), InHand: -1, Age: -1}, nil
}

// Topics returns those of the given topics that exist. One that another process makes is found after a while.
func (b *Broker) Topics(ctx context.Context, of []string) ([]string, error) {
	var found []string
	for _, topic := range of {
		b.mu.Lock()
		exists, isMissing := b.exists[topic], time.Since(b.missing[topic]) < missingFor
		b.mu.Unlock()
		if !exists && isMissing {
			continue
		}
		if !exists {
			err := b.call(ctx, "queue.topics", func(ch *amqp.Channel) error {
				_, err := ch.QueueDeclarePassive(b.name(topic), true, false, false, false, nil)
				return err
			})
			if err != nil && fault.KindOf(err) == fault.NotFound {
				b.mu.Lock()
				b.missing[topic] = time.Now()
				b.mu.Unlock()
				continue
			}
			if err != nil {
				return nil, err
			}
			b.found(topic)
		}
		found = append(found, topic)
	}
	return found, nil
}

// Purge removes the messages that nobody has in hand.
func (b *Broker) Purge(ctx context.Context, topic string) (int64, error) {
	var count int
	err := b.call(ctx, "queue.purge", func(ch *amqp.Channel) (err error) {
		count, err = ch.QueuePurge(b.name(topic), false)
		return err
	})
	if err != nil && fault.KindOf(err) == fault.NotFound {
		return 0, nil
	}
	return int64(count), err
}

// Ping checks that the server answers.
func (b *Broker) Ping(ctx context.Context) error {
	return b.call(ctx, "queue.ping", func(*amqp.Channel) error { return nil })
}

// Close ends all subscriptions and gives back what is in hand.
func (b *Broker) Close() error {
	b.mu.Lock()
	closed := b.closing.Err() != nil
	b.close()
	b.mu.Unlock()
	if closed {
		return nil
	}
	broker.WaitFor(&b.busy, closeTimeout)
	b.in.close()
	b.out.close()
	return nil
}
