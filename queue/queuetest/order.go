package queuetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/queue"
)

func later(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{}, nil))
	began := time.Now()
	s.send(c, "mails", "first")
	s.until("the first arrived", func() bool { return h.count() == 1 })
	delay := max(400*time.Millisecond, 10*time.Since(began)) // on a machine so busy that each message takes long
	sent := time.Now()
	s.sendOne(c, queue.Outgoing{Queue: "mails", Body: []byte("later"), At: sent.Add(delay)})
	s.sendOne(c, queue.Outgoing{Queue: "mails", Body: []byte("tomorrow"), At: sent.Add(24 * time.Hour)})
	s.send(c, "mails", "now")
	s.until("three arrived", func() bool { return h.count() == 3 })
	if took := time.Since(sent); took < delay {
		s.Errorf("a message for later came after %s, not %s", took, delay)
	}
	s.equal("order", h.texts(), []string{"first", "now", "later"})
	s.until("one is left", func() bool { return s.state(c, "mails").Delayed == 1 })
}

func once(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{}, nil))
	for range 3 {
		s.equal("id", s.sendOne(c, queue.Outgoing{Queue: "mails", Body: []byte("once"), ID: "a"}), "a")
	}
	s.sendOne(c, queue.Outgoing{Queue: "bills", Body: []byte("other queue"), ID: "a"})
	s.sendOne(c, queue.Outgoing{Queue: "mails", Body: []byte("other id"), ID: "b"})
	s.until("two arrived", func() bool { return h.count() >= 2 })
	s.until("the other queue has it", func() bool { return s.state(c, "bills").Waiting == 1 })
	s.until("none is left", func() bool { st := s.state(c, "mails"); return st.Waiting+st.InHand+st.Delayed == 0 })
	s.equal("arrived", h.sorted(), []string{"once", "other id"})
}

func unique(s *suite) {
	var h heard
	release := make(chan struct{})
	c := s.connect(h.listener("mails", queue.Policy{}, func(_ context.Context, m *queue.Message) error {
		<-release
		if m.Attempt == 1 {
			return errTest // the key stays taken
		}
		return nil
	}))
	first := s.sendOne(c, queue.Outgoing{Queue: "mails", Body: []byte("1"), Unique: "report"})
	s.until("it is in hand", func() bool { return h.count() == 1 })
	s.equal("id of the second", s.sendOne(c, queue.Outgoing{Queue: "mails", Body: []byte("2"), Unique: "report"}), first)
	close(release)
	s.until("it was tried again", func() bool { return h.count() == 2 })
	s.until("another one can be sent", func() bool {
		return s.sendOne(c, queue.Outgoing{Queue: "mails", Body: []byte("3"), Unique: "report"}) != first
	})
	s.until("it arrived", func() bool { return h.count() >= 3 })
	s.equal("the third", h.texts()[2], "3")
}

// inOrder checks that the messages of each key, such as "b 7", were handled in order, each number once.
func (s *suite) inOrder(texts []string, each int) {
	s.Helper()
	next := map[string]int{}
	for _, text := range texts {
		key, _, _ := strings.Cut(text, " ")
		if want := fmt.Sprintf("%s %d", key, next[key]); text != want {
			s.Fatalf("handled %q, where %q is next: %v", text, want, texts)
		}
		next[key]++
	}
	for key, n := range next {
		s.equal("messages of "+key, n, each)
	}
}

func (s *suite) sendKeys(c *queue.Connection, keys, each int) {
	s.Helper()
	var list []queue.Outgoing
	for i := range each {
		for k := range keys {
			key := string(rune('a' + k))
			list = append(list, queue.Outgoing{Queue: "mails", Key: key, Body: fmt.Appendf(nil, "%s %d", key, i)})
		}
	}
	if _, err := c.SendAll(s.Context(), list); err != nil {
		s.Fatal(err)
	}
}

func keys(s *suite) {
	var done heard
	var atOnce sync.Map
	handle := func(_ context.Context, m *queue.Message) error {
		if _, busy := atOnce.LoadOrStore(m.Key, true); busy {
			s.Errorf("two messages of key %s at once", m.Key)
		}
		time.Sleep(time.Millisecond)
		atOnce.Delete(m.Key)
		done.add([]*queue.Message{m})
		return nil
	}
	var h heard
	l := h.listener("mails", queue.Policy{Concurrency: 4}, handle)
	c := s.connect(l)
	s.connect(l) // as another process would
	s.sendKeys(c, 5, 20)
	s.until("all were handled", func() bool { return done.count() >= 100 })
	s.inOrder(done.texts(), 20)
}

func failingKeys(s *suite) {
	var done, h heard
	c := s.connect(h.listener("mails", queue.Policy{Concurrency: 4, MaxAttempts: 20}, func(_ context.Context, m *queue.Message) error {
		if m.Attempt <= len(m.Body)%3 || m.Key == "a" && m.Attempt < 3 {
			return errTest
		}
		done.add([]*queue.Message{m})
		return nil
	}))
	s.sendKeys(c, 3, 12)
	s.until("all were handled", func() bool { return done.count() >= 36 })
	s.inOrder(done.texts(), 12)
}

func concurrency(s *suite) {
	var h heard
	var now, most atomic.Int32
	full := make(chan struct{}) // the first four wait for each other: how slowly they come is the machine's doing
	fill := sync.OnceFunc(func() { close(full) })
	c := s.connect(h.listener("mails", queue.Policy{Concurrency: 4}, func(ctx context.Context, _ *queue.Message) error {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		if n >= 4 {
			fill()
		}
		select {
		case <-full:
		case <-ctx.Done():
		}
		time.Sleep(5 * time.Millisecond)
		now.Add(-1)
		return nil
	}))
	for i := range 60 {
		s.send(c, "mails", fmt.Sprint(i))
	}
	s.until("all arrived", func() bool { return h.count() == 60 })
	s.equal("most at once", most.Load(), 4)
}

func inBatches(s *suite) {
	var mu sync.Mutex
	var sizes []int
	total := func() (n int) {
		mu.Lock()
		defer mu.Unlock()
		for _, size := range sizes {
			n += size
		}
		return n
	}
	l := queue.Listener{
		Queue: "mails", Name: "Test.batch", Policy: queue.Policy{Batch: 5},
		Handle: func(_ context.Context, batch []*queue.Message) error {
			mu.Lock()
			defer mu.Unlock()
			sizes = append(sizes, len(batch))
			return nil
		},
	}
	c := s.connect()
	for i := range 23 {
		s.send(c, "mails", fmt.Sprint(i))
	}
	s.connect(l)
	s.until("all arrived", func() bool { return total() >= 23 })
	s.equal("messages", total(), 23)
	s.equal("largest batch", slices.Max(sizes), 5)
}

func poisonedBatch(s *suite) {
	var h, done heard
	l := h.listener("mails", queue.Policy{Batch: 5, MaxAttempts: 1}, nil)
	l.Handle = func(_ context.Context, batch []*queue.Message) error {
		for _, m := range batch {
			if string(m.Body) == "poison" {
				return errTest
			}
		}
		done.add(batch)
		return nil
	}
	c := s.connect()
	s.send(c, "mails", "1", "2", "poison", "3", "4", "5", "6")
	s.connect(l)
	s.until("the poison is dead, and the others are handled", func() bool { return s.state(c, "mails").Dead == 1 && done.count() >= 6 })
	s.equal("handled", done.sorted(), []string{"1", "2", "3", "4", "5", "6"})
}

func priorities(s *suite) {
	const each, rounds = 60, 3
	var h heard
	release := make(chan struct{})
	c := s.connect(h.listener("mails", queue.Policy{}, func(_ context.Context, m *queue.Message) error {
		if string(m.Body) == "hold" {
			<-release
		}
		time.Sleep(time.Millisecond)
		return nil
	}))
	send := func(body string, priority int) {
		s.sendOne(c, queue.Outgoing{Queue: "mails", Body: []byte(body), Priority: &priority})
	}
	for _, p := range []int{0, 4, 9} { // so that messages of each are listened for
		send("first", p)
	}
	s.until("one of each arrived", func() bool { return h.count() == 3 })
	place := map[string]int{} // the sum of all places
	for round := 1; ; round++ {
		before := h.count()
		send("hold", 4)
		s.until("the listener is busy", func() bool { return h.count() == before+1 })
		for range each {
			for _, p := range []int{0, 4, 9} {
				send(fmt.Sprint(p), p)
			}
		}
		release <- struct{}{}
		s.until("all arrived", func() bool { return h.count() == before+1+3*each })
		for i, text := range h.texts()[before:] {
			place[text] += i
		}
		n := round * each
		switch {
		case place["9"] < place["4"] && place["4"] < place["0"]:
			return
		case round == rounds: // in one alone a busy machine may have held back the messages of one priority for long
			s.Errorf("mean places of priority 9, 4 and 0: %d, %d, %d", place["9"]/n, place["4"]/n, place["0"]/n)
			return
		}
	}
}

func rated(s *suite) {
	var h heard
	c := s.connect()
	for i := range 16 {
		s.send(c, "mails", fmt.Sprint(i))
	}
	began := time.Now()
	s.connect(h.listener("mails", queue.Policy{Concurrency: 8, Rate: 10}, nil))
	s.until("all arrived", func() bool { return h.count() == 16 })
	if took := time.Since(began); took < 500*time.Millisecond {
		s.Errorf("16 messages at 10 a second, of which 10 may come at once, took %s", took)
	}
}
