package broker

import (
	"context"
	"sync"
	"time"
)

// Subscriptions are the subscriptions of one Subscriber, which end with it.
type Subscriptions struct {
	closed context.Context
	close  context.CancelFunc

	mu      sync.Mutex // so that none begins while they are closed
	running sync.WaitGroup
}

// NewSubscriptions returns Subscriptions that end with a context: that of their Broker.
func NewSubscriptions(of context.Context) *Subscriptions {
	s := &Subscriptions{}
	s.closed, s.close = context.WithCancel(of)
	return s
}

// Begin begins a subscription. Its context ends with ctx, with Close, or with the Broker. Done is called when its channel has been
// closed. If the Subscriptions are closed already, ok is false.
func (s *Subscriptions) Begin(ctx context.Context) (until context.Context, done func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed.Err() != nil {
		return nil, nil, false
	}
	s.running.Add(1)
	until, end := context.WithCancel(ctx)
	stop := context.AfterFunc(s.closed, end)
	return until, func() {
		stop()
		end()
		s.running.Done()
	}, true
}

// Close ends all subscriptions, and returns when each is done.
func (s *Subscriptions) Close() {
	s.mu.Lock()
	s.close()
	s.mu.Unlock()
	s.running.Wait()
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
