package broadcast

import (
	"context"
	"errors"
)

// bus is an open connection to a server.
type bus interface {
	// Watch begins, or ends, to receive what is sent to topics. It has begun before anything is passed on that is sent afterwards.
	Watch(ctx context.Context, topics []string, on bool) error
	// Send sends a message to a topic, and waits for no one to receive it. After an error other than errNotTaken the connection is of
	// no use any more.
	Send(ctx context.Context, topic string, message []byte) error
	// Close ends the connection after what was sent has left, or ctx has ended. Nothing is received after that.
	Close(ctx context.Context)
}

// errNotTaken is the error of a message that the server does not take, though it takes others.
var errNotTaken = errors.New("the server does not accept the message")

// events are what a bus tells. The functions may be called from any goroutine, received by one at a time, and none of them waits.
type events struct {
	received func(topic string, data []byte)
	missed   func(why error) // something was, or will be, lost
	lost     func(why error) // the connection is of no use any more
}

// opener opens a bus to the server of a URL. Its errors, and those of the bus, contain no secret of the URL.
type opener func(ctx context.Context, url string, e events) (bus, error)
