package brokertest

import (
	"strconv"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
)

func (s *suite) workers() {
	b := s.open()
	s.publish(b, payloads(0, 8)...)
	sub := s.subscribe(b, broker.Subscription{Workers: 3})
	first, second := sub.receive(soon), sub.receive(soon)
	third := sub.receive(soon)
	sub.nothing()
	second.Ack()
	sub.receive(soon).Ack()
	first.Ack()
	third.Ack()
	for range 4 {
		sub.next(soon)
	}
	sub.nothing()
}

func (s *suite) share() {
	b := s.open()
	one, two := s.subscribe(b, broker.Subscription{Workers: 1}), s.subscribe(s.open(), broker.Subscription{Workers: 1})
	s.publish(b, payloads(0, 20)...)
	if s.Partitioned {
		s.divided(one, two, 20)
		return
	}
	held := one.receive(soon) // while one works, the other gets what there is
	counts := two.all(soon, without(payloads(0, 20), string(held.Payload))...)
	if counts[string(held.Payload)] > 0 {
		s.t.Errorf("%q was delivered to both", held.Payload)
	}
	held.Ack()
	one.nothing()
}

// divided checks that each of a number of messages comes once, to one of two subscriptions.
func (s *suite) divided(one, two *subscription, total int) {
	s.t.Helper()
	counts := map[string]int{}
	for deadline := time.After(soon); len(counts) < total; {
		var m *message.Message
		select {
		case m = <-one.messages:
		case m = <-two.messages:
		case <-deadline:
			s.t.Fatalf("%d of %d messages came", len(counts), total)
		}
		m.Ack()
		if counts[string(m.Payload)]++; counts[string(m.Payload)] > 1 {
			s.t.Errorf("%q was delivered twice", m.Payload)
		}
	}
	one.nothing()
	two.nothing()
}

func without(all []string, one string) []string {
	var rest []string
	for _, p := range all {
		if p != one {
			rest = append(rest, p)
		}
	}
	return rest
}

func (s *suite) nack() {
	b := s.open()
	s.publish(b, "bad", "one", "two", "three")
	sub := s.subscribe(b, broker.Subscription{Workers: 1})
	done := map[string]bool{}
	bad := 0
	for deadline := time.Now().Add(soon); len(done) < 3; {
		if time.Now().After(deadline) {
			s.t.Fatalf("%d of 3 were delivered while one was given back %d times", len(done), bad)
		}
		m := sub.receive(soon)
		if string(m.Payload) == "bad" {
			bad++
			m.Nack()
			continue
		}
		done[string(m.Payload)] = true
		m.Ack()
	}
	if p := sub.next(soon); p != "bad" {
		s.t.Errorf("got %q", p)
	}
	sub.nothing()
}

func (s *suite) deliveries() {
	b := s.open()
	s.publish(b, "again")
	sub := s.subscribe(b, broker.Subscription{Workers: 1})
	m := sub.receive(soon)
	if m.Metadata[broker.DeliveriesHeader] == "" {
		s.t.Skip("this kind of broker does not count")
	}
	for n := 1; n <= 3; n++ {
		if count := m.Metadata[broker.DeliveriesHeader]; count != strconv.Itoa(n) {
			s.t.Errorf("delivery %d has the count %q", n, count)
		}
		m.Nack()
		m = sub.receive(soon)
	}
	m.Ack()
}

func (s *suite) ended() {
	b := s.open()
	s.publish(b, payloads(0, 6)...)
	one := s.subscribe(b, broker.Subscription{Workers: 4})
	held := one.receive(soon)
	one.end()
	one.closes()
	two := s.subscribe(s.open(), broker.Subscription{Workers: 6})
	if s.Partitioned {
		two.nothing() // what is in hand holds up the others
		held.Nack()
		two.all(soon, payloads(0, 6)...)
		return
	}
	counts := two.all(soon, without(payloads(0, 6), string(held.Payload))...)
	if counts[string(held.Payload)] > 0 {
		s.t.Error("a message that is in hand was delivered to another")
	}
	held.Nack()
	if p := two.next(soon); p != string(held.Payload) {
		s.t.Errorf("got %q", p)
	}
}

func (s *suite) staysValid() {
	b := s.open()
	s.publish(b, "held")
	one := s.subscribe(b, broker.Subscription{Workers: 2})
	held := one.receive(soon)
	one.end()
	one.closes()
	if held.Context().Err() != nil {
		s.t.Error("the context of the message has ended with the subscription")
	}
	held.Ack()
	s.eventually("nothing is in hand", func() bool {
		state, err := b.State(s.context(), s.topic)
		return err == nil && state.InHand <= 0 && state.Waiting <= 0
	})
	s.subscribe(b, broker.Subscription{Workers: 1}).nothing()
}

func (s *suite) closeSubscriber() {
	b := s.open()
	s.publish(b, payloads(0, 3)...)
	subscriber := b.Subscriber(broker.Subscription{Workers: 2})
	one, err := subscriber.Subscribe(s.t.Context(), s.topic)
	s.must(err)
	two, err := subscriber.Subscribe(s.t.Context(), s.topic)
	s.must(err)
	s.must(subscriber.Close())
	for range one {
		s.t.Error("a message came after the end")
	}
	for range two {
		s.t.Error("a message came after the end")
	}
	s.must(subscriber.Close())
	s.subscribe(b, broker.Subscription{Workers: 1}).all(soon, payloads(0, 3)...)
}

func (s *suite) messageContext() {
	b := s.open()
	s.publish(b, "one", "two")
	sub := s.subscribe(b, broker.Subscription{Workers: 1})
	m := sub.receive(soon)
	if m.Context().Err() != nil {
		s.t.Error("the context has ended before the message")
	}
	m.Ack()
	<-m.Context().Done()
	if s.OneProcess {
		return
	}
	m = sub.receive(soon)
	s.must(b.Close())
	<-m.Context().Done()
}

// endDuringDelivery ends many subscriptions while messages flow to them, with what is in hand settled at any time.
func (s *suite) endDuringDelivery() {
	b := s.open()
	const total = 400
	var group sync.WaitGroup
	group.Go(func() {
		for from := 0; from < total; from += 20 {
			s.publish(b, payloads(from, from+20)...)
		}
	})
	var mu sync.Mutex
	handled := map[string]int{}
	for i := range 30 {
		sub := s.subscribe(b, broker.Subscription{Workers: 1 + i%5})
		group.Go(func() {
			count := 0
			for m := range sub.messages {
				if count++; count == 5+i%7 {
					sub.end()
				}
				if count%4 == 0 {
					m.Nack()
					continue
				}
				mu.Lock()
				handled[string(m.Payload)]++
				mu.Unlock()
				m.Ack()
			}
		})
	}
	last := s.subscribe(b, broker.Subscription{Workers: 8})
	group.Go(func() {
		for m := range last.messages {
			mu.Lock()
			handled[string(m.Payload)]++
			done := len(handled)
			mu.Unlock()
			m.Ack()
			if done == total {
				last.end()
			}
		}
	})
	// What a broker sends to a subscription that has just ended counts as in the hands of a process that died.
	s.grows(s.TakeOver, "all are handled", total, func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(handled)
	})
}

func (s *suite) holderClosed() {
	if s.OneProcess {
		s.t.Skip("there is no other process")
	}
	one, two := s.open(), s.open()
	s.publish(one, payloads(0, 6)...)
	holder := s.subscribe(one, broker.Subscription{Workers: 3})
	for range 3 {
		holder.receive(soon)
	}
	s.must(one.Close())
	holder.closes()
	s.subscribe(two, broker.Subscription{Workers: 2}).all(s.TakeOver, payloads(0, 6)...)
}
