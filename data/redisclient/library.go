package redisclient

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// library sends Commands by way of the library.
type library struct{ client redis.UniversalClient }

// Library returns the library's client, for what a Client has no method for.
func Library(c *Client) redis.UniversalClient { return c.Commands.(library).client }

func (l library) Do(ctx context.Context, command ...any) (any, error) {
	return present(l.client.Do(ctx, command...).Result())
}

func (l library) DoAll(ctx context.Context, commands ...Command) (answers []any, err error) {
	sent, err := l.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, command := range commands {
			p.Do(ctx, command...)
		}
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, err
	}
	for _, one := range sent {
		answer, err := present(one.(*redis.Cmd).Result())
		if err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	return answers, nil
}

// present returns nil, and no error, for what does not exist.
func present(answer any, err error) (any, error) {
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	return answer, err
}

func (l library) Ping(ctx context.Context) error { return l.client.Ping(ctx).Err() }

func (l library) Close() error { return l.client.Close() }

// NewScript returns a Script. Its text is sent to a server once, and then its digest only.
func NewScript(text string) Script {
	script := redis.NewScript(text)
	return func(ctx context.Context, c *Client, keys []string, values ...any) (any, error) {
		return present(script.Run(ctx, Library(c), keys, values...).Result())
	}
}

func (l library) Subscription(ctx context.Context) Subscription {
	return heard{l.client.Subscribe(ctx)}
}

// heard is a Subscription by way of the library.
type heard struct{ *redis.PubSub }

func (h heard) Receive(ctx context.Context, patience time.Duration) (Event, error) {
	got, err := h.ReceiveTimeout(ctx, patience)
	switch e := got.(type) {
	case *redis.Message:
		return Event{"message", e.Channel, e.Payload}, err
	case *redis.Subscription:
		return Event{Kind: e.Kind, Channel: e.Channel}, err
	case *redis.Pong:
		return Event{Kind: "pong", Message: e.Payload}, err
	}
	return Event{}, err
}
