package table

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// Broker is a broker.Broker whose messages are rows of a database. All Brokers on a database have the same topics.
//
// A publish of this process wakes subscriptions at once. Those of other processes are found by looking, at most half a
// second later.
type Broker struct {
	db    *database
	own   *data.DB // closed with the Broker; nil for a datasource
	lease time.Duration

	closed context.Context
	close  context.CancelFunc

	publishes group[[]any]

	mu         sync.Mutex
	topics     map[string]int64 // those that are known to exist
	deliveries map[*delivery]bool
	watching   bool
	running    sync.WaitGroup // subscriptions, and messages in hand
}

var _ broker.Broker = (*Broker)(nil)

// NewBroker returns a Broker in a datasource, which has to stay open until the Broker is closed. It does not use the
// datasource yet.
//
// While a transaction on an SQLite file is open, Publish waits for its end: within one use [Broker.PublishIn].
func NewBroker(db *data.DB) *Broker {
	b := &Broker{
		db: &database{given: db, check: skipsLocked}, lease: Lease, topics: map[string]int64{}, deliveries: map[*delivery]bool{},
	}
	b.closed, b.close = context.WithCancel(context.Background())
	b.publishes = group[[]any]{write: b.insert, most: 500, writers: writersOn(db.Dialect())}
	return b
}

// OpenBroker returns a Broker in a database that it opens and closes itself.
func OpenBroker(ctx context.Context, s data.Settings) (*Broker, error) {
	db, err := data.Open(ctx, s)
	if err != nil {
		return nil, err
	}
	b := NewBroker(db)
	b.own = db
	return b, nil
}

// use returns the database for a call.
func (b *Broker) use(ctx context.Context, op string) (*opened, error) {
	if b.closed.Err() != nil {
		return nil, fault.New(op, fault.Unavailable, "the broker is closed")
	}
	if ctx.Err() != nil {
		return nil, ended(ctx, op)
	}
	o, err := b.db.get(ctx)
	return o, explained(ctx, op, err)
}

var topicName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_.-]{1,200}$`) })

// Declare implements broker.Broker.
func (b *Broker) Declare(ctx context.Context, topic string) error {
	const op = "queue.declare"
	if !topicName().MatchString(topic) {
		return fault.New(op, fault.Invalid, "a name of a topic has letters, digits, '_', '-' and '.', at most 200")
	}
	o, err := b.use(ctx, op)
	if err != nil {
		return err
	}
	if _, err := b.topic(ctx, o, op, topic); fault.KindOf(err) != fault.NotFound {
		return err
	}
	return explained(ctx, op, o.single(ctx, func(ctx context.Context, on runner) error {
		_, err := on.Update(ctx, o.dialect.sql("{insert-fresh} fwrun_queue_topics (name) values (?){/fresh}"), data.Positional(topic))
		return err
	}))
}

// topic returns the number of a topic.
func (b *Broker) topic(ctx context.Context, o *opened, op, name string) (int64, error) {
	b.mu.Lock()
	id, ok := b.topics[name]
	b.mu.Unlock()
	if ok {
		return id, nil
	}
	rows, err := o.query(ctx, "select id from fwrun_queue_topics where name = ?", name)
	if err != nil {
		return 0, explained(ctx, op, err)
	}
	if rows.Len() == 0 {
		return 0, fault.New(op, fault.NotFound, "there is no topic "+name)
	}
	id = rows.Cell(0, 0).Int()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.topics[name] = id
	return id, nil
}

// Topics implements broker.Broker.
func (b *Broker) Topics(ctx context.Context, of []string) ([]string, error) {
	const op = "queue.topics"
	o, err := b.use(ctx, op)
	if err != nil || len(of) == 0 {
		return nil, err
	}
	rows, err := o.query(ctx, "select name from fwrun_queue_topics where name in (?)", listOf(of))
	if err != nil {
		return nil, explained(ctx, op, err)
	}
	found := map[string]bool{}
	for i := range rows.Len() {
		found[strings.Clone(rows.Cell(i, 0).Text())] = true
	}
	var list []string
	for _, name := range of {
		if found[name] {
			list = append(list, name)
		}
	}
	return list, nil
}

// Ping implements broker.Broker.
func (b *Broker) Ping(ctx context.Context) error {
	o, err := b.use(ctx, "queue.ping")
	if err != nil {
		return err
	}
	return explained(ctx, "queue.ping", o.Ping(ctx))
}

// Close ends all subscriptions and gives back what is in hand.
func (b *Broker) Close() error {
	b.mu.Lock()
	b.close()
	b.mu.Unlock()
	b.running.Wait()
	err := b.db.close()
	if b.own != nil && err == nil {
		err = b.own.Close()
	}
	return err
}

// Subscriber implements broker.Broker.
func (b *Broker) Subscriber(o broker.Subscription) message.Subscriber {
	return broker.NewSubscriber(b.closed, o, b.subscribe)
}

// wake lets the subscriptions of a topic look for messages, which may all be new.
func (b *Broker) wake(topic int64, fresh bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for d := range b.deliveries {
		if d.topic == topic {
			d.look(fresh)
		}
	}
}

// Wake lets the subscriptions of this process look for messages of a topic: after a transaction with [Broker.PublishIn].
func (b *Broker) Wake(topic string) {
	b.mu.Lock()
	id, ok := b.topics[topic]
	b.mu.Unlock()
	if ok {
		b.wake(id, false)
	}
}
