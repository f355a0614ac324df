package memory_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/tests"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/broker/brokertest"
	"github.com/fwrun/fwrun/queue/memory"
)

func TestContract(t *testing.T) {
	b := memory.New(memory.Options{})
	brokertest.Run(t, brokertest.Kind{OneProcess: true, Open: func(*testing.T) broker.Broker { return b }})
}

func TestWatermill(t *testing.T) {
	b := memory.New(memory.Options{})
	features := tests.Features{GuaranteedOrder: true, GuaranteedOrderWithSingleSubscriber: true, Persistent: true}
	tests.TestPubSub(t, features, func(*testing.T) (message.Publisher, message.Subscriber) {
		pub, sub := brokertest.PubSub(b, broker.Subscription{Workers: 1})
		closed, end := context.WithCancel(context.Background())
		return staysOpen{pub}, &process{Subscriber: sub, closed: closed, end: end}
	}, nil)
}

type staysOpen struct{ message.Publisher }

func (staysOpen) Close() error { return nil }

// process is a subscriber whose Close ends the contexts of messages, as it is when a process ends.
type process struct {
	message.Subscriber
	closed  context.Context
	end     func()
	running sync.WaitGroup
}

func (p *process) Subscribe(ctx context.Context, topic string) (<-chan *message.Message, error) {
	in, err := p.Subscriber.Subscribe(ctx, topic)
	if err != nil {
		return nil, err
	}
	out := make(chan *message.Message)
	p.running.Go(func() {
		defer close(out)
		for m := range in {
			ctx, cancel := context.WithCancel(m.Context())
			context.AfterFunc(p.closed, cancel)
			m.SetContext(ctx)
			select {
			case out <- m:
			case <-p.closed.Done():
				m.Nack()
			}
		}
	})
	return out, nil
}

func (p *process) Close() error {
	p.end()
	err := p.Subscriber.Close()
	p.running.Wait()
	return err
}

func TestBytesAreLimited(t *testing.T) {
	b := memory.New(memory.Options{MaxBytes: 10_000})
	must(t, b.Declare(t.Context(), "a"))
	must(t, b.Declare(t.Context(), "b"))
	kilobyte := func() *message.Message { return message.NewMessage("", make([]byte, 1000)) }
	for range 6 {
		must(t, b.Publish("a", kilobyte()))
	}
	err := b.Publish("b", kilobyte(), kilobyte())
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "full") {
		t.Fatal(err)
	}
	if s, _ := b.State(t.Context(), "b"); s.Waiting != 0 {
		t.Errorf("a part of what was refused is kept: %+v", s)
	}
	if err := b.Publish("b", message.NewMessage("", make([]byte, 20_000))); fault.KindOf(err) != fault.TooLarge {
		t.Error(err)
	}
	messages, err := b.Subscriber(broker.Subscription{Workers: 1}).Subscribe(t.Context(), "a")
	must(t, err)
	m := <-messages
	m.Ack()
	<-m.Context().Done()
	(<-messages).Ack()
	must(t, b.Publish("b", kilobyte())) // there is room again
	if _, err := b.Purge(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	must(t, b.Publish("b", kilobyte(), kilobyte(), kilobyte()))
}

// TestPauses: a message that is given back each time comes at growing intervals.
func TestPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := memory.New(memory.Options{})
		must(t, b.Declare(t.Context(), "a"))
		must(t, b.Publish("a", message.NewMessage("", nil)))
		messages, err := b.Subscriber(broker.Subscription{Workers: 1}).Subscribe(t.Context(), "a")
		must(t, err)
		begin := time.Now()
		for range 12 {
			(<-messages).Nack()
		}
		(<-messages).Ack()
		if took := time.Since(begin); took < 4*time.Second || took > 6*time.Second {
			t.Errorf("13 deliveries took %v", took)
		}
		must(t, b.Close())
	})
}

func TestUndeclared(t *testing.T) {
	b := memory.New(memory.Options{})
	if err := b.Publish("a", message.NewMessage("", nil)); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
	if _, err := b.Subscriber(broker.Subscription{}).Subscribe(t.Context(), "a"); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
