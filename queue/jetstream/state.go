package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
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
	state, err := b.state(ctx, topic)
	if missing(err) {
		return broker.State{}, nil
	}
	if err != nil {
		return broker.State{}, b.failed(ctx, "jetstream.state", err)
	}
	return state, nil
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

// held returns what the consumer of a topic has delivered; nothing if nobody has subscribed yet.
func (b *Broker) held(ctx context.Context, topic string) (*jetstream.ConsumerInfo, error) {
	c, err := b.js.Consumer(ctx, streamOf(topic), consumerName)
	if missing(err) {
		return &jetstream.ConsumerInfo{}, nil
	}
	if err != nil {
		return nil, err
	}
	return c.CachedInfo(), nil
}

// Purge removes the messages that nobody has in hand.
func (b *Broker) Purge(ctx context.Context, topic string) (int64, error) {
	const op = "jetstream.purge"
	if err := b.open(op); err != nil {
		return 0, err
	}
	ctx, cancel := b.bounded(ctx)
	defer cancel()
	count, err := b.purge(ctx, topic)
	if missing(err) {
		return 0, nil
	}
	if err != nil {
		return count, b.failed(ctx, op, err)
	}
	return count, nil
}

// purge removes the whole stream's messages at once if nothing is in hand, else one by one those that were not delivered:
// the server can leave out the newest of a stream, not the oldest.
func (b *Broker) purge(ctx context.Context, topic string) (int64, error) {
	s, err := b.js.Stream(ctx, streamOf(topic))
	if err != nil {
		return 0, err
	}
	info, err := b.held(ctx, topic)
	if err != nil {
		return 0, err
	}
	last := s.CachedInfo().State.LastSeq
	if info.NumAckPending == 0 {
		return b.purgeAll(ctx, streamOf(topic))
	}
	var (
		mu     sync.Mutex
		count  int64
		failed error
		group  sync.WaitGroup
	)
	places := make(chan struct{}, 64)
	for sequence := info.Delivered.Stream + 1; sequence <= last && ctx.Err() == nil; sequence++ {
		places <- struct{}{}
		group.Go(func() {
			defer func() { <-places }()
			err := s.DeleteMsg(ctx, sequence)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				count++
			case !gone(err):
				failed = err
			}
		})
	}
	group.Wait()
	return count, failed
}

// purgeAll removes all messages of a stream, and returns how many, which the library does not tell.
func (b *Broker) purgeAll(ctx context.Context, stream string) (int64, error) {
	m, err := b.nc.RequestWithContext(ctx, apiPrefix+"STREAM.PURGE."+stream, nil)
	if err != nil {
		return 0, err
	}
	var answer struct {
		Error  *jetstream.APIError `json:"error"`
		Purged int64               `json:"purged"`
	}
	if err := json.Unmarshal(m.Data, &answer); err != nil {
		return 0, err
	}
	if answer.Error != nil {
		return 0, answer.Error
	}
	return answer.Purged, nil
}

// codeNotDeleted is answered if there is no such message any more.
const codeNotDeleted jetstream.ErrorCode = 10057

func gone(err error) bool {
	api, ok := errors.AsType[jetstream.JetStreamError](err)
	return missing(err) || ok && api.APIError() != nil && api.APIError().ErrorCode == codeNotDeleted
}
