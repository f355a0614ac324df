package brokertest

import (
	"time"

	"github.com/fwrun/fwrun/queue/broker"
)

var alone = broker.Subscription{Workers: 1, Exclusive: true}

// holder waits until one of two subscriptions gets a message, acknowledges it, and returns that subscription first.
func (s *suite) holder(one, two *subscription, want string) (*subscription, *subscription) {
	s.t.Helper()
	select {
	case m := <-one.messages:
		m.Ack()
		s.equal(string(m.Payload), want)
		return one, two
	case m := <-two.messages:
		m.Ack()
		s.equal(string(m.Payload), want)
		return two, one
	case <-time.After(s.TakeOver):
		s.t.Fatal("neither got a message")
	}
	return nil, nil
}

func (s *suite) equal(got, want string) {
	s.t.Helper()
	if got != want {
		s.t.Fatalf("got %q, want %q", got, want)
	}
}

func (s *suite) exclusive() {
	b := s.open()
	one, two := s.subscribe(b, alone), s.subscribe(s.open(), alone)
	s.publish(b, payloads(0, 50)...)
	holder, other := s.holder(one, two, "message 0")
	for _, want := range payloads(1, 25) {
		s.equal(holder.next(soon), want)
	}
	held := holder.receive(soon)
	other.nothing()
	held.Ack()
	for _, want := range payloads(26, 50) {
		s.equal(holder.next(soon), want)
	}
	other.nothing()
}

func (s *suite) handOver() {
	b := s.open()
	one, two := s.subscribe(b, alone), s.subscribe(s.open(), alone)
	s.publish(b, payloads(0, 30)...)
	holder, other := s.holder(one, two, "message 0")
	for _, want := range payloads(1, 10) {
		s.equal(holder.next(soon), want)
	}
	held := holder.receive(soon)
	s.equal(string(held.Payload), "message 10")
	holder.end()
	holder.closes()
	other.nothing() // as long as one is in hand
	held.Ack()
	for _, want := range payloads(11, 20) {
		s.equal(other.next(s.TakeOver), want)
	}
	third := s.subscribe(b, alone)
	held = other.receive(soon)
	s.equal(string(held.Payload), "message 20")
	other.end()
	other.closes()
	held.Nack() // then it comes first
	for _, want := range payloads(20, 30) {
		s.equal(third.next(s.TakeOver), want)
	}
}

func (s *suite) exclusiveHolderClosed() {
	if s.OneProcess {
		s.t.Skip("there is no other process")
	}
	one, two := s.open(), s.open()
	first := s.subscribe(one, broker.Subscription{Workers: 4, Exclusive: true})
	s.publish(two, payloads(0, 30)...)
	for _, want := range payloads(0, 5) {
		s.equal(first.next(soon), want)
	}
	for range 3 { // in hand
		first.receive(soon)
	}
	second := s.subscribe(two, alone)
	second.nothing()
	s.must(one.Close())
	for _, want := range payloads(5, 30) {
		s.equal(second.next(s.TakeOver), want)
	}
}
