package brokertest

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

func (s *suite) declare() {
	b := s.open()
	s.must(b.Declare(s.context(), s.topic))
	other := Topic()
	found, err := b.Topics(s.context(), []string{other, s.topic})
	s.must(err)
	if !slices.Equal(found, []string{s.topic}) {
		s.t.Errorf("topics that exist: %q", found)
	}
	s.publish(b, "kept")
	s.must(b.Declare(s.context(), s.topic))
	if p := s.subscribe(s.open(), broker.Subscription{Workers: 1}).next(soon); p != "kept" {
		s.t.Errorf("got %q", p)
	}
	s.must(b.Ping(s.context()))
}

func (s *suite) kept() {
	b := s.open()
	for _, p := range payloads(0, 20) {
		s.publish(b, p)
	}
	sub := s.subscribe(b, broker.Subscription{Workers: 1})
	for _, want := range payloads(0, 20) {
		if p := sub.next(soon); p != want && !s.Unordered {
			s.t.Fatalf("got %q, want %q", p, want)
		}
	}
	sub.nothing()
}

func (s *suite) unchanged() {
	b := s.open()
	sub := s.subscribe(b, broker.Subscription{Workers: 1})
	for _, payload := range [][]byte{nil, {0}, []byte("\r\n\r\n"), bytes.Repeat([]byte{0xff, 0x00, 0x80}, 1000)} {
		m := message.NewMessage("id-"+watermill.NewUUID(), payload)
		m.Metadata = message.Metadata{
			"plain": "value", "Case-Is-Kept": "A", "case-is-kept": "a", "empty": "", "umlaut": "Grüße 世界 🎉", "lines": "one\r\ntwo\nthree\t",
			"spaces":  "  both  ",
			"percent": "100%25", "Nats-Rollup": "all", "nats-msg-id": "x", "odd name: ü": "y", broker.KeyHeader: "k:1", "json": `{"a":[1,"\u0000"]}`,
			"long": string(bytes.Repeat([]byte("x"), 3000)),
		}
		s.must(b.Publish(s.topic, m))
		got := sub.receive(soon)
		got.Ack()
		if got.UUID != m.UUID || !bytes.Equal(got.Payload, m.Payload) {
			s.t.Errorf("got message %s with %d bytes, want %s with %d", got.UUID, len(got.Payload), m.UUID, len(m.Payload))
		}
		for name, want := range m.Metadata {
			if value, found := got.Metadata[name]; value != want || !found {
				s.t.Errorf("header %q is %q, %v, want %q", name, value, found, want)
			}
		}
		for name := range got.Metadata {
			if _, sent := m.Metadata[name]; !sent && name != broker.DeliveriesHeader {
				s.t.Errorf("header %q was not sent", name)
			}
		}
	}
}

func (s *suite) large() {
	b := s.open()
	sub := s.subscribe(b, broker.Subscription{Workers: 2})
	for _, size := range []int{s.Largest / 2, s.Largest} {
		payload := make([]byte, size)
		for i := range payload {
			payload[i] = byte(rand.Uint32())
		}
		s.must(b.Publish(s.topic, message.NewMessage(watermill.NewUUID(), payload)))
		m := sub.receive(soon)
		m.Ack()
		if !bytes.Equal(m.Payload, payload) {
			s.t.Errorf("a message of %d bytes has changed", size)
		}
	}
}

func (s *suite) many() {
	b := s.open()
	sub := s.subscribe(b, broker.Subscription{Workers: 1})
	for from := 0; from < 1000; from += 250 {
		s.publish(b, payloads(from, from+250)...)
	}
	for _, want := range payloads(0, 1000) {
		if p := sub.next(soon); p != want && !s.Unordered {
			s.t.Fatalf("got %q, want %q", p, want)
		}
	}
	sub.nothing()
}

func (s *suite) publishDeadline() {
	b := s.open()
	ctx, cancel := context.WithCancel(s.t.Context())
	cancel()
	m := message.NewMessage(watermill.NewUUID(), []byte("late"))
	m.SetContext(ctx)
	begin := time.Now()
	err := b.Publish(s.topic, m)
	if kind := fault.KindOf(err); err == nil || kind != fault.Timeout && kind != fault.Canceled {
		s.t.Errorf("publishing after the end of its context: %v, kind %d", err, kind)
	}
	if took := time.Since(begin); took > time.Minute {
		s.t.Errorf("it took %v", took)
	}
}

func (s *suite) publishers() {
	b := s.open()
	const each = 50
	var group sync.WaitGroup
	var all []string
	for p := range 16 {
		for i := range each {
			all = append(all, fmt.Sprintf("%d-%d", p, i))
		}
		group.Go(func() {
			for i := range each {
				m := message.NewMessage(watermill.NewUUID(), fmt.Appendf(nil, "%d-%d", p, i))
				if err := b.Publish(s.topic, m); err != nil {
					s.t.Error(err)
				}
			}
		})
	}
	counts := s.subscribe(b, broker.Subscription{Workers: 8}).all(3*soon, all...)
	group.Wait()
	for p, n := range counts {
		if n != 1 {
			s.t.Errorf("%s came %d times", p, n)
		}
	}
}

func (s *suite) duplicates() {
	b := s.open()
	d, knows := b.(broker.Deduplicates)
	if !knows || d.Window() == 0 {
		s.t.Skip("this kind of broker does not remember ids")
	}
	sub := s.subscribe(b, broker.Subscription{Workers: 1})
	m := message.NewMessage("the-id", []byte("one"))
	s.must(b.Publish(s.topic, m))
	s.must(b.Publish(s.topic, m.Copy(), m.Copy(), message.NewMessage("another", []byte("two"))))
	for _, want := range []string{"one", "two"} {
		if p := sub.next(soon); p != want {
			s.t.Errorf("got %q, want %q", p, want)
		}
	}
	s.must(b.Publish(s.topic, m.Copy())) // also when the first has been handled
	sub.nothing()
	s.topic = Topic()
	s.must(b.Declare(s.context(), s.topic))
	s.must(b.Publish(s.topic, m.Copy()))
	if p := s.subscribe(b, broker.Subscription{Workers: 1}).next(soon); p != "one" {
		s.t.Errorf("another topic has %q", p)
	}
}

func (s *suite) closed() {
	if s.OneProcess {
		s.t.Skip("nobody closes it")
	}
	b := s.open()
	sub := s.subscribe(b, broker.Subscription{Workers: 1})
	s.must(b.Close())
	sub.closes()
	if err := b.Publish(s.topic, message.NewMessage("a", nil)); fault.KindOf(err) != fault.Unavailable {
		s.t.Errorf("publishing: %v", err)
	}
	if err := b.Ping(s.context()); fault.KindOf(err) != fault.Unavailable {
		s.t.Errorf("ping: %v", err)
	}
	if _, err := b.Subscriber(broker.Subscription{Workers: 1}).Subscribe(s.context(), s.topic); fault.KindOf(err) != fault.Unavailable {
		s.t.Errorf("subscribing: %v", err)
	}
	s.must(b.Close())
}
