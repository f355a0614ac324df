package connect

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// late is a Broker that is opened when it is first used. If that fails, the next use tries it again.
type late struct {
	window time.Duration // 0 if the broker does not drop duplicates
	open   func(context.Context) (broker.Broker, error)

	opened atomic.Pointer[broker.Broker]
	turn   chan struct{} // has room for the one that opens, or closes
	closed bool          // read and written in turn
}

var (
	_ broker.Broker       = (*late)(nil)
	_ broker.Deduplicates = (*late)(nil)
)

func newLate(window time.Duration, open func(context.Context) (broker.Broker, error)) *late {
	return &late{window: window, open: open, turn: make(chan struct{}, 1)}
}

// get returns the opened broker.
func (l *late) get(ctx context.Context) (broker.Broker, error) {
	if b := l.opened.Load(); b != nil {
		return *b, nil
	}
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return nil, fault.New(op, fault.Timeout, "the broker could not be reached in time").Because(ctx.Err())
	}
	if b := l.opened.Load(); b != nil {
		return *b, nil
	}
	if l.closed {
		return nil, fault.New(op, fault.Unavailable, "the queue connection is closed")
	}
	b, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	l.opened.Store(&b)
	return b, nil
}

// Window implements broker.Deduplicates.
func (l *late) Window() time.Duration { return l.window }

// Declare implements broker.Broker, like all that follow.
func (l *late) Declare(ctx context.Context, topic string) error {
	b, err := l.get(ctx)
	if err != nil {
		return err
	}
	return b.Declare(ctx, topic)
}

// Publish implements message.Publisher.
func (l *late) Publish(topic string, messages ...*message.Message) error {
	if len(messages) == 0 {
		return nil
	}
	b, err := l.get(messages[0].Context())
	if err != nil {
		return err
	}
	return b.Publish(topic, messages...)
}

func (l *late) State(ctx context.Context, topic string) (broker.State, error) {
	b, err := l.get(ctx)
	if err != nil {
		return broker.State{}, err
	}
	return b.State(ctx, topic)
}

func (l *late) Topics(ctx context.Context, of []string) ([]string, error) {
	b, err := l.get(ctx)
	if err != nil {
		return nil, err
	}
	return b.Topics(ctx, of)
}

func (l *late) Purge(ctx context.Context, topic string) (int64, error) {
	b, err := l.get(ctx)
	if err != nil {
		return 0, err
	}
	return b.Purge(ctx, topic)
}

func (l *late) Ping(ctx context.Context) error {
	b, err := l.get(ctx)
	if err != nil {
		return err
	}
	return b.Ping(ctx)
}

// Damage returns what the broker says of damaged files; "" if there are none, or it has not been opened.
func (l *late) Damage() string {
	if b := l.opened.Load(); b != nil {
		if one, can := (*b).(interface{ Damage() string }); can {
			return one.Damage()
		}
	}
	return ""
}

// Close closes what was opened.
func (l *late) Close() error {
	l.turn <- struct{}{}
	defer func() { <-l.turn }()
	l.closed = true
	if b := l.opened.Load(); b != nil {
		return (*b).Close()
	}
	return nil
}

func (l *late) Subscriber(o broker.Subscription) message.Subscriber {
	return &lateSubscriber{late: l, options: o}
}

// lateSubscriber makes its Subscriber when the broker is open.
type lateSubscriber struct {
	late    *late
	options broker.Subscription

	mu  sync.Mutex
	own message.Subscriber
}

// Subscribe implements message.Subscriber.
func (s *lateSubscriber) Subscribe(ctx context.Context, topic string) (<-chan *message.Message, error) {
	b, err := s.late.get(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	if s.own == nil {
		s.own = b.Subscriber(s.options)
	}
	own := s.own
	s.mu.Unlock()
	return own.Subscribe(ctx, topic)
}

// Close implements message.Subscriber.
func (s *lateSubscriber) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own == nil {
		return nil
	}
	return s.own.Close()
}
