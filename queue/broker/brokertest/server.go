package brokertest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

func (s *suite) server() Server {
	if s.Server == nil {
		s.t.Skip("this kind of broker has no server")
	}
	return s.Server
}

// away checks that calls do not hang, and say what is wrong.
func (s *suite) away() {
	server := s.server()
	b := s.open()
	server.Kill(s.t)
	defer server.Start(s.t)
	check := func(what string, call func(ctx context.Context) error) {
		ctx, cancel := context.WithTimeout(s.t.Context(), time.Second)
		defer cancel()
		begin := time.Now()
		err := call(ctx)
		if kind := fault.KindOf(err); kind != fault.Unavailable && kind != fault.Timeout {
			s.t.Errorf("%s: %v, of kind %d", what, err, kind)
		}
		if took := time.Since(begin); took > time.Minute {
			s.t.Errorf("%s took %v", what, took)
		}
	}
	check("publish", func(ctx context.Context) error {
		m := message.NewMessage(watermill.NewUUID(), []byte("x"))
		m.SetContext(ctx)
		return b.Publish(s.topic, m)
	})
	check("ping", b.Ping)
	check("declare", func(ctx context.Context) error { return b.Declare(ctx, Topic()) })
	check("state", func(ctx context.Context) error {
		_, err := b.State(ctx, s.topic)
		return err
	})
}

func (s *suite) reconnect() {
	server := s.server()
	b := s.open()
	sub, only := s.subscribe(b, broker.Subscription{Workers: 2}), s.subscribe(b, alone)
	only.end()
	only.closes()
	s.publish(b, "before")
	s.equal(sub.next(soon), "before")
	server.Kill(s.t)
	time.Sleep(quiet)
	server.Start(s.t)
	s.eventually("publishing succeeds", func() bool {
		ctx, cancel := context.WithTimeout(s.t.Context(), time.Second)
		defer cancel()
		m := message.NewMessage(watermill.NewUUID(), []byte("after"))
		m.SetContext(ctx)
		return b.Publish(s.topic, m) == nil
	})
	sub.all(s.Reconnect, "after")
}

// killed kills the server twice while eight publishers publish. What Publish has accepted has to arrive.
func (s *suite) killed() {
	server := s.server()
	b := s.open()
	var mu sync.Mutex
	var accepted []string
	stop := make(chan struct{})
	var group sync.WaitGroup
	for p := range 8 {
		group.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
				m := message.NewMessage(watermill.NewUUID(), fmt.Appendf(nil, "%d-%d", p, i))
				m.SetContext(ctx)
				err := b.Publish(s.topic, m)
				cancel()
				if err == nil {
					mu.Lock()
					accepted = append(accepted, string(m.Payload))
					mu.Unlock()
				} else {
					time.Sleep(20 * time.Millisecond)
				}
			}
		})
	}
	more := func() {
		mu.Lock()
		before := len(accepted)
		mu.Unlock()
		s.eventually("messages are accepted", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(accepted) >= before+200
		})
	}
	for range 2 {
		more()
		server.Kill(s.t)
		time.Sleep(quiet)
		server.Start(s.t)
	}
	more()
	close(stop)
	group.Wait()
	counts := s.subscribe(b, broker.Subscription{Workers: 8}).all(s.Reconnect+6*soon, accepted...)
	twice := 0
	for _, n := range counts {
		if n > 1 {
			twice++
		}
	}
	s.t.Logf("%d messages accepted, none lost, %d delivered twice", len(accepted), twice)
}
