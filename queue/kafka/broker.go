package kafka

import (
	"context"
	"crypto/rand"
	"sync"
	"time"

	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// Broker is a broker.Broker on Kafka.
//
// Watermill's adapter for Kafka delivers one message of a partition at a time, waits with all that follow until it is
// acknowledged, and publishes without a context. This one uses the library below it: its connections, requests, and its
// consumer of partitions.
type Broker struct {
	options Options
	address address
	process string // a name that no other has

	client   sarama.Client // for all but the following
	admin    sarama.ClusterAdmin
	fetching sarama.Client // a request for messages waits, and all on its connection with it
	consumer sarama.Consumer

	closing context.Context // ends when Close begins
	close   context.CancelFunc
	running sync.WaitGroup // members, and messages in hand

	mu       sync.Mutex
	declared map[string]bool
	counts   map[string]partitionCount // by the name on the servers
	lanes    map[lane]*publisher
	members  map[string]*member // by topic
	own      map[string]bool    // whether Declare has made a topic, by the name on the servers
	turns    map[string]turn    // of calls of Publish

	cleanEvery time.Duration // how often what was handled is removed
	drainFor   time.Duration // how long another process waits for a partition
}

var _ broker.Broker = (*Broker)(nil)

// Connect returns a Broker on the servers of a URL, such as kafka://user:password@a:9092,b:9092. The parameter tls=true, or
// kafkas: instead of kafka:, encrypts connections; sasl is plain, which is the default with a user, scram-sha-256 or scram-sha-512.
// It checks that one of the servers answers.
func Connect(ctx context.Context, url string, o Options) (*Broker, error) {
	a, err := parse(url)
	if err != nil {
		return nil, err
	}
	b := &Broker{
		options: o.withDefaults(), address: a, process: rand.Text()[:12],
		declared: map[string]bool{}, counts: map[string]partitionCount{}, lanes: map[lane]*publisher{}, members: map[string]*member{},
		own: map[string]bool{}, turns: map[string]turn{},
		cleanEvery: time.Minute, drainFor: 30 * time.Second,
	}
	b.closing, b.close = context.WithCancel(context.Background())
	ctx, cancel := bounded(ctx)
	defer cancel()
	ready := make(chan error)
	go func() {
		err := b.connect()
		if err != nil {
			b.disconnect()
		}
		select {
		case ready <- err:
		case <-ctx.Done(): // nobody waits
			b.disconnect()
		}
	}()
	select {
	case err = <-ready:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		return nil, b.failed(ctx, "kafka.connect", err)
	}
	return b, nil
}

func (b *Broker) connect() (err error) {
	if b.client, err = sarama.NewClient(b.address.servers, b.address.config()); err != nil {
		return err
	}
	if err = b.look(); err != nil {
		return err
	}
	if b.admin, err = sarama.NewClusterAdminFromClient(b.client); err != nil {
		return err
	}
	if b.fetching, err = sarama.NewClient(b.address.servers, b.address.config()); err != nil {
		return err
	}
	b.consumer, err = sarama.NewConsumerFromClient(b.fetching)
	return err
}

func (b *Broker) disconnect() {
	if b.consumer != nil {
		_ = b.consumer.Close()
	}
	for _, c := range []sarama.Client{b.fetching, b.client} {
		if c != nil {
			_ = c.Close()
		}
	}
}

// defaultTimeout is for calls whose context has no end.
const defaultTimeout = 10 * time.Second

// bounded returns a context that ends in time.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, has := ctx.Deadline(); has {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, defaultTimeout)
}

// usable returns an error if the Broker is closed, or the call has no time left.
func (b *Broker) usable(ctx context.Context, op string) error {
	if b.closing.Err() != nil {
		return fault.New(op, fault.Unavailable, "the broker is closed")
	}
	if err := ctx.Err(); err != nil {
		return b.failed(ctx, op, err)
	}
	return nil
}

// call runs what the library does, and returns when ctx ends at the latest. If a connection turns out to be lost it tries
// once more, with a new one; while a leader is elected, until that is done.
func call[T any](ctx context.Context, b *Broker, op string, do func() (T, error)) (result T, err error) {
	if err := b.usable(ctx, op); err != nil {
		return result, err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	type outcome struct {
		result T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		result, err := do()
		if disconnected(err) && ctx.Err() == nil {
			b.reconnect()
			result, err = do()
		}
		for pause := 20 * time.Millisecond; passes(err) && sleep(ctx, pause); pause = min(2*pause, 500*time.Millisecond) {
			result, err = do()
		}
		done <- outcome{result, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return o.result, b.failed(ctx, op, o.err)
		}
		return o.result, nil
	case <-ctx.Done():
		return result, b.failed(ctx, op, ctx.Err())
	}
}

// reconnect closes connections, since the library does not notice that one is lost: it opens them again when they are
// needed.
func (b *Broker) reconnect() {
	for _, server := range b.client.Brokers() {
		_ = server.Close()
	}
	_ = b.look()
}

// look makes the library find out which servers there are. It asks only together with a topic: here one that most clusters
// have.
func (b *Broker) look() error {
	err := b.client.RefreshMetadata("__consumer_offsets")
	if len(b.client.Brokers()) > 0 && !disconnected(err) {
		return nil
	}
	return err
}

// server returns any server.
func (b *Broker) server() (*sarama.Broker, error) {
	s := b.client.LeastLoadedBroker()
	if s == nil {
		if err := b.look(); err != nil {
			return nil, err
		}
		if s = b.client.LeastLoadedBroker(); s == nil {
			return nil, sarama.ErrOutOfBrokers
		}
	}
	_ = s.Open(b.client.Config())
	return s, nil
}

// metadata asks for what is known of topics.
func (b *Broker) metadata(topics ...string) (*sarama.MetadataResponse, error) {
	s, err := b.server()
	if err != nil {
		return nil, err
	}
	return s.GetMetadata(sarama.NewMetadataRequest(b.client.Config().Version, topics))
}

// Ping checks that a server answers.
func (b *Broker) Ping(ctx context.Context) error {
	_, err := call(ctx, b, "kafka.ping", func() (*sarama.MetadataResponse, error) { return b.metadata("ping") })
	return err
}

// Topics returns those of the given topics that exist.
func (b *Broker) Topics(ctx context.Context, of []string) ([]string, error) {
	if len(of) == 0 {
		return nil, b.usable(ctx, "kafka.topics")
	}
	names := make([]string, len(of))
	for i, topic := range of {
		names[i] = b.name(topic)
	}
	answer, err := call(ctx, b, "kafka.topics", func() (*sarama.MetadataResponse, error) { return b.metadata(names...) })
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for _, t := range answer.Topics {
		there[t.Name] = t.Err == sarama.ErrNoError || t.Err == sarama.ErrLeaderNotAvailable
	}
	var found []string
	for i, topic := range of {
		if there[names[i]] {
			found = append(found, topic)
		}
	}
	return found, nil
}

// name returns the name of a topic on the servers.
func (b *Broker) name(topic string) string { return b.options.Prefix + topic }

// group returns the name of the group of those who receive from a topic.
func (b *Broker) group(topic string) string { return "fwrun." + b.name(topic) }

// Subscriber returns what delivers messages.
func (b *Broker) Subscriber(o broker.Subscription) message.Subscriber {
	o.Workers = max(o.Workers, 1)
	return broker.NewSubscriber(b.closing, o, b.subscribe)
}

// closeTimeout bounds how long Close waits for what is under way.
const closeTimeout = 5 * time.Second

// Close ends all subscriptions and gives back what is in hand.
func (b *Broker) Close() error {
	b.mu.Lock()
	closed := b.closing.Err() != nil
	b.close()
	b.mu.Unlock()
	if closed {
		return nil
	}
	var all sync.WaitGroup
	all.Go(func() {
		b.running.Wait()
		b.disconnect()
	})
	broker.WaitFor(&all, closeTimeout)
	return nil
}

// sleep waits, and reports whether ctx has not ended.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
