//go:build unix

package jetstream_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/jetstream"
)

// TestSuspendedHolder: a process that goes on after another has taken over its lock does not receive any more.
func TestSuspendedHolder(t *testing.T) {
	c := newCluster(t, 1)
	c.Start(t)
	b := c.connect(t, jetstream.Options{AckWait: shortWait})
	must(t, b.Declare(t.Context(), "q"))
	publish := func(from, to int) {
		for i := from; i < to; i++ {
			must(t, b.Publish("q", message.NewMessage("", fmt.Append(nil, i))))
		}
	}
	publish(0, 10)
	p := begin(t, "exclusive", c.url)
	for i := range 10 {
		if line := p.line(); line != fmt.Sprint(i, " 1") {
			t.Fatalf("the child received %q, want %d", line, i)
		}
	}
	messages, err := b.Subscriber(broker.Subscription{Workers: 1, Exclusive: true}).Subscribe(t.Context(), "q")
	must(t, err)
	must(t, p.cmd.Process.Signal(syscall.SIGSTOP))
	_, err = syscall.Wait4(p.cmd.Process.Pid, nil, syscall.WUNTRACED, nil) // until it is
	must(t, err)
	publish(10, 20)
	receive := func(from, to int) {
		t.Helper()
		for i := from; i < to; i++ {
			select {
			case m := <-messages:
				if string(m.Payload) != fmt.Sprint(i) {
					t.Fatalf("got %s, delivery %s, want %d", m.Payload, m.Metadata[broker.DeliveriesHeader], i)
				}
				m.Ack()
			case <-time.After(10 * time.Second):
				t.Fatalf("%d does not come", i)
			}
		}
	}
	receive(10, 20)
	must(t, p.cmd.Process.Signal(syscall.SIGCONT))
	<-time.After(2 * shortWait)
	for len(p.lines) > 0 {
		t.Logf("when it went on, the other received %q", <-p.lines)
	}
	publish(20, 60)
	receive(20, 60)
	if len(p.lines) > 0 {
		t.Errorf("the other has received %q", <-p.lines)
	}
}
