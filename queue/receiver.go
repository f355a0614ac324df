package queue

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"golang.org/x/time/rate"

	"github.com/fwrun/fwrun/platform/trace"
	"github.com/fwrun/fwrun/queue/broker"
)

// receiver is a message.Subscriber that takes messages from all topics of one queue: no more than there are slots, no
// faster than the rate, none while the queue is paused, and the more often from a topic the higher its weight.
type receiver struct {
	broker broker.Broker
	queue  string
	slots  chan struct{}
	rate   *rate.Limiter // nil for no limit
	gate   *gate
	lanes  *lanes
	log    *slog.Logger

	mu      sync.Mutex
	sources map[string]*source // by topic
	arrived chan struct{}      // has a token when a source may have a message
	handled atomic.Int64       // messages that were delivered and not settled yet
	look    chan struct{}      // has a token when there may be a new topic

	spare     func(*message.Message) // is called with what goes back before anybody began with it
	following sync.WaitGroup         // subscriptions of topics
}

// lookInterval is how often a receiver looks for topics that other processes have made.
const lookInterval = 5 * time.Second

func newReceiver(b broker.Broker, queue string, p Policy, g *gate, log *slog.Logger) *receiver {
	r := &receiver{
		broker: b, queue: queue, slots: make(chan struct{}, p.slots()), gate: g, lanes: newLanes(), log: log,
		sources: map[string]*source{}, arrived: make(chan struct{}, 1), look: make(chan struct{}, 1), spare: func(*message.Message) {},
	}
	if p.Rate > 0 {
		r.rate = rate.NewLimiter(rate.Limit(p.Rate), max(1, int(p.Rate)))
	}
	return r
}

// source is one topic, with the message that was delivered and waits for a slot.
type source struct {
	weight   int
	waiting  *message.Message
	taken    chan struct{}
	settled  time.Time     // when a message of it was settled last
	expected time.Time     // until then the broker may deliver the next one
	usual    time.Duration // how long the broker took for that; 0 if nothing came
}

// How long a message of less weight waits for the next one of a topic whose last one was settled. Brokers deliver the next one only
// then, so that topics would take turns without it, whatever their weights. A broker that takes longer, but always has one, is given longer.
const (
	leastGrace = 5 * time.Millisecond
	mostGrace  = 50 * time.Millisecond
)

// settle notes that the next message of a source may arrive.
func (s *source) settle(now time.Time) {
	s.settled = now
	s.expected = now.Add(min(max(2*s.usual, leastGrace), mostGrace))
}

// arrive notes that a message of a source waits.
func (s *source) arrive(m *message.Message, now time.Time) {
	took := now.Sub(s.settled)
	s.usual = max(took, s.usual/2)
	if took > mostGrace {
		s.usual = 0
	}
	s.waiting, s.expected = m, time.Time{}
}

// Subscribe implements message.Subscriber.
func (r *receiver) Subscribe(ctx context.Context, _ string) (<-chan *message.Message, error) {
	r.mu.Lock()
	clear(r.sources) // of a subscription before
	r.mu.Unlock()
	if err := r.follow(ctx, r.queue); err != nil {
		return nil, err
	}
	r.discover(ctx) // before the first message is chosen
	out := make(chan *message.Message)
	var running sync.WaitGroup
	running.Go(func() { r.discoverMore(ctx) })
	go func() {
		defer close(out)
		r.deliver(ctx, out)
		running.Wait()
	}()
	return out, nil
}

// Close implements message.Subscriber. A subscription ends with its context.
func (r *receiver) Close() error { return nil }

// drained waits until nothing is in hand. No more is received when it is called.
func (r *receiver) drained() {
	r.following.Wait()
	for range cap(r.slots) {
		r.slots <- struct{}{}
	}
	for range cap(r.slots) {
		<-r.slots
	}
}

// follow begins to take from a topic.
func (r *receiver) follow(ctx context.Context, topic string) error {
	subscriber := r.broker.Subscriber(broker.Subscription{Workers: cap(r.slots), Exclusive: topic == r.queue+keyed, Unseen: r.spare})
	messages, err := subscriber.Subscribe(ctx, topic)
	if err != nil {
		return err
	}
	s := &source{weight: weightOf(r.queue, topic), taken: make(chan struct{}, 1)}
	r.mu.Lock()
	r.sources[topic] = s
	r.mu.Unlock()
	r.following.Go(func() {
		for m := range messages {
			r.offer(ctx, s, m)
		}
	})
	return nil
}

// follows reports whether the receiver takes from a topic.
func (r *receiver) follows(topic string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sources[topic] != nil
}

// offer waits until a message is taken from a source, or gives it back.
func (r *receiver) offer(ctx context.Context, s *source, m *message.Message) {
	r.mu.Lock()
	s.arrive(m, time.Now())
	r.mu.Unlock()
	wake(r.arrived)
	select {
	case <-s.taken:
	case <-ctx.Done():
		r.mu.Lock()
		waits := s.waiting != nil
		s.waiting = nil
		r.mu.Unlock()
		if !waits {
			<-s.taken
			return
		}
		r.spare(m)
		m.Nack()
	}
}

// deliver hands on one message after the other until the context ends.
func (r *receiver) deliver(ctx context.Context, out chan<- *message.Message) {
	for {
		select {
		case r.slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		m, from, err := r.next(ctx)
		if err != nil {
			<-r.slots
			return
		}
		r.handled.Add(1)
		// A message in hand is handled to its end also when nothing more is received.
		of := trace.With(context.WithoutCancel(m.Context()), trace.Read([]byte(m.Metadata["traceparent"]), []byte(m.Metadata["tracestate"])))
		m.SetContext(context.WithValue(of, placeKey{}, &place{receiver: r, source: from, turn: r.lanes.join(m)}))
		select {
		case out <- m:
		case <-ctx.Done():
			placeOf(m).leave()
			r.spare(m)
			m.Nack()
			return
		}
	}
}

// next waits for a message that may be handled now.
func (r *receiver) next(ctx context.Context) (*message.Message, *source, error) {
	if r.rate != nil {
		if err := r.rate.Wait(ctx); err != nil {
			return nil, nil, err
		}
	}
	for {
		if err := r.gate.pass(ctx); err != nil {
			return nil, nil, err
		}
		m, from, again := r.choose(time.Now())
		if m != nil {
			return m, from, nil
		}
		select {
		case <-r.arrived:
		case <-again:
		case <-r.gate.changed():
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
}

// choose takes a message of one of the sources that have one, or will have one in a moment, by weight. If it chooses one of the latter,
// it returns no message and when to choose again.
func (r *receiver) choose(now time.Time) (m *message.Message, chosen *source, again <-chan time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	sum, waiting := 0, 0
	for _, s := range r.sources {
		if s.waiting == nil && !now.Before(s.expected) {
			continue
		}
		if s.waiting != nil {
			waiting++
		}
		if sum += s.weight; rand.IntN(sum) < s.weight {
			chosen = s
		}
	}
	switch {
	case chosen == nil || waiting == 0:
		return nil, nil, nil
	case chosen.waiting == nil:
		return nil, nil, time.After(chosen.expected.Sub(now))
	}
	m, chosen.waiting = chosen.waiting, nil
	chosen.taken <- struct{}{}
	if waiting > 1 {
		wake(r.arrived)
	}
	return m, chosen, nil
}

// expect notes that the next message of a source may arrive, since one was settled.
func (r *receiver) expect(s *source) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.sources) > 1 && s.waiting == nil {
		s.settle(time.Now())
	}
}

// discoverMore follows further topics of the queue as they appear.
func (r *receiver) discoverMore(ctx context.Context) {
	ticker := time.NewTicker(lookInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-r.look:
		case <-ctx.Done():
			return
		}
		r.discover(ctx)
	}
}

// discover follows the topics that exist by now. If they cannot be listed, the next time will do.
func (r *receiver) discover(ctx context.Context) {
	if err := r.followNew(ctx); err != nil && !errors.Is(err, context.Canceled) {
		r.log.DebugContext(ctx, "topics of a queue cannot be listed", "queue", r.queue, "error", err)
	}
}

func (r *receiver) followNew(ctx context.Context) error {
	var missing []string
	r.mu.Lock()
	for _, topic := range furtherTopics(r.queue) {
		if r.sources[topic] == nil {
			missing = append(missing, topic)
		}
	}
	r.mu.Unlock()
	if len(missing) == 0 {
		return nil
	}
	topics, err := r.broker.Topics(ctx, missing)
	if err != nil {
		return err
	}
	for _, topic := range topics {
		if err := r.follow(ctx, topic); err != nil {
			return err
		}
	}
	return nil
}

// wake puts a token into a channel that holds one.
func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// placeKey is the key of the place of a message in its receiver.
type placeKey struct{}

// place is what a message occupies while it is handled: a slot, and a place in the lane of its key.
type place struct {
	receiver *receiver
	source   *source
	turn     *turn // nil without a key
}

func placeOf(m *message.Message) *place {
	p, _ := m.Context().Value(placeKey{}).(*place)
	return p
}

// leave makes room for others.
func (p *place) leave() {
	p.turn.end()
	p.receiver.handled.Add(-1)
	p.receiver.expect(p.source)
	<-p.receiver.slots
}
