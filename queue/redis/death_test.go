package redis_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	goredis "github.com/redis/go-redis/v9"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/redis"
)

const lease = time.Second

func (s *server) topic(t *testing.T, b *redis.Broker, payloads ...string) {
	t.Helper()
	must(t, b.Declare(t.Context(), "q"))
	for _, p := range payloads {
		must(t, b.Publish("q", message.NewMessage(p, []byte(p))))
	}
}

func subscribe(t *testing.T, b *redis.Broker, o broker.Subscription) <-chan *message.Message {
	t.Helper()
	messages, err := b.Subscriber(o).Subscribe(t.Context(), "q")
	must(t, err)
	return messages
}

// next receives a message within a time.
func next(t *testing.T, messages <-chan *message.Message) *message.Message {
	t.Helper()
	select {
	case m, open := <-messages:
		if !open {
			t.Fatal("the channel is closed")
		}
		return m
	case <-time.After(30 * time.Second):
		t.Fatal("no message within 30 seconds")
	}
	return nil
}

// expect receives a message, checks how often it was delivered, and acknowledges it.
func expect(t *testing.T, messages <-chan *message.Message, payload string, deliveries int) {
	t.Helper()
	m := next(t, messages)
	if string(m.Payload) != payload || m.Metadata[broker.DeliveriesHeader] != strconv.Itoa(deliveries) {
		t.Errorf("got %s, delivery %s, want %s, %d", m.Payload, m.Metadata[broker.DeliveriesHeader], payload, deliveries)
	}
	m.Ack()
}

// TestDeadProcess: what it had in hand comes again, and is counted; what a live process has in hand does not.
func TestDeadProcess(t *testing.T) {
	t.Parallel()
	s := start(t)
	one, two := s.open(t, redis.Options{Lease: lease}), s.open(t, redis.Options{Lease: lease})
	s.topic(t, one, "a", "b", "c", "d")
	first := subscribe(t, one, broker.Subscription{Workers: 2})
	a, b := next(t, first), next(t, first)
	second := subscribe(t, two, broker.Subscription{Workers: 1})
	expect(t, second, "c", 1)
	expect(t, second, "d", 1)
	select {
	case m := <-second:
		t.Fatalf("%s was taken from a process that lives", m.Payload)
	case <-time.After(3 * lease):
	}
	b.Ack()
	until(t, "that has been written down", func() bool {
		state, err := two.State(t.Context(), "q")
		must(t, err)
		return state.InHand == 1
	})
	one.Die()
	expect(t, second, string(a.Payload), 2)
	s.isEmpty(t, two)
}

// isEmpty waits until nothing is left of the topic, and checks that dead consumers are gone.
func (s *server) isEmpty(t *testing.T, b *redis.Broker) {
	t.Helper()
	until(t, "nothing is left", func() bool {
		state, err := b.State(t.Context(), "q")
		must(t, err)
		return state.Waiting+state.InHand == 0
	})
	until(t, "dead consumers are removed", func() bool {
		consumers, err := s.Client(t).XInfoConsumers(t.Context(), "fwrun:queue:{q}", "fwrun").Result()
		must(t, err)
		return len(consumers) == 2 // the living one, and that of returned messages
	})
}

func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	late := time.After(30 * time.Second)
	for !holds() {
		select {
		case <-ticker.C:
		case <-late:
			t.Fatalf("not so after 30 seconds: %s", what)
		}
	}
}

// TestDeadHolder: another exclusive subscription takes over, beginning with what the dead one had in hand.
func TestDeadHolder(t *testing.T) {
	t.Parallel()
	s := start(t)
	one, two := s.open(t, redis.Options{Lease: lease}), s.open(t, redis.Options{Lease: lease})
	s.topic(t, one, "a", "b", "c", "d", "e")
	only := broker.Subscription{Workers: 2, Exclusive: true}
	first := subscribe(t, one, only)
	expect(t, first, "a", 1)
	next(t, first)
	second := subscribe(t, two, broker.Subscription{Workers: 1, Exclusive: true})
	select {
	case m := <-second:
		t.Fatalf("%s was delivered beside the holder", m.Payload)
	case <-time.After(3 * lease): // the lock is renewed
	}
	one.Die()
	expect(t, second, "b", 2)
	m := next(t, second) // it was taken, and may have been offered
	m.Ack()
	if string(m.Payload) != "c" {
		t.Errorf("got %s", m.Payload)
	}
	expect(t, second, "d", 1)
	expect(t, second, "e", 1)
	s.isEmpty(t, two)
}

// TestLostHolder: who has lost the lock, because the server was not reached for too long, hands out nothing more.
func TestLostHolder(t *testing.T) {
	t.Parallel()
	s := start(t)
	one, two := s.open(t, redis.Options{Lease: lease}), s.open(t, redis.Options{Lease: lease})
	s.topic(t, one, "a", "b", "c", "d")
	first := subscribe(t, one, broker.Subscription{Workers: 3, Exclusive: true})
	a := next(t, first)
	second := subscribe(t, two, broker.Subscription{Workers: 1, Exclusive: true})
	must(t, s.Client(t).Set(t.Context(), "fwrun:queue:{q}:lock", "another", lease).Err())
	until(t, "another holds the lock, and the first gives back", func() bool {
		state, err := two.State(t.Context(), "q")
		must(t, err)
		return state.InHand == 1
	})
	got := map[string]bool{"a": true} // which comes again if it is the second that holds the lock then
	for len(got) < 4 {
		var m *message.Message
		select {
		case m = <-first:
		case m = <-second:
		case <-time.After(30 * time.Second):
			t.Fatalf("only %v came", got)
		}
		got[string(m.Payload)] = true
		m.Ack()
	}
	a.Ack()
	until(t, "nothing is left", func() bool {
		state, err := two.State(t.Context(), "q")
		must(t, err)
		return state.Waiting+state.InHand == 0
	})
}

// TestLostReply: messages that the server has delivered to a subscription, which never heard of them, come again.
func TestLostReply(t *testing.T) {
	t.Parallel()
	s := start(t)
	b := s.open(t, redis.Options{Lease: lease})
	s.topic(t, b, "a")
	messages := subscribe(t, b, broker.Subscription{Workers: 1})
	held := next(t, messages)
	s.topic(t, b, "b", "c")
	client := s.Client(t)
	var name string
	consumers, err := client.XInfoConsumers(t.Context(), "fwrun:queue:{q}", "fwrun").Result()
	must(t, err)
	for _, c := range consumers {
		if c.Pending > 0 {
			name = c.Name
		}
	}
	must(t, client.XReadGroup(t.Context(), &goredis.XReadGroupArgs{
		Group: "fwrun", Consumer: name, Streams: []string{"fwrun:queue:{q}", ">"}, Count: 2,
	}).Err())
	for _, kind := range []string{"normal", "pubsub"} {
		must(t, client.ClientKillByFilter(t.Context(), "TYPE", kind, "SKIPME", "yes").Err())
	}
	held.Ack()
	for range 2 {
		next(t, messages).Ack()
	}
	until(t, "nothing is left", func() bool {
		state, err := b.State(t.Context(), "q")
		return err == nil && state.Waiting+state.InHand == 0
	})
}

// TestLostGroup: a server that comes back empty has the topics of its subscriptions again.
func TestLostGroup(t *testing.T) {
	t.Parallel()
	s := start(t)
	b := s.open(t, redis.Options{Lease: lease})
	s.topic(t, b, "a")
	messages := subscribe(t, b, broker.Subscription{Workers: 1})
	expect(t, messages, "a", 1)
	must(t, s.Client(t).FlushAll(t.Context()).Err())
	must(t, b.Publish("q", message.NewMessage("b", []byte("b"))))
	expect(t, messages, "b", 1)
}

// TestForeignEntries: what another program has added is delivered when it is noticed.
func TestForeignEntries(t *testing.T) {
	t.Parallel()
	s := start(t)
	b := s.open(t, redis.Options{Lease: lease})
	s.topic(t, b)
	messages := subscribe(t, b, broker.Subscription{Workers: 1})
	add := &goredis.XAddArgs{Stream: "fwrun:queue:{q}", Values: map[string]any{"payload": "text", "tenant": "blue"}}
	id := s.Client(t).XAdd(t.Context(), add).Val()
	m := next(t, messages)
	if m.UUID != id || string(m.Payload) != "text" || m.Metadata["tenant"] != "blue" {
		t.Errorf("got %s %q %v", m.UUID, m.Payload, m.Metadata)
	}
	m.Ack()
}

// TestFullServer: a server whose memory is full refuses messages, and its queues can be emptied.
func TestFullServer(t *testing.T) {
	t.Parallel()
	s := start(t)
	b := s.open(t, redis.Options{Lease: lease})
	s.topic(t, b, "a", "b", "c")
	must(t, s.Client(t).ConfigSet(t.Context(), "maxmemory", "1mb").Err())
	err := b.Publish("q", message.NewMessage("d", []byte("d")))
	if err == nil || !strings.Contains(err.Error(), "is full") {
		t.Errorf("publishing to a full server: %v", err)
	}
	messages := subscribe(t, b, broker.Subscription{Workers: 2})
	for range 3 {
		next(t, messages).Ack()
	}
	until(t, "nothing is left", func() bool {
		state, err := b.State(t.Context(), "q")
		must(t, err)
		return state.Waiting+state.InHand == 0
	})
}

// TestPurgeLarge removes more than one script does, and none that is in hand.
func TestPurgeLarge(t *testing.T) {
	t.Parallel()
	s := start(t)
	b := s.open(t, redis.Options{})
	s.topic(t, b)
	for from := 0; from < 1300; from += 100 {
		list := make([]*message.Message, 100)
		for i := range list {
			list[i] = message.NewMessage("", fmt.Append(nil, from+i))
		}
		must(t, b.Publish("q", list...))
	}
	messages := subscribe(t, b, broker.Subscription{Workers: 1})
	held := next(t, messages)
	n, err := b.Purge(t.Context(), "q")
	must(t, err)
	if n != 1299 {
		t.Errorf("%d were removed", n)
	}
	held.Nack()
	expect(t, messages, "0", 2)
}
