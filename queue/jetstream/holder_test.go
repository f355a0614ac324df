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
	// again publishes a message once more, as long as wanted, and returns how many there are then.
	again := func(window time.Duration, more func(waiting int64) bool) int64 {
		b := connect(t, server, jetstream.Options{Window: window})
		must(t, b.Declare(t.Context(), "q"))
		_, err := b.Purge(t.Context(), "q")
		must(t, err)
		id := fmt.Sprint(window)
		must(t, b.Publish("q", message.NewMessage(id, nil)))
		for {
			must(t, b.Publish("q", message.NewMessage(id, nil)))
			state, err := b.State(t.Context(), "q")
			must(t, err)
			if b.Window() != max(window, 0) {
				t.Errorf("the window is %v, want %v", b.Window(), window)
			}
			if !more(state.Waiting) {
				return state.Waiting
			}
		}
	}
	once := func(int64) bool { return false }
	if n := again(time.Minute, once); n != 1 {
		t.Errorf("within a window of a minute there are %d messages", n)
	}
	if n := again(-1, once); n != 2 {
		t.Errorf("without a window there are %d messages", n)
	}
	// The server forgets ids when it gets to it, some time after the window.
	hanging := time.After(30 * time.Second)
	if n := again(200*time.Millisecond, func(waiting int64) bool {
		select {
		case <-hanging:
			return false
		default:
			return waiting < 2
		}
	}); n != 2 {
		t.Errorf("long after a window of 200ms there are %d messages", n)
	}
}
