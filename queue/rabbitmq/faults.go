package rabbitmq

import (
	"context"
	"errors"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/fwrun/fwrun/platform/fault"
)

// failed returns what went wrong as a fault.
func (b *Broker) failed(ctx context.Context, op string, err error) error {
	if already, is := errors.AsType[*fault.Error](err); is {
		return already
	}
	if b.closing.Err() != nil {
		return fault.New(op, fault.Unavailable, "the broker is closed").Because(err)
	}
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return fault.New(op, fault.Canceled, "the call was cancelled").Because(err)
	case ctx.Err() != nil, isOver(ctx), errors.Is(err, context.DeadlineExceeded):
		return fault.New(op, fault.Timeout, "the RabbitMQ server did not answer in time").Because(err)
	case errors.Is(err, amqp.ErrCredentials), errors.Is(err, amqp.ErrSASL), errors.Is(err, amqp.ErrVhost), codeOf(err) == amqp.AccessRefused,
		codeOf(err) == amqp.NotAllowed:
		return fault.New(op, fault.Internal, "the RabbitMQ server refused access").
			WithHint("check user, password and virtual host in the URL of the connection, and the permissions of that user").Because(err)
	case codeOf(err) == amqp.PreconditionFailed:
		return fault.New(op, fault.Internal,
			"the RabbitMQ server has a queue of the same name with other properties, or a lower limit for messages").Because(err)
	case codeOf(err) == amqp.NotFound:
		return fault.New(op, fault.NotFound, "there is no such topic").Because(err)
	}
	return fault.New(op, fault.Unavailable, "the RabbitMQ server cannot be reached").Because(err)
}

// isOver reports whether the time of a context is over. A socket notices that a little before its context.
func isOver(ctx context.Context) bool {
	deadline, has := ctx.Deadline()
	return has && !time.Now().Before(deadline)
}

// codeOf returns the code of an answer of the server, or 0. The end of a connection is not an answer.
func codeOf(err error) int {
	answer, is := errors.AsType[*amqp.Error](err)
	if !is || !answer.Server {
		return 0
	}
	return answer.Code
}
