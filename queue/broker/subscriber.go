package broker

import (
	"context"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
)

// Subscribe begins a subscription of a Broker: begin is called when nothing can fail any more.
type Subscribe func(ctx context.Context, topic string, o Subscription, begin Begin) (<-chan *message.Message, error)

// Begin returns the context of a subscription that begins: it ends with ctx, with its Subscriber, or with its Broker. Done is called when the
// channel of the subscription has been closed. It is an error if the Subscriber is closed already.
type Begin func(ctx context.Context) (until context.Context, done func(), err error)

// subscriber is a message.Subscriber with any number of subscriptions, which end with it.
type subscriber struct {
	options   Subscription
	subscribe Subscribe

	closed context.Context
	close  context.CancelFunc

	mu      sync.Mutex // so that none begins while they are closed
	running sync.WaitGroup
}

// NewSubscriber returns one whose subscriptions end with a context, too: that of their Broker.
func NewSubscriber(of context.Context, o Subscription, subscribe Subscribe) message.Subscriber {
	s := &subscriber{options: o, subscribe: subscribe}
	s.closed, s.close = context.WithCancel(of)
	return s
}

// Subscribe delivers messages of a topic until ctx ends.
func (s *subscriber) Subscribe(ctx context.Context, topic string) (<-chan *message.Message, error) {
	return s.subscribe(ctx, topic, s.options, s.begin)
}

func (s *subscriber) begin(ctx context.Context) (until context.Context, done func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed.Err() != nil {
		return nil, nil, fault.New("queue.subscribe", fault.Unavailable, "the subscriber is closed")
	}
	s.running.Add(1)
	until, end := context.WithCancel(ctx)
	stop := context.AfterFunc(s.closed, end)
	return until, func() {
		stop()
		end()
		s.running.Done()
	}, nil
}

// Close ends all subscriptions, and returns when their channels are closed.
func (s *subscriber) Close() error {
	s.mu.Lock()
	s.close()
	s.mu.Unlock()
	s.running.Wait()
	return nil
}

// WaitFor waits until a group is done, at most for a time, and reports whether it is.
func WaitFor(group *sync.WaitGroup, atMost time.Duration) bool {
	done := make(chan struct{})
	go func() {
		group.Wait()
		close(done)
	}()
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}
