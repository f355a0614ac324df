package brokertest

import (
	"time"

	"github.com/fwrun/fwrun/queue/broker"
)

func (s *suite) state() {
	b := s.open()
	state, err := b.State(s.context(), Topic())
	s.must(err)
	if state.Waiting != 0 || state.InHand != 0 || state.Age != 0 {
		s.t.Errorf("a topic that does not exist has %+v", state)
	}
	s.publish(b, payloads(0, 5)...)
	s.eventually("five wait", func() bool {
		state, err := b.State(s.context(), s.topic)
		s.must(err)
		return state.Waiting == 5 && state.InHand <= 0
	})
	time.Sleep(quiet)
	state, err = b.State(s.context(), s.topic)
	s.must(err)
	if state.Age != -1 && (state.Age < quiet || state.Age > soon) {
		s.t.Errorf("the oldest waits for %v", state.Age)
	}
	sub := s.subscribe(b, broker.Subscription{Workers: 2})
	one, two := sub.receive(soon), sub.receive(soon)
	s.eventually("two are in hand", func() bool {
		state, err := b.State(s.context(), s.topic)
		s.must(err)
		return state.Waiting == 3 && (state.InHand == 2 || state.InHand == -1)
	})
	one.Ack()
	two.Ack()
	for range 3 {
		sub.next(soon)
	}
	s.eventually("nothing is left", func() bool {
		state, err := b.State(s.context(), s.topic)
		s.must(err)
		return state.Waiting == 0 && state.InHand <= 0 && state.Age <= 0
	})
}

func (s *suite) purge() {
	b := s.open()
	s.publish(b, payloads(0, 6)...)
	sub := s.subscribe(b, broker.Subscription{Workers: 1})
	held := sub.receive(soon)
	count, err := b.Purge(s.context(), s.topic)
	s.must(err)
	if count != 5 {
		s.t.Errorf("%d messages were removed, want 5", count)
	}
	held.Nack() // it was in hand, so it is still there
	s.equal(sub.next(soon), string(held.Payload))
	sub.nothing()
	s.publish(b, "afterwards")
	s.equal(sub.next(soon), "afterwards")
	count, err = b.Purge(s.context(), s.topic)
	s.must(err)
	if count != 0 {
		s.t.Errorf("%d messages were removed from an empty topic", count)
	}
	if count, err = b.Purge(s.context(), Topic()); err != nil || count != 0 {
		s.t.Errorf("%d messages were removed from a topic that does not exist, %v", count, err)
	}
}

// purgeIdle purges a topic from which somebody has received, while nothing is in hand.
func (s *suite) purgeIdle() {
	b := s.open()
	s.publish(b, "before")
	sub := s.subscribe(b, broker.Subscription{Workers: 1})
	held := sub.receive(soon)
	sub.end() // while its worker is busy, so that it waits for no other message
	sub.closes()
	held.Ack()
	s.eventually("nothing is left", func() bool {
		state, err := b.State(s.context(), s.topic)
		s.must(err)
		return state.Waiting == 0 && state.InHand <= 0
	})
	s.publish(b, payloads(0, 6)...)
	count, err := b.Purge(s.context(), s.topic)
	s.must(err)
	if count != 6 {
		s.t.Errorf("%d messages were removed, want 6", count)
	}
	sub = s.subscribe(s.open(), broker.Subscription{Workers: 1})
	sub.nothing()
	s.publish(b, "afterwards")
	s.equal(sub.next(soon), "afterwards")
}
