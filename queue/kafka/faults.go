package kafka

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"

	"github.com/IBM/sarama"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

func (b *Broker) hide(err error) error {
	p := b.address.password
	return broker.Hide(err, p, url.QueryEscape(p), url.PathEscape(p))
}

// disconnected reports whether an error means that a connection is lost, or cannot be made.
func disconnected(err error) bool {
	_, ofNet := errors.AsType[net.Error](err)
	return ofNet || is(err, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, sarama.ErrNotConnected, sarama.ErrOutOfBrokers, sarama.ErrBrokerNotAvailable,
		sarama.ErrControllerNotAvailable, sarama.ErrBrokerNotFound)
}

func is(err error, list ...error) bool {
	for _, e := range list {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// passes reports whether an error of a server ends by itself, since a leader is elected.
func passes(err error) bool {
	return is(err, sarama.ErrNotLeaderForPartition, sarama.ErrLeaderNotAvailable, sarama.ErrReplicaNotAvailable, sarama.ErrNotEnoughReplicas,
		sarama.ErrNotEnoughReplicasAfterAppend, sarama.ErrRequestTimedOut, sarama.ErrFencedLeaderEpoch, sarama.ErrUnknownLeaderEpoch,
		sarama.ErrKafkaStorageError, sarama.ErrNotController, sarama.ErrOffsetsLoadInProgress, sarama.ErrConsumerCoordinatorNotAvailable,
		sarama.ErrNotCoordinatorForConsumer)
}

// failed returns what went wrong as a fault.
func (b *Broker) failed(ctx context.Context, op string, err error) error {
	if already, ok := errors.AsType[*fault.Error](err); ok {
		return already
	}
	cause := b.hide(err)
	switch {
	case is(err, sarama.ErrSASLAuthenticationFailed, sarama.ErrTopicAuthorizationFailed, sarama.ErrGroupAuthorizationFailed,
		sarama.ErrClusterAuthorizationFailed),
		strings.Contains(err.Error(), sarama.ErrSASLAuthenticationFailed.Error()):
		return fault.New(op, fault.Internal, "the Kafka server refused access").
			WithHint("check user and password in the URL of the connection, and what the user may do").Because(cause)
	case errors.Is(ctx.Err(), context.Canceled) && b.closing.Err() == nil:
		return fault.New(op, fault.Canceled, "the call was cancelled").Because(cause)
	case is(err, context.DeadlineExceeded):
		return fault.New(op, fault.Timeout, "the Kafka servers did not answer in time").Because(cause)
	case is(err, sarama.ErrMessageSizeTooLarge, sarama.ErrInvalidMessageSize):
		return fault.New(op, fault.TooLarge, "the message is larger than the Kafka topic allows").
			WithHint("store large content elsewhere, and send a reference to it, or raise max.message.bytes of the topic").Because(cause)
	case is(err, sarama.ErrUnknownTopicOrPartition):
		return fault.New(op, fault.NotFound, "there is no such topic").Because(cause)
	case disconnected(err):
		return fault.New(op, fault.Unavailable, "the Kafka servers cannot be reached").Because(cause)
	}
	var answer sarama.KError
	if errors.As(err, &answer) && !passes(err) {
		return fault.New(op, fault.Internal, "the Kafka server refused the request").Because(cause)
	}
	return fault.New(op, fault.Unavailable, "the Kafka servers are not available").Because(cause)
}
