package redis

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/data/redisclient"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// Broker is a broker.Broker in streams of Redis.
type Broker struct {
	options Options
	client  *redisclient.Client
	process string // begins the names of this process's consumers

	closing context.Context // ends when Close begins
	close   context.CancelFunc
	stopped context.Context // ends when nothing may be sent any more
	stop    context.CancelFunc

	mu         sync.Mutex
	consumers  atomic.Int64
	watching   bool
	deliveries map[*delivery]bool
	busy       sync.WaitGroup // of deliveries
	running    sync.WaitGroup // of what goes on beside them
}

var _ broker.Broker = (*Broker)(nil)

// Open returns a Broker on the server that a URL names, such as redis://user:password@redis.example.com:6379/0, with rediss
// for TLS. It checks once that the server answers.
func Open(ctx context.Context, url string, o Options) (*Broker, error) {
	o = o.withDefaults()
	if err := redisclient.CheckPrefix("queue.open", o.Prefix); err != nil {
		return nil, err
	}
	client, err := redisclient.Open(ctx, "the server of the queues", url)
	if err != nil {
		return nil, err
	}
	b := &Broker{options: o, client: client, process: rand.Text(), deliveries: map[*delivery]bool{}}
	b.closing, b.close = context.WithCancel(context.Background())
	b.stopped, b.stop = context.WithCancel(context.Background())
	if err := b.beat(ctx); err != nil {
		_ = client.Close()
		return nil, client.Failure(ctx, "queue.open", err)
	}
	b.warn(ctx)
	b.running.Go(b.tend)
	return b, nil
}

// warn says in the log when the server is set up to lose messages.
func (b *Broker) warn(ctx context.Context) {
	answer, err := b.client.Do(ctx, "INFO", "persistence", "memory")
	if err != nil {
		return // some users may not ask
	}
	text, _ := answer.(string)
	if strings.Contains(text, "aof_enabled:0") {
		b.options.Log.WarnContext(ctx, "queue: the Redis server may lose messages when it ends; set appendonly yes in its configuration")
	}
	if _, policy, found := strings.Cut(text, "maxmemory_policy:"); found && !strings.HasPrefix(policy, "noeviction") &&
		!strings.HasPrefix(policy, "volatile") {
		b.options.Log.WarnContext(ctx, "queue: the Redis server removes messages when its memory is full; "+
			"set maxmemory-policy noeviction in its configuration")
	}
}

// use returns the context of a call, or an error if the Broker is closed.
func (b *Broker) use(ctx context.Context, op string) (context.Context, context.CancelFunc, error) {
	if b.closing.Err() != nil {
		return nil, nil, fault.New(op, fault.Unavailable, "the broker is closed")
	}
	ctx, cancel := context.WithTimeout(ctx, defaultTimeout)
	return ctx, cancel, nil
}

// Declare makes a stream with its group if it does not exist.
func (b *Broker) Declare(ctx context.Context, topic string) error {
	ctx, cancel, err := b.use(ctx, "queue.declare")
	if err != nil {
		return err
	}
	defer cancel()
	if err := b.declare(ctx, topic); err != nil {
		return b.client.Failure(ctx, "queue.declare", err)
	}
	return nil
}

func (b *Broker) declare(ctx context.Context, topic string) error {
	_, err := b.client.Do(ctx, "XGROUP", "CREATE", b.stream(topic), group, "0", "MKSTREAM")
	if redisclient.Says(err, "OOM") {
		if _, missing := b.client.Do(ctx, "XPENDING", b.stream(topic), group); missing == nil {
			return nil // it exists
		}
	}
	if redisclient.Says(err, "BUSYGROUP") { // it exists, too
		return nil
	}
	return err
}

// Subscriber returns what delivers messages.
func (b *Broker) Subscriber(o broker.Subscription) message.Subscriber {
	return broker.NewSubscriber(b.closing, o, b.subscribe)
}

// State counts the messages of a topic.
func (b *Broker) State(ctx context.Context, topic string) (broker.State, error) {
	ctx, cancel, err := b.use(ctx, "queue.state")
	if err != nil {
		return broker.State{}, err
	}
	defer cancel()
	reply, err := b.run(ctx, stateScript, []string{b.stream(topic)}, group, returned)
	if err != nil || len(reply) != 3 {
		return broker.State{}, b.client.Failure(ctx, "queue.state", unexpected(err))
	}
	n := func(i int) int64 {
		n, _ := reply[i].(int64)
		return n
	}
	return broker.State{Waiting: n(0), InHand: n(1), Age: time.Duration(n(2)) * time.Millisecond}, nil
}

// Topics returns those of the given topics that exist.
func (b *Broker) Topics(ctx context.Context, of []string) ([]string, error) {
	ctx, cancel, err := b.use(ctx, "queue.topics")
	if err != nil {
		return nil, err
	}
	defer cancel()
	keys := make([]string, len(of))
	for i, topic := range of {
		keys[i] = b.stream(topic)
	}
	there, err := b.exist(ctx, keys)
	if err != nil {
		return nil, b.client.Failure(ctx, "queue.topics", err)
	}
	var found []string
	for i, topic := range of {
		if there[i] {
			found = append(found, topic)
		}
	}
	return found, nil
}

// exist reports of each key whether it exists.
func (b *Broker) exist(ctx context.Context, keys []string) ([]bool, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	commands := make([]redisclient.Command, len(keys))
	for i, key := range keys {
		commands[i] = redisclient.Command{"EXISTS", key}
	}
	answers, err := b.client.DoAll(ctx, commands...)
	there := make([]bool, len(answers))
	for i, answer := range answers {
		there[i] = answer == int64(1)
	}
	return there, err
}

// purgedAtOnce is how many messages one script removes: meanwhile the server does nothing else.
const purgedAtOnce = 500

// Purge removes the messages that nobody has in hand, but none that is published meanwhile.
func (b *Broker) Purge(ctx context.Context, topic string) (int64, error) {
	var sum int64
	for upto, more := "", true; more; {
		ctx, cancel, err := b.use(ctx, "queue.purge")
		if err != nil {
			return sum, err
		}
		reply, err := b.run(ctx, purgeScript, []string{b.stream(topic)}, group, returned, upto, purgedAtOnce)
		if err != nil || len(reply) != 3 {
			err = b.client.Failure(ctx, "queue.purge", unexpected(err))
			cancel()
			return sum, err
		}
		cancel()
		count, _ := reply[0].(int64)
		sum += count
		upto, _ = reply[1].(string)
		more = reply[2] == int64(1)
	}
	return sum, nil
}

// Ping checks that the server answers.
func (b *Broker) Ping(ctx context.Context) error {
	ctx, cancel, err := b.use(ctx, "queue.ping")
	if err != nil {
		return err
	}
	defer cancel()
	if err := b.client.Ping(ctx); err != nil {
		return b.client.Failure(ctx, "queue.ping", err)
	}
	return nil
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
	if broker.WaitFor(&b.busy, closeTimeout) {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		_, _ = b.client.Do(ctx, "DEL", b.alive(b.process)) // it goes by itself, too
		cancel()
	}
	b.stop()
	err := b.client.Close()
	b.running.Wait()
	if err != nil {
		return fault.New("queue.close", fault.Internal, "the connections to Redis cannot be closed").Because(err)
	}
	return nil
}
