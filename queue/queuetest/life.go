package queuetest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/queue"
)

func paused(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{}, nil))
	s.send(c, "mails", "1")
	s.until("it arrived", func() bool { return h.count() == 1 })
	if err := c.Pause(s.Context(), "mails"); err != nil {
		s.Fatal(err)
	}
	s.equal("paused", s.state(c, "mails").Paused, true)
	s.send(c, "mails", "2", "3")
	var other heard
	second := s.connect(other.listener("bills", queue.Policy{}, nil), other.listener("mails", queue.Policy{}, nil)) // reads the pause at its start
	s.send(second, "bills", "goes on")
	s.until("another queue goes on", func() bool { return other.count() == 1 })
	s.equal("received in a pause", h.count(), 1)
	for _, connection := range []*queue.Connection{c, second} {
		if err := connection.Resume(s.Context(), "mails"); err != nil {
			s.Fatal(err)
		}
	}
	s.until("the others arrived", func() bool { return h.count()+other.count() == 4 })
}

func replacedListeners(s *suite) {
	var h [4]heard
	policies := []queue.Policy{{Concurrency: 2}, {Concurrency: 2}, {Concurrency: 3}, {Concurrency: 3}}
	c := s.connect(h[0].listener("mails", policies[0], nil))
	sent, enough := 0, make(chan struct{})
	var sending sync.WaitGroup
	sending.Go(func() {
		for ; ; sent++ {
			select {
			case <-enough:
				return
			default:
				s.send(c, "mails", fmt.Sprintf("%06d", sent))
			}
		}
	})
	for i := 1; i < len(h); i++ {
		s.until("it receives", func() bool { return h[i-1].count() > 0 })
		if err := c.Listen([]queue.Listener{h[i].listener("mails", policies[i], nil)}).Wait(s.Context()); err != nil {
			s.Fatal(err)
		}
	}
	s.until("the last one receives", func() bool { return h[3].count() > 0 })
	close(enough)
	sending.Wait()
	all := func() (list []string) {
		for i := range h {
			list = append(list, h[i].texts()...)
		}
		return list
	}
	s.until("all arrived", func() bool { return len(all()) >= sent })
	list := slices.Sorted(slices.Values(all()))
	s.equal("messages", len(list), sent)
	s.equal("different messages", len(slices.Compact(list)), sent)
}

func stops(s *suite) {
	var h heard
	var finished atomic.Int32
	begun := make(chan struct{}, 10)
	c := s.connect(h.listener("mails", queue.Policy{Concurrency: 2}, func(context.Context, *queue.Message) error {
		begun <- struct{}{}
		time.Sleep(50 * time.Millisecond)
		finished.Add(1)
		return nil
	}))
	s.send(c, "mails", "1", "2", "3", "4", "5", "6")
	<-begun
	ctx, cancel := context.WithTimeout(s.Context(), patience)
	defer cancel()
	if err := c.Stop(ctx); err != nil {
		s.Fatal(err)
	}
	s.equal("finished", finished.Load(), h.count())
	if h.count() == 6 {
		s.Error("everything was handled before the stop ended")
	}
	var rest heard
	s.connect(rest.listener("mails", queue.Policy{}, nil))
	s.until("the rest arrived", func() bool { return h.count()+rest.count() == 6 })
	for _, m := range rest.list {
		s.equal("attempt", m.Attempt, 1)
	}
}

// stopsAtTheStart: later and later, up to the moment at which a message arrives. No stop waits for a start that goes on no more, and
// nothing is lost.
func stopsAtTheStart(s *suite) {
	const starts = 25
	var h heard
	sender, started := s.connect(), time.Duration(0)
	for i := range starts {
		s.send(sender, "mails", fmt.Sprint(i))
		c := s.open(s.T, queue.Settings{Name: "main"})
		c.Listen([]queue.Listener{h.listener("mails", queue.Policy{}, nil)})
		began := time.Now()
		c.Begin()
		if i == 0 {
			s.until("it arrived", func() bool { return h.count() == 1 })
			started = min(time.Since(began), time.Second)
		}
		for time.Since(began) < started*time.Duration(i)/starts {
			runtime.Gosched()
		}
		ctx, cancel := context.WithTimeout(s.Context(), patience)
		if err := c.Stop(ctx); err != nil {
			s.Fatalf("stop, %v after the start: %v", time.Since(began), err)
		}
		cancel()
		if err := c.Close(); err != nil {
			s.Fatal(err)
		}
	}
	var rest heard
	s.connect(rest.listener("mails", queue.Policy{}, nil))
	s.until("all arrived", func() bool {
		got := map[string]bool{}
		for _, text := range append(h.texts(), rest.texts()...) {
			got[text] = true
		}
		return len(got) == starts
	})
}

func givenBack(s *suite) {
	var h heard
	begun := make(chan struct{})
	begin := sync.OnceFunc(func() { close(begun) })
	c := s.connect(h.listener("mails", queue.Policy{}, func(ctx context.Context, _ *queue.Message) error {
		begin()
		<-ctx.Done()
		return queue.ErrStopped
	}))
	s.send(c, "mails", "1")
	<-begun
	ctx, cancel := context.WithCancel(s.Context())
	cancel()
	if err := c.Stop(ctx); err == nil {
		s.Error("Stop did not say that something was in hand")
	}
	var rest heard
	s.connect(rest.listener("mails", queue.Policy{}, nil))
	s.until("it came again", func() bool { return rest.count() > 0 })
	s.equal("attempt", rest.list[0].Attempt, 1)
	s.equal("calls of the listener that was stopped", h.count(), 1)
}

func purged(s *suite) {
	c := s.connect()
	s.send(c, "mails", "1", "2")
	s.sendOne(c, queue.Outgoing{Queue: "mails", Key: "k", Body: []byte("3")})
	s.sendOne(c, queue.Outgoing{Queue: "mails", At: time.Now().Add(time.Hour), Body: []byte("4")})
	s.send(c, "bills", "5")
	n, err := c.Purge(s.Context(), "mails")
	if err != nil || n != 4 {
		s.Errorf("purge: %d %v", n, err)
	}
	st := s.state(c, "mails")
	s.equal("left", st.Waiting+st.Delayed, 0)
	s.equal("the other queue", s.state(c, "bills").Waiting, 1)
}

// purgedWhilePaused: what was delivered to a process before its listener may have it is removed, too.
func purgedWhilePaused(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{Concurrency: 3}, nil))
	if err := c.Pause(s.Context(), "mails"); err != nil {
		s.Fatal(err)
	}
	s.send(c, "mails", "1", "2", "3", "4", "5", "6")
	s.until("it waits", func() bool {
		st := s.state(c, "mails")
		return st.Waiting+st.InHand >= 4 && st.Waiting > 0 && st.Age > 0 // a broker that does not know what is in hand leaves two out
	})
	n, err := c.Purge(s.Context(), "mails")
	if err != nil || n != 6 {
		s.Errorf("purge: %d %v", n, err)
	}
	if err := c.Resume(s.Context(), "mails"); err != nil {
		s.Fatal(err)
	}
	s.send(c, "mails", "last")
	s.until("the last one came", func() bool { return h.count() > 0 })
	s.equal("what came", h.texts(), []string{"last"})
}

// neverBegan: nothing was delivered, so there is nothing to wait for.
func neverBegan(s *suite) {
	var h heard
	c := s.open(s.T, queue.Settings{Name: "main"})
	c.Listen([]queue.Listener{h.listener("mails", queue.Policy{}, nil)})
	s.send(c, "mails", "1")
	st := s.state(c, "mails")
	s.equal("waiting", st.Waiting, 1)
	s.equal("listener", st.Listener, "Test.mails")
	former := c.Listen([]queue.Listener{h.listener("mails", queue.Policy{Concurrency: 2}, nil)})
	ctx, cancel := context.WithTimeout(s.Context(), patience)
	defer cancel()
	if err := errors.Join(former.Wait(ctx), c.Stop(ctx), c.Close()); err != nil || h.count() > 0 {
		s.Error(err, h.texts())
	}
}
