package kafka

import (
	"context"
	"sync"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// subscriber is a message.Subscriber with any number of subscriptions.
type subscriber struct {
	broker  *Broker
	options broker.Subscription

	mu      sync.Mutex
	ended   bool
	closing chan struct{}
	running sync.WaitGroup // until channels are closed
}

// Subscribe delivers messages of a topic until ctx ends.
func (s *subscriber) Subscribe(ctx context.Context, topic string) (<-chan *message.Message, error) {
	const op = "kafka.subscribe"
	b := s.broker
	found, err := b.Topics(ctx, []string{topic})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(op, fault.NotFound, "there is no topic "+topic)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return nil, fault.New(op, fault.Unavailable, "the subscriber is closed")
	}
	d := &delivery{values: context.WithoutCancel(ctx), options: s.options, out: make(chan *message.Message)}
	if !b.join(topic, func(m *member) { m.subscribe(d) }) {
		return nil, b.usable(ctx, op)
	}
	until, end := context.WithCancel(ctx)
	stop := context.AfterFunc(b.closing, end)
	s.running.Add(1)
	go func() {
		defer b.running.Done()
		defer stop()
		defer end()
		go func() {
			select {
			case <-s.closing:
				end()
			case <-until.Done():
			}
		}()
		d.run(until)
		s.running.Done()
	}()
	return d.out, nil
}

// Close ends all subscriptions, and returns when their channels are closed.
func (s *subscriber) Close() error {
	s.mu.Lock()
	if !s.ended {
		s.ended = true
		close(s.closing)
	}
	s.mu.Unlock()
	s.running.Wait()
	return nil
}

// join calls a function with the member of a topic's group that this process is, and counts what that starts as running.
// It does nothing, and reports so, when the Broker is closed.
func (b *Broker) join(topic string, use func(*member)) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closing.Err() != nil {
		return false
	}
	m := b.members[topic]
	if m == nil {
		m = newMember(b, topic)
		b.members[topic] = m
		b.running.Go(m.run)
	}
	b.running.Add(1)
	use(m)
	return true
}
