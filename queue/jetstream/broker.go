package jetstream

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// Broker is a broker.Broker on NATS JetStream.
type Broker struct {
	options Options
	secrets []string // must not appear in messages
	nc      *nats.Conn
	js      jetstream.JetStream
	server  *Server // if it is in this process
	owns    bool    // Close stops it

	closing context.Context // ends when Close begins
	close   context.CancelFunc

	mu         sync.Mutex
	declared   map[string]bool
	deliveries map[*delivery]bool // whose subscription or messages have not ended
	busy       sync.WaitGroup     // of deliveries

	purging sync.RWMutex // held while a whole stream is removed; a delivery begins with the other side of it
}

var (
	_ broker.Broker       = (*Broker)(nil)
	_ broker.Deduplicates = (*Broker)(nil)
)

func newBroker(o Options) *Broker {
	b := &Broker{options: o.withDefaults(), declared: map[string]bool{}, deliveries: map[*delivery]bool{}}
	b.closing, b.close = context.WithCancel(context.Background())
	return b
}

// start checks that there is JetStream behind the connection.
func (b *Broker) start(ctx context.Context) error {
	js, err := jetstream.New(b.nc, jetstream.WithPublishAsyncMaxPending(64<<10), jetstream.WithPublishAsyncTimeout(defaultTimeout))
	if err != nil {
		return b.failed(ctx, "jetstream.connect", err)
	}
	b.js = js
	return b.Ping(ctx)
}

// defaultTimeout is for calls whose context has no end.
const defaultTimeout = 10 * time.Second

// bounded returns a context that ends in time.
func (b *Broker) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, has := ctx.Deadline(); has {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, defaultTimeout)
}

// Window returns how long ids of messages are remembered.
func (b *Broker) Window() time.Duration { return b.options.Window }

// Ping checks that JetStream answers.
func (b *Broker) Ping(ctx context.Context) error {
	if err := b.open("jetstream.ping"); err != nil {
		return err
	}
	ctx, cancel := b.bounded(ctx)
	defer cancel()
	err := b.ask(ctx, func(ctx context.Context) error {
		_, err := b.js.AccountInfo(ctx)
		return err
	})
	if err != nil {
		return b.failed(ctx, "jetstream.ping", err)
	}
	return nil
}

// open returns an error if the Broker is closed.
func (b *Broker) open(op string) error {
	if b.closing.Err() != nil {
		return fault.New(op, fault.Unavailable, "the broker is closed")
	}
	return nil
}

// Subscriber returns what delivers messages.
func (b *Broker) Subscriber(o broker.Subscription) message.Subscriber {
	o.Workers = max(o.Workers, 1)
	return broker.NewSubscriber(b.closing, o, b.subscribe)
}

// Topics returns those of the given topics that exist.
func (b *Broker) Topics(ctx context.Context, of []string) ([]string, error) {
	ctx, cancel := b.bounded(ctx)
	defer cancel()
	there := map[string]bool{}
	err := b.ask(ctx, func(ctx context.Context) error {
		names := b.js.StreamNames(ctx, jetstream.WithStreamListSubject(subjectPrefix+">"))
		for name := range names.Name() {
			there[name] = true
		}
		return names.Err()
	})
	if err != nil {
		return nil, b.failed(ctx, "jetstream.topics", err)
	}
	var found []string
	for _, topic := range of {
		if there[streamOf(topic)] {
			found = append(found, topic)
		}
	}
	return found, nil
}

// reconnected makes all deliveries ask again for messages: what was asked for before is forgotten.
func (b *Broker) reconnected() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for d := range b.deliveries {
		select {
		case d.reset <- struct{}{}:
		default:
		}
	}
}

// closeTimeout bounds how long Close waits for acknowledgements under way.
const closeTimeout = 5 * time.Second

// Close ends all subscriptions and gives back what is in hand. An embedded server is stopped.
func (b *Broker) Close() error {
	b.mu.Lock()
	closed := b.closing.Err() != nil
	b.close()
	b.mu.Unlock()
	if closed {
		return nil
	}
	broker.WaitFor(&b.busy, closeTimeout)
	if b.nc != nil {
		_ = b.nc.FlushTimeout(time.Second)
		b.nc.Close()
	}
	if b.owns {
		b.server.Close()
	}
	return nil
}

// missing reports whether an error means that there is no such stream, consumer or message.
func missing(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrMsgNotFound)
}
