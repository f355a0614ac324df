package queuetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/table"
)

func arrives(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{}, nil))
	before := time.Now().Add(-time.Minute)
	id := s.sendOne(c, queue.Outgoing{
		Queue: "mails", Body: []byte("{\"a\":\"\u00e4\\u0000\"}"), Headers: map[string]string{"tenant": "blue \u00fc"}, Key: "k", Sender: "ada.sign-_",
	})
	s.sendOne(c, queue.Outgoing{Queue: "mails", Body: []byte{0, 255, '\n'}, ContentType: "application/octet-stream"})
	s.until("both arrived", func() bool { return h.count() == 2 })
	i := slices.IndexFunc(h.list, func(m queue.Message) bool { return m.ID == id })
	if i < 0 {
		s.Fatalf("no message has the id %s that Send returned: %v", id, h.list)
	}
	m, other := h.list[i], h.list[1-i]
	s.equal("body", string(m.Body), "{\"a\":\"\u00e4\\u0000\"}")
	s.equal("type", m.ContentType, "application/json")
	s.equal("headers", m.Headers, map[string]string{"tenant": "blue \u00fc"})
	s.equal("key", m.Key, "k")
	s.equal("sender", m.Sender, "ada.sign-_")
	s.equal("attempt", m.Attempt, 1)
	s.equal("last attempt", m.IsLastAttempt(), false)
	if m.SentAt.Before(before) || m.SentAt.After(time.Now().Add(time.Minute)) {
		s.Errorf("sent at %s", m.SentAt)
	}
	s.equal("bytes", other.Body, []byte{0, 255, '\n'})
	s.equal("sender of nobody's", other.Sender, "")
	s.equal("type of bytes", other.ContentType, "application/octet-stream")
}

func waitsForListener(s *suite) {
	c := s.connect()
	ids, err := c.SendAll(s.Context(), []queue.Outgoing{
		{Queue: "mails", Body: []byte("1")},
		{Queue: "mails", Body: []byte("2")},
		{Queue: "bills", Body: []byte("3")},
	})
	if err != nil || len(ids) != 3 || ids[0] == ids[1] {
		s.Fatalf("%v %v", ids, err)
	}
	s.until("two messages wait", func() bool { return s.state(c, "mails").Waiting == 2 })
	var h heard
	s.connect(h.listener("mails", queue.Policy{}, nil))
	s.until("both arrived", func() bool { return h.count() == 2 })
	s.equal("order", h.texts(), []string{"1", "2"})
	s.until("none is left", func() bool { st := s.state(c, "mails"); return st.Waiting == 0 && st.InHand == 0 })
	s.equal("the other queue", s.state(c, "bills").Waiting, 1)
}

var errTest = errors.New("out of paper")

func triedAgain(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{}, func(_ context.Context, m *queue.Message) error {
		if m.Attempt < 3 {
			return errTest
		}
		return nil
	}))
	id := s.sendOne(c, queue.Outgoing{Queue: "mails", Body: []byte("1"), Headers: map[string]string{"a": "b"}})
	s.until("three attempts", func() bool { return h.count() == 3 })
	for i, m := range h.list {
		s.equal("attempt", m.Attempt, i+1)
		s.equal("id", m.ID, id)
		s.equal("header", m.Headers["a"], "b")
	}
	s.until("nothing is left", func() bool {
		st := s.state(c, "mails")
		return st.Waiting+st.InHand+st.Retries+st.Dead == 0
	})
	s.equal("counts", []int64{s.state(c, "mails").Done, s.state(c, "mails").Failed}, []int64{1, 2})
}

func othersGoOn(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{Backoff: time.Hour, MaxBackoff: time.Hour}, func(_ context.Context, m *queue.Message) error {
		if strings.HasPrefix(string(m.Body), "bad") {
			return errTest
		}
		return nil
	}))
	s.send(c, "mails", "bad 1", "bad 2", "good 1", "bad 3", "good 2")
	s.until("all were tried", func() bool { return h.count() == 5 })
	s.until("three wait for their next attempt", func() bool { return s.state(c, "mails").Retries == 3 })
	s.equal("waiting", s.state(c, "mails").Waiting, 0)
}

func dies(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{MaxAttempts: 3}, func(_ context.Context, m *queue.Message) error {
		return fmt.Errorf("out of paper %d %t", m.Attempt, m.IsLastAttempt())
	}))
	id := s.sendOne(c, queue.Outgoing{Queue: "mails", Body: []byte("1"), Key: "k"})
	s.until("it is dead", func() bool { return s.state(c, "mails").Dead == 1 })
	d := s.deadLetters(c)[0]
	s.equal("id", d.ID, id)
	s.equal("queue", d.Queue, "mails.dead")
	s.equal("key", d.Key, "k")
	s.equal("attempts", d.Attempts, 3)
	s.equal("first error", d.FirstError, "out of paper 1 false")
	s.equal("last error", d.LastError, "out of paper 3 true")
	s.equal("reason", d.Reason, "attempt 3 of 3 failed")
	s.equal("body", string(d.Payload), "1")
	if d.FirstAt.IsZero() || d.DiedAt.Before(d.FirstAt) {
		s.Errorf("first at %s, died at %s", d.FirstAt, d.DiedAt)
	}
	s.equal("attempts made", h.count(), 3)
}

func (s *suite) deadLetters(c *queue.Connection) []table.Dead {
	s.Helper()
	list, err := c.DeadLetters(s.Context(), "mails", table.DeadFilter{}, table.Page{})
	if err != nil {
		s.Fatal(err)
	}
	return list
}

func rejected(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{DeadLetter: "lost"}, func(context.Context, *queue.Message) error {
		return fmt.Errorf("wrapped: %w", &queue.RejectedError{Reason: "no such address", Err: errTest})
	}))
	s.send(c, "mails", "1")
	s.until("it is dead", func() bool { return s.state(c, "mails").Dead == 1 })
	d := s.deadLetters(c)[0]
	s.equal("reason", d.Reason, "no such address")
	s.equal("queue", d.Queue, "lost")
	s.equal("attempts", d.Attempts, 1)
	s.equal("attempts made", h.count(), 1)
}

func choosesPause(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{Backoff: time.Hour, MaxBackoff: time.Hour}, func(_ context.Context, m *queue.Message) error {
		if m.Attempt == 1 {
			return &queue.RetryError{Reason: "soon", After: time.Millisecond}
		}
		return &queue.RetryError{Reason: "not soon", After: 2 * time.Hour}
	}))
	s.send(c, "mails", "1")
	s.until("two attempts", func() bool { return h.count() == 2 })
	s.until("it waits", func() bool { return s.state(c, "mails").Retries == 1 })
}

func panics(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{}, func(_ context.Context, m *queue.Message) error {
		if m.Attempt == 1 {
			panic("out of memory")
		}
		return nil
	}))
	s.send(c, "mails", "1", "2")
	s.until("both were tried twice", func() bool { return h.count() == 4 })
}

func tooLong(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{Timeout: 50 * time.Millisecond}, func(ctx context.Context, m *queue.Message) error {
		if m.Attempt == 1 {
			<-ctx.Done()
			return ctx.Err()
		}
		return nil
	}))
	s.send(c, "mails", "1")
	s.until("it was tried twice", func() bool { return h.count() == 2 })
}

func replayed(s *suite) {
	var h heard
	var good atomic.Bool
	c := s.connect(h.listener("mails", queue.Policy{MaxAttempts: 2}, func(_ context.Context, m *queue.Message) error {
		if good.Load() {
			return nil
		}
		return &queue.RejectedError{Reason: "because of " + string(m.Body)}
	}))
	s.send(c, "mails", "1", "2", "3")
	s.until("all are dead", func() bool { return s.state(c, "mails").Dead == 3 })
	good.Store(true)
	list := s.deadLetters(c)
	s.replay(c, table.DeadFilter{IDs: []string{list[1].ID}}, 1)
	s.until("one was tried again", func() bool { return h.count() == 4 })
	s.equal("the one", h.texts()[3], string(list[1].Payload))
	s.equal("its attempt", h.list[3].Attempt, 1)
	s.replay(c, table.DeadFilter{Reason: list[0].Reason}, 1)
	s.replay(c, table.DeadFilter{}, 1)
	s.until("all were tried again", func() bool { return h.count() == 6 })
	s.equal("dead", s.state(c, "mails").Dead, 0)
}

func (s *suite) replay(c *queue.Connection, f table.DeadFilter, want int64) {
	s.Helper()
	n, err := c.Replay(s.Context(), "mails", f)
	if err != nil || n != want {
		s.Fatalf("replay: %d %v", n, err)
	}
}

func deleted(s *suite) {
	var h heard
	c := s.connect(h.listener("mails", queue.Policy{}, func(context.Context, *queue.Message) error { return &queue.RejectedError{Reason: "no"} }))
	s.send(c, "mails", "1", "2")
	s.until("both are dead", func() bool { return s.state(c, "mails").Dead == 2 })
	n, err := c.DeleteDead(s.Context(), "mails", table.DeadFilter{IDs: []string{s.deadLetters(c)[0].ID}})
	if err != nil || n != 1 {
		s.Fatalf("delete: %d %v", n, err)
	}
	s.equal("dead", s.state(c, "mails").Dead, 1)
}

func deadListener(s *suite) {
	var h, dead heard
	c := s.connect(
		h.listener("mails", queue.Policy{}, func(context.Context, *queue.Message) error { return &queue.RejectedError{Reason: "no\nway"} }),
		dead.listener("mails.dead", queue.Policy{}, nil),
	)
	s.sendOne(c, queue.Outgoing{Queue: "mails", Body: []byte("1"), Headers: map[string]string{"tenant": "a"}})
	s.until("the dead letter arrived", func() bool { return dead.count() == 1 })
	s.equal("headers", dead.list[0].Headers, map[string]string{
		"tenant": "a", "dead-reason": "no way", "dead-queue": "mails", "dead-attempts": "1", "dead-error": "no way",
	})
	s.equal("kept dead letters", s.state(c, "mails").Dead, 0)
}

func refused(s *suite) {
	c := s.connectWith(queue.Settings{MaxBytes: 10})
	ten, eleven := []byte("0123456789"), []byte("01234567890")
	s.sendOne(c, queue.Outgoing{Queue: "mails", Body: ten})
	high := 10
	cases := []struct {
		o    queue.Outgoing
		kind fault.Kind
		text string
	}{
		{queue.Outgoing{Queue: "mails", Body: eleven}, fault.TooLarge, "has 11 bytes; 10 are allowed"},
		{queue.Outgoing{Queue: "", Body: ten}, fault.Invalid, "empty"},
		{queue.Outgoing{Queue: "a b", Body: ten}, fault.Invalid, "only letters"},
		{queue.Outgoing{Queue: "a..b", Body: ten}, fault.Invalid, "dot"},
		{queue.Outgoing{Queue: "mails", Headers: map[string]string{"fwrun-attempt": "1"}}, fault.Invalid, "fwrun-attempt"},
		{queue.Outgoing{Queue: "mails", Headers: map[string]string{"a": "b\r\nc: d"}}, fault.Invalid, "header"},
		{queue.Outgoing{Queue: "mails", Priority: &high}, fault.Invalid, "between 0 and 9"},
		{queue.Outgoing{Queue: "mails", ID: strings.Repeat("x", 300)}, fault.Invalid, "300 bytes"},
	}
	for _, test := range cases {
		_, err := c.Send(s.Context(), test.o)
		failed, ok := errors.AsType[*fault.Error](err)
		if !ok || failed.Kind != test.kind || !strings.Contains(err.Error(), test.text) {
			s.Errorf("%+v: %v", test.o, err)
		}
	}
	_, err := c.SendAll(s.Context(), []queue.Outgoing{{Queue: "mails", Body: ten}, {Queue: "mails", Body: eleven}})
	if err == nil {
		s.Error("a list with one that is too large was sent")
	}
	s.equal("sent", s.state(c, "mails").Waiting, 1)
}
