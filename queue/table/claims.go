package table

import (
	"context"
	"slices"
	"time"
)

// hold renews the claims of messages until letGo.
func (s *Store) hold(messages []Parked) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range messages {
		s.claimed[m.Seq] = true
	}
	if len(s.claimed) > 0 && s.renewer == nil {
		s.renewer = time.AfterFunc(s.lease/3, s.renew)
	}
}

func (s *Store) letGo(messages []Parked) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range messages {
		delete(s.claimed, m.Seq)
	}
	if len(s.claimed) == 0 && s.renewer != nil {
		s.renewer.Stop()
		s.renewer = nil
	}
}

// renew renews all claims, and itself. If it fails it tries again before they end.
func (s *Store) renew() {
	s.mu.Lock()
	seqs := make([]int64, 0, len(s.claimed))
	for seq := range s.claimed {
		seqs = append(seqs, seq)
	}
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), s.lease)
	defer cancel()
	for some := range slices.Chunk(seqs, 500) {
		_, _ = s.update(ctx, "queue.renew", "update fwrun_queue_parked set lease = {now} + ? where seq in (?) and token = ?",
			s.lease.Milliseconds(), listOf(some), s.token)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.renewer != nil && !s.db.closed.Load() {
		s.renewer.Reset(s.lease / 3)
	}
}

// Inherit ends the claims of processes before this one, which would last for their leases otherwise. No other process may use the
// connection's part of the store.
func (s *Store) Inherit(ctx context.Context) error {
	if s.db.empty() {
		return nil
	}
	_, err := s.update(ctx, "queue.inherit", "update fwrun_queue_parked set lease = 0, token = '' where connection = ? and lease > 0 and token <> ?",
		s.connection, s.token)
	return err
}

// How long what has ended stays, and how often it is swept.
const (
	sweepEvery = time.Minute
	keepMarks  = time.Hour
)

// sweep removes what has ended, unless that was done a moment ago. An error is ignored, because the next sweep follows.
func (s *Store) sweep(ctx context.Context) {
	now, before := time.Now(), s.swept.Load()
	if now.UnixNano()-before < int64(sweepEvery) || !s.swept.CompareAndSwap(before, now.UnixNano()) {
		return
	}
	_, _ = s.update(ctx, "queue.sweep", sweepMarks, s.connection, now.Add(-keepMarks).UnixMilli())
	for _, template := range []string{sweepIDs, sweepHolds} {
		_, _ = s.update(ctx, "queue.sweep", template, now.Add(-sweepEvery).UnixMilli()) // clocks may differ
	}
}

const (
	sweepMarks = "delete from fwrun_queue_parked where connection = ? and lease = -1 and due < ?"
	sweepIDs   = "delete from fwrun_queue_ids where ends < ?"
	sweepHolds = "delete from fwrun_queue_holds where ends < ?"
)
