package jetstream

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fwrun/fwrun/queue/broker"
)

// State counts the messages of a topic. What was given back a moment ago counts as in hand until it is delivered again.
func (b *Broker) State(ctx context.Context, topic string) (broker.State, error) {
	if err := b.open("jetstream.state"); err != nil {
		return broker.State{}, err
	}
	ctx, cancel := b.bounded(ctx)
	defer cancel()
	var state broker.State
	err := b.ask(ctx, func(ctx context.Context) (err error) {
		state, err = b.state(ctx, topic)
		return err
	})
	if missing(err) {
		return broker.State{}, nil
	}
	if err != nil {
		return broker.State{}, b.failed(ctx, "jetstream.state", err)
	}
	return state, nil
}

// answerTime is how long a server of several has to answer a question.
const answerTime = time.Second

// ask asks servers something that changes nothing, until it is answered. One that has just begun or ceased to lead what it is asked about says
// nothing.
func (b *Broker) ask(ctx context.Context, question func(context.Context) error) error {
	if b.server != nil {
		return question(ctx)
	}
	for {
		within, cancel := context.WithTimeout(ctx, answerTime)
		err := question(within)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return err
		}
	}
}

func (b *Broker) state(ctx context.Context, topic string) (broker.State, error) {
	info, err := b.held(ctx, topic)
	if err != nil {
		return broker.State{}, err
	}
	s, err := b.js.Stream(ctx, streamOf(topic))
	if err != nil {
		return broker.State{}, err
	}
	messages := int64(s.CachedInfo().State.Msgs)
	state := broker.State{InHand: min(int64(info.NumAckPending), messages)}
	state.Waiting = messages - state.InHand
	if state.Waiting == 0 {
		return state, nil
	}
	oldest, err := s.GetMsg(ctx, info.Delivered.Stream+1, jetstream.WithGetMsgSubject(subjectOf(topic)))
	if missing(err) {
		return state, nil
	}
	if err == nil {
		state.Age = max(time.Since(oldest.Time), 0)
	}
	return state, err
}

// repeated asks again when nobody has answered for a while: a server that leads no more says nothing to requests, and neither
// does one that takes its place without having got them.
func (b *Broker) repeated(ctx context.Context, ask func(context.Context) error) error {
	for {
		within, cancel := context.WithTimeout(ctx, attempt)
		err := ask(within)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return err
		}
	}
}

// held returns what the consumer of a topic has delivered; nothing if nobody has subscribed yet.
func (b *Broker) held(ctx context.Context, topic string) (*jetstream.ConsumerInfo, error) {
	var c jetstream.Consumer
	err := b.repeated(ctx, func(ctx context.Context) (err error) {
		c, err = b.js.Consumer(ctx, streamOf(topic), consumerName)
		return err
	})
	if missing(err) {
		return &jetstream.ConsumerInfo{}, nil
	}
	if err != nil {
		return nil, err
	}
	return c.CachedInfo(), nil
}
