package jetstream

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go/jetstream"
)

// reconcile checks that an embedded server has all that is in the folder: what it cannot read, it only logs. Then it
// compares streams and their consumers. After a power cut one of the two may be older than the other.
func (b *Broker) reconcile(ctx context.Context) error {
	there := map[string]bool{}
	streams := b.js.ListStreams(ctx)
	for info := range streams.Info() {
		there[info.Config.Name] = true
		if err := b.reconcileStream(ctx, info); err != nil {
			return err
		}
	}
	if streams.Err() != nil {
		return streams.Err()
	}
	entries, err := os.ReadDir(b.server.sync.folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if e.IsDir() && e.Name()[0] != '.' && !there[e.Name()] {
			return fmt.Errorf("%s is damaged", filepath.Join(b.server.sync.folder, e.Name()))
		}
	}
	return nil
}

func (b *Broker) reconcileStream(ctx context.Context, info *jetstream.StreamInfo) error {
	s, err := b.js.Stream(ctx, info.Config.Name)
	if err != nil {
		return err
	}
	state := info.State
	b.server.tally.only(info.Config.Name, state.FirstSeq, state.LastSeq)
	consumers := s.ListConsumers(ctx)
	for c := range consumers.Info() {
		switch {
		case c.Delivered.Stream > state.LastSeq:
			// It would leave out what is going to be published under these numbers.
			err = s.DeleteConsumer(ctx, c.Name)
		case c.Name == consumerName && state.Msgs > 0 && state.FirstSeq <= c.AckFloor.Stream:
			// These were handled.
			err = s.Purge(ctx, jetstream.WithPurgeSequence(c.AckFloor.Stream+1))
		}
		if err == nil && c.Name == consumerName && c.Delivered.Stream <= state.LastSeq {
			err = b.reconcileHeld(ctx, s, c)
		}
		if err != nil {
			return err
		}
	}
	return consumers.Err()
}

// reconcileHeld removes a consumer if there are more messages that it has delivered than nobody has settled: those would
// never be delivered again. Without it they are, though they may have been handled.
func (b *Broker) reconcileHeld(ctx context.Context, s jetstream.Stream, c *jetstream.ConsumerInfo) error {
	held, err := inHand(ctx, s, s.CachedInfo().Config.Subjects[0], c, c.NumAckPending+1)
	if err == nil && len(held) > c.NumAckPending {
		err = s.DeleteConsumer(ctx, c.Name)
	}
	return err
}
