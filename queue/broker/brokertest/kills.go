package brokertest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
)

// Kills kills the server several times while messages are published and handled. All that were accepted have to be
// handled.
func Kills(t *testing.T, k Kind, times int) {
	k.Reconnect = orDefault(k.Reconnect, 15*time.Second)
	s := &suite{Kind: k, t: t, topic: Topic()}
	f := &flow{suite: s, publishers: s.open(), accepted: map[string]bool{}, handled: map[string]int{}}
	subscribers := [2]broker.Broker{s.open(), s.open()}
	stop := make(chan struct{})
	var publishing sync.WaitGroup
	for p := range 4 {
		publishing.Go(func() { f.publish(p, stop) })
	}
	for i := range 4 {
		sub := s.subscribe(subscribers[i%2], broker.Subscription{Workers: 1 + 4*i})
		go func() {
			for m := range sub.messages {
				f.handle(m)
			}
		}()
	}
	const between = 500
	for i := range times {
		s.within(k.Reconnect+3*soon, "messages flow", func() bool { return f.count() >= (i+1)*between })
		s.Server.Kill(t)
		time.Sleep(quiet)
		s.Server.Start(t)
	}
	s.within(k.Reconnect+3*soon, "messages flow again", func() bool { return f.count() >= (times+1)*between })
	close(stop)
	publishing.Wait()
	s.within(k.Reconnect+6*soon, "all accepted messages are handled", func() bool { return f.missing() == 0 })
	f.mu.Lock()
	defer f.mu.Unlock()
	twice := 0
	for _, n := range f.handled {
		if n > 1 {
			twice++
		}
	}
	t.Logf("%d accepted, %d refused, %d kills: none lost, %d handled more than once", len(f.accepted), f.refused.Load(), times, twice)
}

// flow is what is published and handled.
type flow struct {
	*suite
	publishers broker.Broker
	refused    atomic.Int64

	mu       sync.Mutex
	accepted map[string]bool
	handled  map[string]int
}

func (f *flow) publish(publisher int, stop <-chan struct{}) {
	for i := 0; ; i++ {
		select {
		case <-stop:
			return
		case <-time.After(time.Millisecond):
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		m := message.NewMessage(watermill.NewUUID(), fmt.Appendf(nil, "%d-%d", publisher, i))
		m.SetContext(ctx)
		err := f.publishers.Publish(f.topic, m)
		cancel()
		if err != nil {
			f.refused.Add(1)
			time.Sleep(20 * time.Millisecond)
			continue
		}
		f.mu.Lock()
		f.accepted[string(m.Payload)] = true
		f.mu.Unlock()
	}
}

func (f *flow) handle(m *message.Message) {
	f.mu.Lock()
	f.handled[string(m.Payload)]++
	n := len(f.handled)
	f.mu.Unlock()
	if n%50 == 0 {
		m.Nack()
		return
	}
	m.Ack()
}

func (f *flow) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return min(len(f.accepted), len(f.handled))
}

func (f *flow) missing() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	missing := 0
	for payload := range f.accepted {
		if f.handled[payload] == 0 {
			missing++
		}
	}
	return missing
}
