package brokertest

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
)

// Kind is a kind of broker, and how the tests reach it.
type Kind struct {
	// Open returns a broker that the test may close. What it returns in one test holds the same topics. Two of them are
	// as those of two processes, unless OneProcess says otherwise.
	Open func(t *testing.T) broker.Broker

	// OneProcess means that Open returns the same broker each time, and that no test closes it.
	OneProcess bool

	// Server is what the tests kill and start again; nil if the broker has no server.
	Server Server

	// TakeOver is how long it may take until the messages in hand of a process that died are delivered to another; 0
	// means 10 seconds.
	TakeOver time.Duration

	// Reconnect is how long it may take until messages are delivered after the server was started again; 0 means 15
	// seconds.
	Reconnect time.Duration

	// Largest is the size of the largest payload that the broker takes; 0 means 1 MiB.
	Largest int

	// Unordered means that a subscription that is not exclusive may deliver messages in any order.
	Unordered bool

	// Partitioned means that a message may wait for one process as long as that has others in hand, also while another process
	// has free workers.
	Partitioned bool
}

// Server is a broker's server, or all of its servers.
type Server interface {
	Kill(t *testing.T)  // ends it without a chance to write anything
	Start(t *testing.T) // starts it with what it had written; returns when it can be used
}

// Run runs all tests of the contract.
func Run(t *testing.T, k Kind) {
	k.TakeOver = orDefault(k.TakeOver, 10*time.Second)
	k.Reconnect = orDefault(k.Reconnect, 15*time.Second)
	k.Largest = orDefault(k.Largest, 1<<20)
	behaviours := []struct {
		name string
		run  func(*suite)
	}{
		{"a topic is declared any number of times", (*suite).declare},
		{"messages are kept before anyone subscribes", (*suite).kept},
		{"what was published is what is delivered", (*suite).unchanged},
		{"large messages", (*suite).large},
		{"one call publishes many in order", (*suite).many},
		{"publishing ends with its context", (*suite).publishDeadline},
		{"as many in hand as there are workers", (*suite).workers},
		{"two subscriptions share a topic", (*suite).share},
		{"a message given back is delivered again and others meanwhile", (*suite).nack},
		{"deliveries are counted", (*suite).deliveries},
		{"an ended subscription gives back what waits", (*suite).ended},
		{"what was received stays valid", (*suite).staysValid},
		{"closing a subscriber closes its channels", (*suite).closeSubscriber},
		{"a message's context ends with the message", (*suite).messageContext},
		{"subscriptions end during delivery", (*suite).endDuringDelivery},
		{"the messages of a closed broker are delivered to others", (*suite).holderClosed},
		{"exclusive means one and in order", (*suite).exclusive},
		{"exclusive is handed over", (*suite).handOver},
		{"exclusive goes on when the holder is closed", (*suite).exclusiveHolderClosed},
		{"state", (*suite).state},
		{"purge", (*suite).purge},
		{"purge while nothing is in hand", (*suite).purgeIdle},
		{"purge while a subscription begins", (*suite).purgeBeside},
		{"a message id is taken once", (*suite).duplicates},
		{"many publishers", (*suite).publishers},
		{"a closed broker refuses", (*suite).closed},
		{"the server is away", (*suite).away},
		{"the connection is made again", (*suite).reconnect},
		{"nothing is lost when the server is killed", (*suite).killed},
	}
	for _, b := range behaviours {
		t.Run(b.name, func(t *testing.T) { b.run(&suite{Kind: k, t: t, topic: Topic()}) })
	}
}

func orDefault[T comparable](value, other T) T {
	var zero T
	if value == zero {
		return other
	}
	return value
}

// Topic returns a name that no other test has.
func Topic() string { return "test." + strings.ToLower(rand.Text()[:16]) + "..key" }

type suite struct {
	Kind
	t     *testing.T
	topic string
}

// soon is long enough for what takes a moment on a slow machine.
const soon = 10 * time.Second

// quiet is how long tests wait for what must not happen.
const quiet = 300 * time.Millisecond

func (s *suite) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// open returns a broker on which the topic is declared. It is closed with the test.
func (s *suite) open() broker.Broker {
	s.t.Helper()
	b := s.Open(s.t)
	if !s.OneProcess {
		s.t.Cleanup(func() { _ = b.Close() })
	}
	s.must(b.Declare(s.context(), s.topic))
	return b
}

// context returns one that ends if a call does not.
func (s *suite) context() context.Context {
	ctx, cancel := context.WithTimeout(s.t.Context(), 3*soon)
	s.t.Cleanup(cancel)
	return ctx
}

// publish publishes messages with these payloads, in one call.
func (s *suite) publish(b broker.Broker, payloads ...string) {
	s.t.Helper()
	messages := make([]*message.Message, len(payloads))
	for i, p := range payloads {
		messages[i] = message.NewMessage(watermill.NewUUID(), []byte(p))
	}
	messages[0].SetContext(s.context())
	s.must(b.Publish(s.topic, messages...))
}

// subscription is a channel, and what ends it.
type subscription struct {
	*suite
	messages <-chan *message.Message
	end      context.CancelFunc
}

func (s *suite) subscribe(b broker.Broker, o broker.Subscription) *subscription {
	s.t.Helper()
	subscriber := b.Subscriber(o)
	ctx, cancel := context.WithCancel(context.Background())
	messages, err := subscriber.Subscribe(ctx, s.topic)
	s.must(err)
	s.t.Cleanup(func() {
		cancel()
		for m := range messages {
			m.Nack()
		}
	})
	return &subscription{s, messages, cancel}
}

// receive returns the next message, which has to come within a time.
func (s *subscription) receive(within time.Duration) *message.Message {
	s.t.Helper()
	select {
	case m, open := <-s.messages:
		if !open {
			s.t.Fatal("the channel is closed")
		}
		return m
	case <-time.After(within):
		s.t.Fatalf("no message within %v", within)
	}
	return nil
}

// next receives the next message and acknowledges it. It returns the payload.
func (s *subscription) next(within time.Duration) string {
	s.t.Helper()
	m := s.receive(within)
	m.Ack()
	return string(m.Payload)
}

// nothing checks that no message comes for a while.
func (s *subscription) nothing() {
	s.t.Helper()
	select {
	case m, open := <-s.messages:
		if open {
			s.t.Fatalf("%q is delivered", m.Payload)
		}
	case <-time.After(quiet):
	}
}

// closes checks that the channel is closed soon. Messages that come before are given back.
func (s *subscription) closes() {
	s.t.Helper()
	deadline := time.After(soon)
	for {
		select {
		case m, open := <-s.messages:
			if !open {
				return
			}
			m.Nack()
		case <-deadline:
			s.t.Fatal("the channel is not closed")
		}
	}
}

// all receives and acknowledges messages until each of the payloads has come. It returns how often each came.
func (s *subscription) all(within time.Duration, payloads ...string) map[string]int {
	s.t.Helper()
	counts, missing := map[string]int{}, len(payloads)
	wanted := map[string]bool{}
	for _, p := range payloads {
		wanted[p] = true
	}
	deadline := time.After(within)
	for missing > 0 {
		select {
		case m, open := <-s.messages:
			if !open {
				s.t.Fatalf("the channel is closed, %d messages are missing", missing)
			}
			m.Ack()
			p := string(m.Payload)
			if counts[p]++; counts[p] == 1 && wanted[p] {
				missing--
			}
		case <-deadline:
			s.t.Fatalf("%d of %d messages are missing after %v", missing, len(payloads), within)
		}
	}
	return counts
}

// eventually checks that a condition holds soon.
func (s *suite) eventually(what string, holds func() bool) {
	s.t.Helper()
	s.within(soon, what, holds)
}

// within checks that a condition holds before a time has passed.
func (s *suite) within(limit time.Duration, what string, holds func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(limit); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("not so after %v: %s", limit, what)
		}
	}
}

// grows waits until there are so many. It fails if for the limit there are no more than before: how fast they come
// is a matter of the machine.
func (s *suite) grows(limit time.Duration, what string, total int, count func() int) {
	s.t.Helper()
	for had := 0; had < total; {
		s.within(limit, fmt.Sprintf("%s: %d of %d are", what, had, total), func() bool { return count() > had })
		had = count()
	}
}

func payloads(from, to int) []string {
	var all []string
	for i := from; i < to; i++ {
		all = append(all, fmt.Sprintf("message %d", i))
	}
	return all
}
