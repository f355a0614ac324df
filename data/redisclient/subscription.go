package redisclient

import (
	"context"
	"time"
)

// Subscription is a connection that receives what is published to its channels. It connects with the first of them.
type Subscription struct{ channels channels }

// channels are the channels of a connection, in words that name no type of the library, as with server.
type channels interface {
	Subscribe(ctx context.Context, names ...string) error
	Unsubscribe(ctx context.Context, names ...string) error
	Ping(ctx context.Context, payload ...string) error
	receive(ctx context.Context, patience time.Duration) (Event, error)
	Close() error
}

// Event is what a Subscription receives: of a kind, "message", or what the server confirms: "subscribe", "unsubscribe", "pong".
type Event struct{ Kind, Channel, Message string }

// Subscription returns a Subscription without channels.
func (c *Client) Subscription(ctx context.Context) *Subscription {
	return &Subscription{c.server.subscribe(ctx)}
}

// Subscribe asks for what is published to channels. The server's confirmation of each is an Event.
func (s *Subscription) Subscribe(ctx context.Context, channels ...string) error {
	return s.channels.Subscribe(ctx, channels...)
}

// Unsubscribe asks for no more of channels.
func (s *Subscription) Unsubscribe(ctx context.Context, channels ...string) error {
	return s.channels.Unsubscribe(ctx, channels...)
}

// Ping asks the server for a "pong".
func (s *Subscription) Ping(ctx context.Context) error { return s.channels.Ping(ctx) }

// Receive waits for the next Event. When there is none for as long as patience, the error is a net.Error whose Timeout reports
// true.
func (s *Subscription) Receive(ctx context.Context, patience time.Duration) (Event, error) {
	return s.channels.receive(ctx, patience)
}

// Close closes the connection.
func (s *Subscription) Close() error { return s.channels.Close() }
