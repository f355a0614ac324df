package memory

import (
	"context"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// DefaultMaxBytes is what a Broker holds if Options do not say otherwise.
const DefaultMaxBytes = 256 << 20

// Options of a Broker.
type Options struct {
	// MaxBytes limits what all messages together take; 0 means DefaultMaxBytes.
	MaxBytes int64
}

// Broker is a broker.Broker in memory.
type Broker struct {
	max    int64
	closed context.Context
	close  context.CancelFunc

	mu     sync.Mutex
	bytes  int64
	topics map[string]*topic
}

var _ broker.Broker = (*Broker)(nil)

// New returns a Broker without topics.
func New(o Options) *Broker {
	if o.MaxBytes == 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	b := &Broker{max: o.MaxBytes, topics: map[string]*topic{}}
	b.closed, b.close = context.WithCancel(context.Background())
	return b
}

// Declare makes a topic if it does not exist.
func (b *Broker) Declare(ctx context.Context, name string) error {
	if err := b.usable(ctx, "memory.declare"); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.topics[name] == nil {
		b.topics[name] = newTopic(name)
	}
	return nil
}

// Publish keeps all messages, or none of them if there is no room for all.
func (b *Broker) Publish(name string, messages ...*message.Message) error {
	if len(messages) == 0 {
		return nil
	}
	if err := b.usable(messages[0].Context(), "memory.publish"); err != nil {
		return err
	}
	added := make([]*item, len(messages))
	var size int64
	for i, m := range messages {
		added[i] = newItem(m)
		size += added[i].size
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.topics[name]
	if t == nil {
		return fault.New("memory.publish", fault.NotFound, "there is no topic "+name)
	}
	if size > b.max {
		return fault.New("memory.publish", fault.TooLarge, "the message is larger than the memory for queues")
	}
	if b.bytes+size > b.max {
		return fault.New("memory.publish", fault.Unavailable, "the memory for queues is full").
			WithHint("handle messages faster, or keep them in a broker that writes them to disk")
	}
	b.bytes += size
	t.add(added)
	return nil
}

// Subscriber returns what delivers messages.
func (b *Broker) Subscriber(o broker.Subscription) message.Subscriber {
	return broker.NewSubscriber(b.closed, o, b.subscribe)
}

// State counts the messages of a topic. Those that were given back and are about to be delivered again are waiting.
func (b *Broker) State(ctx context.Context, name string) (broker.State, error) {
	if err := b.usable(ctx, "memory.state"); err != nil {
		return broker.State{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.topics[name]
	if t == nil {
		return broker.State{}, nil
	}
	return t.state(time.Now()), nil
}

// Topics returns those of the given topics that exist.
func (b *Broker) Topics(ctx context.Context, of []string) ([]string, error) {
	if err := b.usable(ctx, "memory.topics"); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	var found []string
	for _, name := range of {
		if b.topics[name] != nil {
			found = append(found, name)
		}
	}
	return found, nil
}

// Purge removes the messages that nobody has in hand.
func (b *Broker) Purge(ctx context.Context, name string) (int64, error) {
	if err := b.usable(ctx, "memory.purge"); err != nil {
		return 0, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.topics[name]
	if t == nil {
		return 0, nil
	}
	count, size := t.purge()
	b.bytes -= size
	return count, nil
}

// Ping reports whether the Broker is open.
func (b *Broker) Ping(ctx context.Context) error { return b.usable(ctx, "memory.ping") }

// Close ends all subscriptions and the contexts of the messages that are in hand.
func (b *Broker) Close() error {
	b.close()
	return nil
}

func (b *Broker) usable(ctx context.Context, op string) error {
	if b.closed.Err() != nil {
		return fault.New(op, fault.Unavailable, "the broker is closed")
	}
	if err := ctx.Err(); err != nil {
		return fault.New(op, fault.Timeout, "the deadline of the call to the queue has passed").Because(err)
	}
	return nil
}
