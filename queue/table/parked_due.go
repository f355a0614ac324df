package table

import (
	"context"
	"slices"
	"time"

	"github.com/fwrun/fwrun/data"
)

// pageBytes is about how much one page of messages takes.
const pageBytes = 16 << 20

// These are the statements of claims, which a test explains. A claim of the connection ends with its lease; then the rows
// have no claim again, so that they are in their order.
const (
	anythingDue = "select case when " +
		"exists (select 1 from fwrun_queue_parked where connection = ? and lease = 0 and due <= ?) or " +
		"exists (select 1 from fwrun_queue_parked where connection = ? and lease > 0 and lease <= {now}) then 1 else 0 end"
	endClaims = "update fwrun_queue_parked set lease = 0, token = '' where connection = ? and lease > 0 and lease <= {now}"
	pickDue   = "select seq, size from fwrun_queue_parked p where connection = ? and lease = 0 and due <= ? and (key_hash = '' or " +
		"not exists (select 1 from fwrun_queue_parked c where c.connection = p.connection and c.queue = p.queue " +
		"and c.retry in (0, 1) and c.key_hash = p.key_hash and c.lease > 0)) order by due, place, seq limit ?"
	claimDue = "update fwrun_queue_parked set lease = {now} + ?, token = ? where seq in (?) and lease = 0"
	readDue  = "select " + parkedColumns + " from fwrun_queue_parked where seq in (?) and token = ? order by due, place, seq"
)

// Due claims messages that are due, at most limit, in the order in which they became due and were parked. Nobody else
// gets them, or others with the same queue and key, until they have been passed to [Store.Forwarded] or
// [Store.GiveBack]: publish them in their order, then pass them to one of the two. The claims are renewed meanwhile.
// Due may return less than limit although more are due; if it returns none, nothing can be claimed now.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]Parked, error) {
	const op = "queue.due"
	until := millis(now)
	rows, err := s.read(ctx, op, anythingDue, s.connection, until, s.connection)
	if err != nil || rows == nil || rows.Cell(0, 0).Int() == 0 {
		return nil, err
	}
	var list []Parked
	err = s.write(ctx, op, func(ctx context.Context, o *opened, on runner) (err error) {
		list, err = s.claim(ctx, o, on, until, limit)
		return err
	})
	if err != nil {
		if ctx.Err() != nil {
			s.left.Store(true)
		}
		return nil, err
	}
	s.hold(list)
	return list, nil
}

func (s *Store) claim(ctx context.Context, o *opened, on runner, now int64, limit int) ([]Parked, error) {
	if err := s.takeTurn(ctx, o, on); err != nil {
		return nil, err
	}
	if _, err := on.Update(ctx, o.dialect.sql(endClaims), data.Positional(s.connection)); err != nil {
		return nil, err
	}
	found, err := on.Query(ctx, o.dialect.sql(pickDue), data.Positional(s.connection, now, limit))
	if err != nil || found.Len() == 0 {
		return nil, err
	}
	seqs := page(found)
	if _, err := on.Update(ctx, o.dialect.sql(claimDue), data.Positional(s.lease.Milliseconds(), s.token, seqs)); err != nil {
		return nil, err
	}
	rows, err := on.Query(ctx, readDue, data.Positional(seqs, s.token))
	if err != nil {
		return nil, err
	}
	return readParked(rows)
}

// page returns the numbers of the first rows whose sizes make one page.
func page(found *data.Rows) data.List {
	var seqs data.List
	var size int64
	for i := range found.Len() {
		if size > 0 && size+found.Cell(i, 1).Int() > pageBytes {
			break
		}
		size += found.Cell(i, 1).Int()
		seqs = append(seqs, found.Cell(i, 0).Int())
	}
	return seqs
}

// takeTurn waits until no other process claims messages of this connection: two that claim at the same time would not see
// each other's claims, and each could get a message of the same key.
func (s *Store) takeTurn(ctx context.Context, o *opened, on runner) error {
	if o.dialect.Dialect == data.SQLite {
		return nil // a transaction that writes is alone
	}
	name := "due:" + s.connection
	if !s.turn.Load() {
		err := again(ctx, func() error {
			_, err := o.Update(ctx, o.dialect.sql("{insert-fresh} fwrun_queue_leases (name, token, lease) values (?, '', 0){/fresh}"),
				data.Positional(name))
			return err
		})
		if err != nil {
			return err
		}
		s.turn.Store(true)
	}
	_, err := on.Query(ctx, o.dialect.sql("select lease from fwrun_queue_leases where name = ?{lock}"), data.Positional(name))
	return err
}

// Forwarded removes messages that Due returned and that have been published.
func (s *Store) Forwarded(ctx context.Context, messages []Parked) error {
	const op = "queue.forwarded"
	var gone, places data.List
	for _, m := range messages {
		if m.Retry && m.Key != "" {
			places = append(places, m.Seq)
		} else {
			gone = append(gone, m.Seq)
		}
	}
	err := s.write(ctx, op, func(ctx context.Context, o *opened, on runner) error {
		for some := range slices.Chunk(gone, 500) {
			_, err := on.Update(ctx, "delete from fwrun_queue_parked where seq in (?) and token = ?", data.Positional(some, s.token))
			if err != nil {
				return err
			}
		}
		for some := range slices.Chunk(places, 500) {
			_, err := on.Update(ctx, "update fwrun_queue_parked set retry = 2, lease = -1, token = '', due = ?, size = 0, "+
				"head = '{}', payload = ? where seq in (?) and token = ?",
				data.Positional(s.now().UnixMilli(), []byte{}, some, s.token))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.letGo(messages)
		s.sweep(ctx)
	}
	return err
}

// GiveBack ends the claim of messages that Due returned and that could not be published. They stay due.
func (s *Store) GiveBack(ctx context.Context, messages []Parked) error {
	seqs := make([]int64, len(messages))
	for i, m := range messages {
		seqs[i] = m.Seq
	}
	for some := range slices.Chunk(seqs, 500) {
		_, err := s.update(ctx, "queue.giveBack", "update fwrun_queue_parked set lease = 0, token = '' where seq in (?) and token = ?",
			listOf(some), s.token)
		if err != nil {
			return err
		}
	}
	s.letGo(messages)
	return nil
}

func listOf[T any](values []T) data.List {
	list := make(data.List, len(values))
	for i, v := range values {
		list[i] = v
	}
	return list
}

// NextDue returns when it is worth calling Due: a time in the past if something can be claimed now. Messages that are
// claimed count from when their claim would end. It is false if there are none.
func (s *Store) NextDue(ctx context.Context) (at time.Time, found bool, err error) {
	const op = "queue.nextDue"
	now := s.now()
	for _, template := range []string{nextDue, nextEnd} {
		rows, err := s.read(ctx, op, template, s.connection)
		if err != nil || rows == nil {
			return time.Time{}, false, err
		}
		if c := rows.Cell(0, 0); c.Kind() == data.Int && (!found || moment(c.Int()).Before(at)) {
			at, found = moment(c.Int()), true
		}
	}
	if !found || at.After(now) {
		return at, found, nil
	}
	rows, err := s.read(ctx, op, pickDue, s.connection, now.UnixMilli(), 1)
	if err != nil || rows.Len() > 0 {
		return at, true, err
	}
	return now.Add(blocked), true, nil
}

// Moves reports whether somebody has messages that Due returned, and neither has published them nor given them back.
func (s *Store) Moves(ctx context.Context) (bool, error) {
	rows, err := s.read(ctx, "queue.moves", nextEnd, s.connection)
	return err == nil && rows != nil && rows.Cell(0, 0).Kind() == data.Int, err
}

// blocked is how long messages wait at most for one with the same key that another process publishes just now, or for the
// claim of a process that died.
const blocked = 50 * time.Millisecond

const (
	nextDue = "select min(due) from fwrun_queue_parked where connection = ? and lease = 0"
	nextEnd = "select min(lease) from fwrun_queue_parked where connection = ? and lease > 0"
)
