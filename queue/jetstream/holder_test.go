package jetstream_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/jetstream"
)

const shortWait = 1500 * time.Millisecond

// TestSlowListener: what is in hand for longer than AckWait stays in hand.
func TestSlowListener(t *testing.T) {
	server := start(t, jetstream.Store{})
	o := jetstream.Options{AckWait: shortWait}
	b, other := connect(t, server, o), connect(t, server, o)
	must(t, b.Declare(t.Context(), "q"))
	must(t, b.Publish("q", message.NewMessage("", []byte("slow"))))
	messages, err := b.Subscriber(workers(1)).Subscribe(t.Context(), "q")
	must(t, err)
	m := <-messages
	others, err := other.Subscriber(workers(1)).Subscribe(t.Context(), "q")
	must(t, err)
	select {
	case m := <-others:
		t.Errorf("%s was delivered to another", m.Payload)
	case <-time.After(3 * shortWait):
	}
	m.Ack()
	<-m.Context().Done()
	state, err := b.State(t.Context(), "q")
	must(t, err)
	if state != (broker.State{}) {
		t.Errorf("there are still %+v", state)
	}
}

// TestHolderDies: its messages are delivered after AckWait, in their order if they are exclusive.
func TestHolderDies(t *testing.T) {
	for _, exclusive := range []bool{false, true} {
		t.Run(fmt.Sprint("exclusive ", exclusive), func(t *testing.T) {
			server := start(t, jetstream.Store{})
			o := jetstream.Options{AckWait: shortWait}
			b, other := connect(t, server, o), connect(t, server, o)
			must(t, other.Declare(t.Context(), "q"))
			for i := range 20 {
				must(t, other.Publish("q", message.NewMessage("", fmt.Append(nil, i))))
			}
			messages, err := b.Subscriber(broker.Subscription{Workers: 5, Exclusive: exclusive}).Subscribe(t.Context(), "q")
			must(t, err)
			for range 5 {
				<-messages
			}
			others, err := other.Subscriber(broker.Subscription{Workers: 1, Exclusive: exclusive}).Subscribe(t.Context(), "q")
			must(t, err)
			b.Cut()
			begun := time.Now()
			var got []string
			for range 20 {
				m := <-others
				got = append(got, string(m.Payload))
				m.Ack()
			}
			if took := time.Since(begun); took > 10*time.Second { // the default is 15
				t.Errorf("it took %v", took)
			}
			if exclusive {
				for i, p := range got {
					if p != fmt.Sprint(i) {
						t.Fatalf("the order is %v", got)
					}
				}
			}
		})
	}
}

// TestWindow: ids are remembered for the window, which can be changed, or not at all.
func TestWindow(t *testing.T) {
	server := start(t, jetstream.Store{})
	for _, c := range []struct {
		window time.Duration
		pause  time.Duration
		want   int64
	}{{time.Minute, 0, 1}, {200 * time.Millisecond, time.Second, 2}, {-1, 0, 2}} {
		b := connect(t, server, jetstream.Options{Window: c.window})
		must(t, b.Declare(t.Context(), "q"))
		_, err := b.Purge(t.Context(), "q")
		must(t, err)
		id := fmt.Sprint(c.window)
		must(t, b.Publish("q", message.NewMessage(id, nil)))
		<-time.After(c.pause)
		must(t, b.Publish("q", message.NewMessage(id, nil)))
		state, err := b.State(t.Context(), "q")
		must(t, err)
		if state.Waiting != c.want || b.Window() != max(c.window, 0) {
			t.Errorf("with a window of %v there are %d messages", c.window, state.Waiting)
		}
	}
}
