package queuetest

import (
	"context"
	"strings"
	"time"

	"github.com/fwrun/fwrun/queue"
)

// A process that has ended looks like a connection to its brokers and stores that was closed while a listener has a message, and says
// nothing of it any more.

// process listens until its listener has a message that ends the process, and then ends. The listener goes on until the end of the test.
func (s *suite) process(h *heard, p queue.Policy, ends func(*queue.Message) bool) {
	s.Helper()
	ended, over := make(chan struct{}, 10), make(chan struct{})
	c := s.open(s.T, queue.Settings{Name: "main"})
	c.Listen([]queue.Listener{h.listener("mails", p, func(_ context.Context, m *queue.Message) error {
		if ends(m) {
			ended <- struct{}{}
			<-over
		}
		return nil
	})})
	c.Begin()
	s.Cleanup(func() { close(over) })
	select {
	case <-ended:
	case <-time.After(patience):
		s.Fatalf("no message ended the process\n%s", &s.log)
	}
	if err := c.Close(); err != nil {
		s.Fatal(err)
	}
}

func isBomb(m *queue.Message) bool { return strings.HasPrefix(string(m.Body), "bomb") }

// bombs starts processes until the bomb is dead, and checks its attempts and its dead letter.
func (s *suite) bombs(h *heard, p queue.Policy, o queue.Outgoing) {
	s.Helper()
	p.MaxAttempts, p.Timeout = 3, time.Hour
	o.Queue, o.Body = "mails", []byte("bomb")
	sender := s.connect()
	s.send(sender, "mails", "before")
	id := s.sendOne(sender, o)
	s.send(sender, "mails", "after")
	for range p.MaxAttempts {
		s.process(h, p, isBomb)
	}
	c := s.connect(h.listener("mails", p, nil))
	s.until("it is dead", func() bool { return s.state(c, "mails").Dead == 1 })
	s.until("the others were handled", func() bool { return s.state(c, "mails").Waiting+s.state(c, "mails").InHand == 0 })
	d := s.deadLetters(c)[0]
	s.equal("id", d.ID, id)
	s.equal("reason", d.Reason, "the process ended")
	s.equal("attempts", d.Attempts, 3)
	s.equal("last error", d.LastError, "the process ended")
	h.mu.Lock()
	defer h.mu.Unlock()
	var attempts []int
	for _, m := range h.list {
		if isBomb(&m) {
			attempts = append(attempts, m.Attempt)
		}
	}
	s.equal("attempts of the bomb", attempts, []int{1, 2, 3})
}

func endsProcess(s *suite) {
	var h heard
	s.bombs(&h, queue.Policy{Concurrency: 2}, queue.Outgoing{})
}

func endsProcessInOrder(s *suite) {
	var h heard
	s.bombs(&h, queue.Policy{Concurrency: 2}, queue.Outgoing{Key: "k"})
}

func endsProcessInBatch(s *suite) {
	var h heard
	s.bombs(&h, queue.Policy{Batch: 3}, queue.Outgoing{})
}

// wentBack: some wait in a process that has no room for them, and one is cut off by a stop, again and again.
func wentBack(s *suite) {
	var h heard
	p := queue.Policy{MaxAttempts: 2, Concurrency: 2}
	sender := s.connect()
	s.send(sender, "mails", "1", "2", "3", "4")
	for _, key := range []string{"k", "k", "l"} {
		s.sendOne(sender, queue.Outgoing{Queue: "mails", Key: key, Body: []byte("keyed")})
	}
	for range 3 {
		begun := make(chan struct{}, 10)
		c := s.open(s.T, queue.Settings{Name: "main"})
		c.Listen([]queue.Listener{h.listener("mails", p, func(ctx context.Context, _ *queue.Message) error {
			begun <- struct{}{}
			<-ctx.Done()
			return queue.ErrStopped
		})})
		c.Begin()
		<-begun
		<-begun
		ctx, cancel := context.WithCancel(s.Context())
		cancel()
		_ = c.Stop(ctx)
		if err := c.Close(); err != nil {
			s.Fatal(err)
		}
	}
	var rest heard
	c := s.connect(rest.listener("mails", p, nil))
	s.until("all came", func() bool { return rest.count() >= 7 })
	for _, m := range rest.list { // a server that is not in this process may have sent one that arrived after the end: no more than one counts
		if m.Attempt > 2 {
			s.Errorf("attempt of %s: %d", m.Body, m.Attempt)
		}
	}
	s.equal("dead", s.state(c, "mails").Dead, 0)
}
