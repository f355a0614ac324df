package jetstream_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/jetstream"
)

// TestHolderCloses: a process that ends gives its lock back after the messages that it had in hand. With several servers the lock
// and the messages go different ways, and the next holder would be sent again what it has got already.
func TestHolderCloses(t *testing.T) {
	const inHand, all = 10, 30
	server := start(t, jetstream.Store{})
	b, other := connect(t, server, jetstream.Options{}), connect(t, server, jetstream.Options{})
	must(t, other.Declare(t.Context(), "q"))
	for i := range all {
		must(t, other.Publish("q", message.NewMessage("", fmt.Append(nil, i))))
	}
	returning, goOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	first := broker.Subscription{Workers: inHand, Exclusive: true, Unseen: func(*message.Message) {
		once.Do(func() { close(returning) })
		<-goOn
	}}
	messages, err := b.Subscriber(first).Subscribe(t.Context(), "q")
	must(t, err)
	for range inHand / 2 {
		<-messages
	}
	others, err := other.Subscriber(broker.Subscription{Workers: 1, Exclusive: true}).Subscribe(t.Context(), "q")
	must(t, err)
	var closing sync.WaitGroup
	closing.Go(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	<-returning
	select {
	case m := <-others:
		t.Errorf("message %s was delivered to the next holder while the one before gave back what it had", m.Payload)
		m.Nack()
	case <-time.After(time.Second):
	}
	close(goOn)
	for i := range all {
		m := <-others
		m.Ack()
		if string(m.Payload) != fmt.Sprint(i) {
			t.Fatalf("got message %s, want %d", m.Payload, i)
		}
	}
	closing.Wait()
}
