package jetstream

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

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
		return count, nil
	}
	if err != nil {
		return count, b.failed(ctx, op, err)
	}
	return count, nil
}

// purge removes the whole stream's messages at once if nothing is in hand and nobody receives, else those that the
// consumer still delivers.
//
// The servers that lead a stream and its consumer may differ, and the second delivers what it has itself. So that a message
// is gone on the first does not mean that it is not delivered any more.
func (b *Broker) purge(ctx context.Context, topic string) (int64, error) {
	s, err := b.js.Stream(ctx, streamOf(topic))
	if err != nil {
		return 0, err
	}
	last, err := s.GetLastMsgForSubject(ctx, subjectOf(topic))
	if err != nil {
		return 0, err
	}
	count, received, err := b.purgeUnreceived(ctx, topic, last.Sequence, s.CachedInfo().State.LastSeq)
	if received {
		return b.takeAll(ctx, topic, last.Sequence)
	}
	return count, err
}

// purgeUnreceived removes all messages, unless somebody receives them or has one in hand. No delivery of this broker begins between the look
// and the removal: a message that it got there would be counted, and come all the same. One of another process may.
func (b *Broker) purgeUnreceived(ctx context.Context, topic string, last, end uint64) (count int64, received bool, err error) {
	b.purging.Lock()
	defer b.purging.Unlock()
	if b.delivers(streamOf(topic)) {
		return 0, true, nil
	}
	info, err := b.held(ctx, topic)
	switch {
	case err != nil:
		return 0, false, err
	case info.NumAckPending > 0 || info.NumWaiting > 0:
		return 0, true, nil
	case info.Delivered.Stream >= last: // what is there was acknowledged, and is about to be removed
		return 0, false, nil
	}
	if info.Delivered.Stream > 0 { // acknowledged, and perhaps not removed by all servers yet: not to be counted
		if _, err := b.purgeStream(ctx, streamOf(topic), info.Delivered.Stream+1); err != nil {
			return 0, false, err
		}
	}
	count, err = b.purgeStream(ctx, streamOf(topic), 0)
	if err == nil && b.server == nil && info.Name != "" {
		b.passed(ctx, topic, end)
	}
	return count, false, err
}

// delivers reports whether this broker receives from a stream, or is about to.
func (b *Broker) delivers(stream string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for d := range b.deliveries {
		if d.stream == stream {
			return true
		}
	}
	return false
}

// purgeStream removes the messages of a stream below a sequence number, or all if that is 0, and returns how many, which the
// library does not tell.
func (b *Broker) purgeStream(ctx context.Context, stream string, below uint64) (int64, error) {
	m, err := b.nc.RequestWithContext(ctx, apiPrefix+"STREAM.PURGE."+stream, fmt.Appendf(nil, `{"seq":%d}`, below))
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

// passTime bounds the wait for the server that leads a consumer. Another one that takes its place may not know of a purge.
const passTime = 2 * time.Second

// passed waits until the consumer of a topic does not deliver what was purged, up to a sequence number.
func (b *Broker) passed(ctx context.Context, topic string, last uint64) {
	ctx, cancel := context.WithTimeout(ctx, passTime)
	defer cancel()
	for {
		info, err := b.held(ctx, topic)
		if err == nil && info.Delivered.Stream >= last || !b.wait(ctx, passPause) {
			return
		}
	}
}

const passPause = 5 * time.Millisecond

// takeAll receives and acknowledges messages of a topic, until the consumer has delivered the one with a sequence number,
// to whomever. So it removes nothing that somebody else has in hand. It returns how many it has acknowledged.
func (b *Broker) takeAll(ctx context.Context, topic string, last uint64) (count int64, err error) {
	t := &taker{broker: b, stream: streamOf(topic), inbox: b.nc.NewInbox()}
	if t.sub, err = b.nc.SubscribeSync(t.inbox); err != nil {
		return 0, err
	}
	defer func() { _ = t.sub.Unsubscribe() }()
	for t.highest < last {
		n, err := t.take(ctx)
		if err != nil {
			return t.count, err
		}
		if n > 0 {
			continue
		}
		info, err := b.held(ctx, topic)
		if err != nil || info.Delivered.Stream >= last {
			return t.count, err
		}
		if !b.wait(ctx, passPause) {
			return t.count, ctx.Err()
		}
	}
	return t.count, nil
}

// taker receives the messages that a purge removes.
type taker struct {
	broker *Broker
	stream string
	inbox  string
	sub    *nats.Subscription

	mu      sync.Mutex
	count   int64
	highest uint64 // sequence number
	failed  error
}

// takeAtOnce is how many messages a purge has in memory.
const takeAtOnce = 64

// take receives and acknowledges what the consumer delivers at once, and returns how many messages that were. A server that
// is lost does not answer: what it sent is delivered again after AckWait.
func (t *taker) take(ctx context.Context) (n int, err error) {
	body := fmt.Appendf(nil, `{"batch":%d,"no_wait":true}`, takeAtOnce)
	if err := t.broker.nc.PublishRequest(apiPrefix+"CONSUMER.MSG.NEXT."+t.stream+"."+consumerName, t.inbox, body); err != nil {
		return 0, err
	}
	var acks sync.WaitGroup
	for ; n < takeAtOnce; n++ {
		within, cancel := context.WithTimeout(ctx, attempt)
		m, err := t.sub.NextMsgWithContext(within)
		cancel()
		if err != nil || m.Header.Get("Status") != "" {
			break
		}
		acks.Go(func() { t.remove(ctx, m) })
	}
	acks.Wait()
	if t.failed != nil {
		return n, t.failed
	}
	return n, ctx.Err()
}

func (t *taker) remove(ctx context.Context, m *nats.Msg) {
	data, err := m.Metadata()
	if err == nil {
		err = t.broker.repeated(ctx, func(ctx context.Context) error {
			_, err := t.broker.nc.RequestWithContext(ctx, m.Reply, ackDone)
			return err
		})
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		t.failed = err
		return
	}
	t.count++
	t.highest = max(t.highest, data.Sequence.Stream)
	if t.broker.server != nil {
		t.broker.server.tally.acknowledged(t.stream, data.Sequence.Stream)
	}
}
