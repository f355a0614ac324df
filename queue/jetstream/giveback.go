package jetstream

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// giveBack makes the server deliver again, at once and in order, all that a consumer has delivered and nobody settled. The
// caller knows that those who had it in hand are gone.
func (b *Broker) giveBack(ctx context.Context, stream, consumer, subject string) error {
	c, err := b.js.Consumer(ctx, stream, consumer)
	if err != nil {
		return err
	}
	s, err := b.js.Stream(ctx, stream)
	if err != nil {
		return err
	}
	info := c.CachedInfo()
	if info.NumAckPending == 0 {
		return nil
	}
	held, err := inHand(ctx, s, subject, info, math.MaxInt) // the server ignores what was settled, and is about to be removed
	if err != nil {
		return err
	}
	// What waits already for its next delivery is taken out of that order first.
	for _, answer := range [][]byte{ackBackLater(time.Hour), ackBack} {
		for _, sequence := range held {
			// $JS.ACK.<stream>.<consumer>.<deliveries>.<stream sequence>.<consumer sequence>.<time>.<pending>
			reply := fmt.Sprintf("$JS.ACK.%s.%s.1.%d.%d.%d.0", stream, consumer, sequence, info.Delivered.Consumer, time.Now().UnixNano())
			if _, err := b.nc.RequestWithContext(ctx, reply, answer); err != nil {
				return err
			}
		}
	}
	return nil
}

// inHand returns the sequence numbers of the first messages that a consumer has delivered and that are still there, most at
// most.
func inHand(ctx context.Context, s jetstream.Stream, subject string, info *jetstream.ConsumerInfo, most int) ([]uint64, error) {
	var found []uint64
	for at := info.AckFloor.Stream + 1; at <= info.Delivered.Stream && len(found) < most; {
		m, err := s.GetMsg(ctx, at, jetstream.WithGetMsgSubject(subject))
		if missing(err) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		if m.Sequence > info.Delivered.Stream {
			return found, nil
		}
		found = append(found, m.Sequence)
		at = m.Sequence + 1
	}
	return found, nil
}
