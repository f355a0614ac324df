package redisclient

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// server is what a Client sends to. It names no type of the library: a package from which they can be reached compiles more than a
// thousand functions of theirs once more, two seconds of a processor.
type server interface {
	do(ctx context.Context, command Command) (any, error)
	doAll(ctx context.Context, commands []Command) ([]any, error)
	ping(ctx context.Context) error
	subscribe(ctx context.Context) channels
	close() error
}

// library is a server by way of the library.
type library struct{ client redis.UniversalClient }

// Library returns the library's client, for what a Client has no method for.
func Library(c *Client) redis.UniversalClient { return c.server.(library).client }

func (l library) do(ctx context.Context, command Command) (any, error) {
	return present(l.client.Do(ctx, command...).Result())
}

func (l library) doAll(ctx context.Context, commands []Command) (answers []any, err error) {
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

func (l library) ping(ctx context.Context) error { return l.client.Ping(ctx).Err() }

func (l library) close() error { return l.client.Close() }

func newScript(text string) func(context.Context, *Client, []string, []any) (any, error) {
	script := redis.NewScript(text)
	return func(ctx context.Context, c *Client, keys []string, values []any) (any, error) {
		return present(script.Run(ctx, Library(c), keys, values...).Result())
	}
}

func (l library) subscribe(ctx context.Context) channels { return heard{l.client.Subscribe(ctx)} }

// heard is channels by way of the library.
type heard struct{ *redis.PubSub }

func (h heard) receive(ctx context.Context, patience time.Duration) (Event, error) {
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
