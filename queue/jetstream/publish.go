package jetstream

import (
	"context"
	"errors"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// For as long Publish tries again: while a stream has no leader, which is elected in a few seconds, and while there is no
// connection.
const (
	patience          = 10 * time.Second
	patienceToConnect = 3 * time.Second
)

// attempt is how long servers may take to answer, if messages may be sent again.
const attempt = 2 * time.Second

// pipeline is how many messages are on their way to the server at once.
const pipeline = 1000

// Publish returns when the servers have the messages, and, on an embedded server with [SyncAlways], when they are on the
// disk. It sends all messages before it waits. A failure that a later try may get over is tried again for a while,
// if the servers remove duplicates or certainly have not got the message.
func (b *Broker) Publish(topic string, messages ...*message.Message) error {
	const op = "jetstream.publish"
	if len(messages) == 0 {
		return nil
	}
	if err := b.open(op); err != nil {
		return err
	}
	ctx, cancel := b.bounded(messages[0].Context())
	defer cancel()
	if err := ctx.Err(); err != nil {
		return b.failed(ctx, op, err)
	}
	if b.server != nil {
		if err := b.server.room(messages); err != nil {
			return err
		}
	}
	for len(messages) > 0 {
		n := min(len(messages), pipeline)
		if err := b.publish(ctx, topic, messages[:n]); err != nil {
			if errors.Is(err, jetstream.ErrNoStreamResponse) { // somebody may have removed the stream
				b.forget(topic)
			}
			if b.server != nil && b.server.outOfSpace() {
				return full(op).Because(err)
			}
			return b.failed(ctx, op, err)
		}
		messages = messages[n:]
	}
	if b.server != nil {
		return b.server.sync.written(ctx, streamOf(topic))
	}
	return nil
}

func (b *Broker) publish(ctx context.Context, topic string, messages []*message.Message) error {
	rest := make([]*nats.Msg, len(messages))
	for i, m := range messages {
		rest[i] = toNATS(topic, m, b.options.Window > 0 && m.UUID != "")
	}
	begun := time.Now()
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, 500*time.Millisecond) {
		failed, err := b.send(ctx, rest)
		if err == nil {
			return nil
		}
		limit := patience
		if !b.nc.IsConnected() {
			limit = patienceToConnect
		}
		if ctx.Err() != nil || time.Since(begun) > limit || !b.mayRetry(err) || !b.wait(ctx, pause) {
			return err
		}
		rest = failed
	}
}

// send publishes messages and waits for all. It returns those that failed, and why the first of them did.
func (b *Broker) send(ctx context.Context, messages []*nats.Msg) (failed []*nats.Msg, err error) {
	if b.server == nil && b.options.Window > patience {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, attempt) // the server that was to answer may be gone
		defer cancel()
	}
	futures := make([]jetstream.PubAckFuture, 0, len(messages))
	for i, m := range messages {
		future, sent := b.js.PublishMsgAsync(m, jetstream.WithRetryAttempts(0))
		if sent != nil {
			failed, err = messages[i:], sent
			break
		}
		futures = append(futures, future)
	}
	var before []*nats.Msg
	for i, future := range futures {
		select {
		case ack := <-future.Ok():
			if b.server != nil {
				b.server.sync.accepted(ack.Stream, ack.Sequence)
			}
			continue
		case e := <-future.Err():
			before = append(before, messages[i])
			if len(before) == 1 {
				err = e
			}
		case <-ctx.Done():
			return append(before, messages[i:]...), ctx.Err()
		}
	}
	return append(before, failed...), err
}

// mayRetry reports whether a message may be sent again after an error. After most of them it is not known whether the
// server has the message.
func (b *Broker) mayRetry(err error) bool {
	switch {
	case errors.Is(err, nats.ErrReconnectBufExceeded), errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrNoStreamResponse):
		return true
	case errors.Is(err, nats.ErrDisconnected), errors.Is(err, context.DeadlineExceeded):
		return b.options.Window > patience
	}
	api, isAPI := errors.AsType[jetstream.JetStreamError](err)
	return isAPI && api.APIError() != nil && api.APIError().ErrorCode == codeNoLeader
}
