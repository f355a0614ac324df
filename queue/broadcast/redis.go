package broadcast

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/fwrun/fwrun/data/redisclient"
)

// redisBus sends on channels of a Redis server.
type redisBus struct {
	client  *redisclient.Client
	channel redisclient.Subscription
	reader  sync.WaitGroup

	mu        sync.Mutex
	awaited   map[string]bool // topics that the server has not confirmed yet
	confirmed chan struct{}   // closed when there is none
}

// redisPing is how long a server may be silent before it is asked whether it is there, and then before it is not.
const redisPing = 15 * time.Second

func openRedis(ctx context.Context, url string, e events) (bus, error) {
	client, err := redisclient.Open(ctx, theServer, url)
	if err != nil {
		return nil, err
	}
	b := &redisBus{client: client, awaited: map[string]bool{}}
	b.channel = client.Subscription(context.Background()) // connects when there is something to subscribe to
	b.reader.Go(func() { e.lost(b.read(e)) })
	return b, nil
}

// read reads until the connection is lost, or closed.
func (b *redisBus) read(e events) error {
	ctx := context.Background()
	asked := false
	for {
		got, err := b.channel.Receive(ctx, redisPing)
		if late, is := errors.AsType[net.Error](err); is && late.Timeout() && !asked {
			asked = true
			err = b.channel.Ping(ctx)
			if err == nil {
				continue
			}
		}
		if err != nil {
			return b.client.Failure(ctx, "broadcast.receive", err)
		}
		asked = false
		switch got.Kind {
		case "message":
			e.received(got.Channel, []byte(got.Message))
		case "subscribe":
			b.confirm(got.Channel)
		}
	}
}

func (b *redisBus) confirm(topic string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.awaited[topic] {
		return
	}
	if delete(b.awaited, topic); len(b.awaited) == 0 {
		close(b.confirmed)
	}
}

// Watch implements bus. Messages are sent on other connections, so it waits until the server has confirmed.
func (b *redisBus) Watch(ctx context.Context, topics []string, on bool) error {
	if !on {
		return b.failed(ctx, b.channel.Unsubscribe(ctx, topics...))
	}
	b.mu.Lock()
	b.confirmed = make(chan struct{})
	clear(b.awaited)
	for _, topic := range topics {
		b.awaited[topic] = true
	}
	confirmed := b.confirmed
	b.mu.Unlock()
	if err := b.channel.Subscribe(ctx, topics...); err != nil {
		return b.failed(ctx, err)
	}
	select {
	case <-confirmed:
		return nil
	case <-ctx.Done():
		return b.failed(ctx, ctx.Err())
	}
}

func (b *redisBus) failed(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	return b.client.Failure(ctx, "broadcast.send", err)
}

// Send implements bus.
func (b *redisBus) Send(ctx context.Context, topic string, message []byte) error {
	_, err := b.client.Do(ctx, "PUBLISH", topic, message)
	if redisclient.Answered(err) {
		return fmt.Errorf("%w: %w", errNotTaken, b.failed(ctx, err))
	}
	return b.failed(ctx, err)
}

// Close implements bus. Every message was confirmed when it was sent.
func (b *redisBus) Close(context.Context) {
	_ = b.channel.Close() // it may be lost already
	_ = b.client.Close()
	b.reader.Wait()
}
