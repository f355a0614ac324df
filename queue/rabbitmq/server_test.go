package rabbitmq_test

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/rabbitmq"
)

// testOpen: what is wrong with a URL is said without its password, and in time.
func testOpen(t *testing.T, s server) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // accepts, and says nothing
	must(t, err)
	defer l.Close()
	for url, want := range map[string]fault.Kind{
		strings.Replace(s.URL, "guest:guest", "guest:topsecret", 1): fault.Internal,
		s.URL + "topsecret-vhost":                                   fault.Internal,
		"http://guest:topsecret@127.0.0.1":                          fault.Invalid,
		"amqp://guest:topsecret@127.0.0.1:1/":                       fault.Unavailable,
		"amqp://guest:topsecret@" + l.Addr().String() + "/":         fault.Timeout,
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		if want != fault.Timeout {
			ctx = t.Context()
		}
		_, err := rabbitmq.Open(ctx, url, rabbitmq.Options{})
		cancel()
		if _, isFault := errors.AsType[*fault.Error](err); !isFault || fault.KindOf(err) != want || strings.Contains(err.Error(), ":topsecret") {
			t.Errorf("%s: %v, kind %d, want %d", url, err, fault.KindOf(err), want)
		}
	}
}

func dial(t *testing.T, s server) *amqp.Channel {
	t.Helper()
	conn, err := amqp.Dial(s.URL)
	must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	ch, err := conn.Channel()
	must(t, err)
	return ch
}

func subscribe(t *testing.T, b *rabbitmq.Broker, topic string, o broker.Subscription) <-chan *message.Message {
	t.Helper()
	messages, err := b.Subscriber(o).Subscribe(t.Context(), topic)
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

// testDeleted: a queue that somebody has deleted is made again by who publishes to it, in the order of the messages, and by who
// consumes it. The consumer may do so between two messages of the publisher, of which the first then comes back and is sent after the
// second: only what follows is in order.
func testDeleted(t *testing.T, s server) {
	b := s.open(t, rabbitmq.Options{})
	must(t, b.Declare(t.Context(), "deleted"))
	channel := dial(t, s)
	remove := func() {
		_, err := channel.QueueDelete("fwrun.deleted", false, false, false)
		must(t, err)
	}
	publish := func(first, second string) {
		must(t, b.Publish("deleted", message.NewMessage(first, []byte(first)), message.NewMessage(second, []byte(second))))
	}
	remove()
	publish("a", "b")
	messages := subscribe(t, b, "deleted", broker.Subscription{Workers: 1})
	receive := func(n int) (got []string) {
		for range n {
			m := next(t, messages)
			got = append(got, string(m.Payload))
			m.Ack()
		}
		return got
	}
	if got := receive(2); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %s, want a and b", got)
	}
	remove()
	publish("c", "d")
	publish("e", "f")
	got := receive(4)
	slices.Sort(got[:2])
	if want := []string{"c", "d", "e", "f"}; !slices.Equal(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

// testForeign: what other programs publish is delivered.
func testForeign(t *testing.T, s server) {
	b := s.open(t, rabbitmq.Options{})
	must(t, b.Declare(t.Context(), "foreign"))
	must(t, dial(t, s).PublishWithContext(t.Context(), "", "fwrun.foreign", true, false, amqp.Publishing{
		Body: []byte("text"), MessageId: "an-id", Headers: amqp.Table{"tenant": "blue", "number": int32(1)},
	}))
	m := next(t, subscribe(t, b, "foreign", broker.Subscription{Workers: 1}))
	if m.UUID != "an-id" || string(m.Payload) != "text" || m.Metadata["tenant"] != "blue" {
		t.Errorf("got %s %q %v", m.UUID, m.Payload, m.Metadata)
	}
	m.Ack()
}

// testHeaders: those that AMQP cannot carry are refused, and the connection goes on.
func testHeaders(t *testing.T, s server) {
	b := s.open(t, rabbitmq.Options{})
	must(t, b.Declare(t.Context(), "headers"))
	for name, want := range map[string]fault.Kind{strings.Repeat("n", 256): fault.Invalid, "n": fault.TooLarge} {
		m := message.NewMessage("a", nil)
		m.Metadata[name] = strings.Repeat("v", 200<<10)
		if want == fault.Invalid {
			m.Metadata[name] = ""
		}
		if err := b.Publish("headers", m); fault.KindOf(err) != want {
			t.Errorf("%v, want kind %d", err, want)
		}
	}
	must(t, b.Publish("headers", message.NewMessage("a", nil)))
}

// testLostConnection: what was in hand comes again, and no more than the workers have at a time.
func testLostConnection(t *testing.T, s server) {
	b := s.open(t, rabbitmq.Options{})
	must(t, b.Declare(t.Context(), "lost"))
	for _, p := range []string{"a", "b", "c"} {
		must(t, b.Publish("lost", message.NewMessage(p, []byte(p))))
	}
	messages := subscribe(t, b, "lost", broker.Subscription{Workers: 1, Exclusive: true})
	held := next(t, messages)
	b.CutIn()
	select {
	case m := <-messages:
		t.Errorf("%s came while %s was in hand", m.Payload, held.Payload)
	case <-time.After(300 * time.Millisecond):
	}
	held.Ack()
	for _, want := range []string{"a", "b", "c"} {
		m := next(t, messages)
		if string(m.Payload) != want {
			t.Errorf("got %s, want %s", m.Payload, want)
		}
		m.Ack()
	}
}
