package broadcast

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/jetstream"
)

// natsBus sends on subjects of NATS servers, without JetStream.
type natsBus struct {
	nc            *nats.Conn
	hide          func(error) error
	subscriptions map[string]*nats.Subscription // by topic
	messages      chan *nats.Msg                // of all of them, in their order
	closing       chan struct{}
	reader        sync.WaitGroup
}

// natsBuffer is the number of messages that may wait for the reader, which itself waits for nobody but a processor.
const natsBuffer = 4096

func openNATS(ctx context.Context, url string, e events) (bus, error) {
	b := &natsBus{subscriptions: map[string]*nats.Subscription{}, messages: make(chan *nats.Msg, natsBuffer), closing: make(chan struct{})}
	nc, err := jetstream.Dial(ctx, url, func(secrets []string) []nats.Option {
		b.hide = func(err error) error { return broker.Hide(err, secrets...) }
		return b.options(e)
	})
	if err != nil {
		return nil, err
	}
	b.nc = nc
	b.reader.Go(func() {
		for {
			select {
			case m := <-b.messages:
				e.received(m.Subject, m.Data)
			case <-b.closing:
				return
			}
		}
	})
	return b, nil
}

// options let the connection end when it is lost: the line makes another one.
func (b *natsBus) options(e events) []nats.Option {
	return []nats.Option{
		nats.Name("fwrun broadcast"), nats.NoReconnect(), nats.NoEcho(), nats.FlusherTimeout(workTimeout),
		nats.PingInterval(20 * time.Second), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { e.missed(b.hide(err)) }),
		nats.ClosedHandler(func(nc *nats.Conn) { e.lost(b.hide(cause(nc))) }),
	}
}

// cause returns why a connection has ended.
func cause(nc *nats.Conn) error {
	if err := nc.LastError(); err != nil {
		return err
	}
	return errors.New("the NATS server has closed the connection")
}

// Watch implements bus. The server handles what comes over a connection in its order.
func (b *natsBus) Watch(_ context.Context, topics []string, on bool) error {
	for _, topic := range topics {
		if !on {
			if err := b.subscriptions[topic].Unsubscribe(); err != nil {
				return b.hide(err)
			}
			delete(b.subscriptions, topic)
			continue
		}
		s, err := b.nc.ChanSubscribe(topic, b.messages)
		if err != nil {
			return b.hide(err)
		}
		b.subscriptions[topic] = s
	}
	return nil
}

// Send implements bus.
func (b *natsBus) Send(_ context.Context, topic string, message []byte) error {
	err := b.nc.Publish(topic, message)
	switch {
	case errors.Is(err, nats.ErrMaxPayload):
		return fmt.Errorf("%w: it has %d bytes, and max_payload of the NATS server is %d", errNotTaken, len(message), b.nc.MaxPayload())
	case err != nil:
		return b.hide(err)
	}
	return nil
}

// Close implements bus.
func (b *natsBus) Close(ctx context.Context) {
	_ = b.nc.FlushWithContext(ctx) // it may be lost already
	b.nc.Close()
	close(b.closing)
	b.reader.Wait()
}
