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

// purgeBeside purges while a subscription begins: what is removed does not come, and what comes is not counted.
func (s *suite) purgeBeside() {
	b := s.open()
	for round := range 20 {
		s.publish(b, payloads(0, 6)...)
		purged := make(chan int64, 1)
		go func() {
			<-time.After(time.Duration(round) * 100 * time.Microsecond) // each round looks at another moment of the begin
			count, err := b.Purge(s.context(), s.topic)
			if err != nil {
				s.t.Error(err)
			}
			purged <- count
		}()
		sub := s.subscribe(b, broker.Subscription{Workers: 3})
		came, removed := sub.beside(purged)
		for ; came+int(removed) < 6; came++ { // what the subscription before gave back comes later than others
			sub.next(soon)
		}
		s.publish(b, "last")
		for sub.next(soon) != "last" {
			came++
		}
		if came+int(removed) != 6 {
			s.t.Errorf("round %d: of 6 messages %d were removed, and %d came", round, removed, came)
		}
		sub.end()
		sub.closes()
	}
}

// beside receives and acknowledges messages until something else has come. It returns how many came, and what that is.
func (s *subscription) beside(other <-chan int64) (came int, is int64) {
	s.t.Helper()
	for {
		select {
		case m := <-s.messages:
			m.Ack()
			came++
		case is = <-other:
			return came, is
		case <-time.After(soon):
			s.t.Fatalf("neither a message nor an end within %v", soon)
		}
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
