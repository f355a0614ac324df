package jetstream

import (
	"context"
	"errors"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fwrun/fwrun/queue/broker"
)

// prepareLock makes the message whose holder is the one that receives from a topic.
func (b *Broker) prepareLock(ctx context.Context, topic string) error {
	err := b.make(ctx, jetstream.StreamConfig{
		Name: lockStream, Subjects: []string{lockSubjectPrefix + "*"}, Description: "which process receives from a queue in order",
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, MaxMsgs: -1, MaxBytes: -1, MaxMsgSize: -1,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, Duplicates: 100 * time.Millisecond,
	})
	if err != nil {
		return err
	}
	subject := lockSubjectPrefix + token(topic)
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		_, err = b.js.Publish(ctx, subject, nil)
		if api, ok := errors.AsType[jetstream.JetStreamError](err); err == nil || ok && api.APIError() != nil &&
			api.APIError().ErrorCode == codeStoreFailed {
			break // it is there
		}
		if !b.mayRetry(err) || !b.wait(ctx, pause) {
			return err
		}
	}
	return b.consumer(ctx, lockStream, token(topic), subject)
}

// exclusive delivers the messages of a topic whenever this subscription has the topic's lock, until ctx ends. It keeps
// the lock until what is in hand then is settled.
func (b *Broker) exclusive(ctx context.Context, topic string, o broker.Subscription, out chan<- *message.Message) {
	locks := make(chan *message.Message)
	waiter := b.newDelivery(context.WithoutCancel(ctx), lockStream, token(topic), 1, locks, func(ctx context.Context) error {
		return b.prepareLock(ctx, topic)
	})
	waiter.lock = true
	go waiter.run(ctx)
	for {
		select {
		case lock := <-locks:
			b.holding(ctx, topic, o, out, lock)
		case <-ctx.Done():
			return
		}
	}
}

// holding delivers until ctx ends or the lock may be lost, and gives the lock back when nothing is in hand any more.
func (b *Broker) holding(ctx context.Context, topic string, o broker.Subscription, out chan<- *message.Message, lock *message.Message) {
	session, end := context.WithCancel(ctx)
	defer end()
	stop := context.AfterFunc(lock.Context(), end)
	defer stop()
	if err := b.giveBack(session, streamOf(topic), consumerName, subjectOf(topic)); err != nil {
		if session.Err() == nil {
			b.options.Log.Warn("queue: messages cannot be received in order", "topic", topic, "error", b.hide(err))
		}
		b.wait(session, time.Second)
		lock.Nack()
		return
	}
	d := b.delivery(context.WithoutCancel(ctx), topic, o, out)
	d.inOrder = true
	d.run(session)
	go func() {
		<-d.drained
		d.messages.Wait()
		lock.Nack()
	}()
}

// stillHeld reports whether this process still has a lock, and renews it. After a time without an answer, or in which
// this process was suspended, the server may have given it to another.
func (d *delivery) stillHeld(n *nats.Msg, last *time.Time) bool {
	every := d.broker.options.AckWait / 3
	if time.Since(*last) > 5*every/2 {
		return false
	}
	ctx, cancel := context.WithTimeout(d.broker.closing, every)
	defer cancel()
	begin := time.Now()
	if _, err := d.broker.nc.RequestWithContext(ctx, n.Reply, ackProgress); err == nil {
		*last = begin
	}
	return time.Since(*last) < 2*every
}
