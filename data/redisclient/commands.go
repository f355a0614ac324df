package redisclient

import (
	"context"
	"time"
)

// Command is the name of a command of Redis, and its arguments: texts, bytes and numbers.
type Command []any

// Commands are sent to a server, or to the servers of a cluster.
type Commands interface {
	// Do sends a command and returns the server's answer: a string, an int64, a list of answers, or nil for what does not exist.
	Do(ctx context.Context, command ...any) (answer any, err error)
	// DoAll sends several commands in one round trip, and returns the answer to each.
	DoAll(ctx context.Context, commands ...Command) (answers []any, err error)
	// Ping checks that the server answers.
	Ping(ctx context.Context) error
	// Subscription returns a Subscription without channels. It connects with the first of them.
	Subscription(ctx context.Context) Subscription
	// Close closes the connections.
	Close() error
}

// Subscription is a connection that receives what is published to its channels.
type Subscription interface {
	// Subscribe asks for what is published to channels. The server's confirmation of each is an Event.
	Subscribe(ctx context.Context, channels ...string) error
	// Unsubscribe asks for no more of channels.
	Unsubscribe(ctx context.Context, channels ...string) error
	// Ping asks the server for a "pong".
	Ping(ctx context.Context, payload ...string) error
	// Receive waits for the next Event. When there is none for as long as patience, the error is a net.Error whose Timeout
	// reports true.
	Receive(ctx context.Context, patience time.Duration) (Event, error)
	// Close closes the connection.
	Close() error
}

// Event is what a Subscription receives: of a kind, "message", or what the server confirms: "subscribe", "unsubscribe", "pong".
type Event struct{ Kind, Channel, Message string }

// Script runs a script in Lua, as one command, on keys, which have to be on the same server of a cluster. What it returns is as that
// of [Commands]' Do; false of Lua is nil.
type Script func(ctx context.Context, c *Client, keys []string, values ...any) (any, error)
