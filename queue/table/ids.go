package table

import (
	"context"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
)

// Remember reports whether a message's id is new to a queue, and remembers it until then. Of several calls at the same
// time, in whatever process, one gets true.
func (s *Store) Remember(ctx context.Context, queue, id string, until time.Time) (bool, error) {
	const op = "queue.remember"
	o, err := s.db.get(ctx)
	if err != nil {
		return false, explained(ctx, op, err)
	}
	var fresh bool // not of the caller, who may leave while it is written
	err = o.single(ctx, func(ctx context.Context, on runner) (err error) {
		fresh, err = s.remember(ctx, o, in{on}, queue, id, until)
		return err
	})
	if err != nil {
		return false, explained(ctx, op, err)
	}
	s.sweep(ctx)
	return fresh, nil
}

// remember needs no transaction: each of its statements is whole.
func (s *Store) remember(ctx context.Context, o *opened, session Session, queue, id string, until time.Time) (bool, error) {
	hash := hashOf(id)
	added, err := session.Update(ctx, o.dialect.sql(rememberID), []any{s.connection, queue, hash, millis(until)})
	if err != nil || added > 0 {
		return err == nil, err
	}
	renewed, err := session.Update(ctx, renewID, []any{millis(until), s.connection, queue, hash, s.now().UnixMilli()})
	return renewed > 0, err
}

const (
	rememberID = "{insert-fresh} fwrun_queue_ids (connection, queue, id_hash, ends) values (?, ?, ?, ?){/fresh}"
	renewID    = "update fwrun_queue_ids set ends = ? where connection = ? and queue = ? and id_hash = ? and ends <= ?"
)

// Forget makes an id new again, since its message could not be sent.
func (s *Store) Forget(ctx context.Context, queue, id string) error {
	_, err := s.update(ctx, "queue.forget", "delete from fwrun_queue_ids where connection = ? and queue = ? and id_hash = ?",
		s.connection, queue, hashOf(id))
	return err
}

// Hold lets the message called id hold a name of a queue until then, and returns the id of the message that holds it:
// this one, or another which has it already. A message may hold it again, which moves the end.
func (s *Store) Hold(ctx context.Context, queue, unique, id string, until time.Time) (string, error) {
	const op = "queue.hold"
	o, err := s.db.get(ctx)
	if err != nil {
		return "", explained(ctx, op, err)
	}
	var holder string // not of the caller, who may leave while it is written
	err = o.single(ctx, func(ctx context.Context, on runner) (err error) {
		for holder = ""; holder == "" && err == nil; { // again if it was released a moment ago
			holder, err = s.tryHold(ctx, o, on, queue, unique, id, until)
		}
		return err
	})
	if err != nil {
		return "", explained(ctx, op, err)
	}
	s.sweep(ctx)
	return holder, nil
}

// tryHold returns "" if the holder is gone. Its statements need no transaction: each is whole.
func (s *Store) tryHold(ctx context.Context, o *opened, on runner, queue, unique, id string, until time.Time) (string, error) {
	now, hash, text := s.now().UnixMilli(), hashOf(unique), head{ID: id}.text()
	added, err := on.Update(ctx, o.dialect.sql(hold), data.Positional(s.connection, queue, hash, text, millis(until)))
	if err != nil || added.Affected > 0 {
		return id, err
	}
	taken, err := on.Update(ctx, takeHold, data.Positional(text, millis(until), s.connection, queue, hash, now, text))
	if err != nil || taken.Affected > 0 {
		return id, err
	}
	rows, err := on.Query(ctx, "select id from fwrun_queue_holds where connection = ? and queue = ? and name_hash = ?",
		data.Positional(s.connection, queue, hash))
	if err != nil || rows.Len() == 0 {
		return "", err
	}
	h, err := readHead(rows.Cell(0, 0).Text())
	return h.ID, err
}

const (
	hold     = "{insert-fresh} fwrun_queue_holds (connection, queue, name_hash, id, ends) values (?, ?, ?, ?, ?){/fresh}"
	takeHold = "update fwrun_queue_holds set id = ?, ends = ? where connection = ? and queue = ? and name_hash = ? " +
		"and (ends <= ? or id = ?)"
)

// Release frees a name if the message called id holds it.
func (s *Store) Release(ctx context.Context, queue, unique, id string) error {
	_, err := s.update(ctx, "queue.release", "delete from fwrun_queue_holds where connection = ? and queue = ? and name_hash = ? and id = ?",
		s.connection, queue, hashOf(unique), head{ID: id}.text())
	return err
}

// Pause remembers that a queue is paused.
func (s *Store) Pause(ctx context.Context, queue string) error {
	_, err := s.update(ctx, "queue.pause", "{insert-fresh} fwrun_queue_pauses (connection, queue) values (?, ?){/fresh}", s.connection, queue)
	return err
}

// Resume ends the pause of a queue.
func (s *Store) Resume(ctx context.Context, queue string) error {
	if s.db.empty() {
		return nil
	}
	_, err := s.update(ctx, "queue.resume", "delete from fwrun_queue_pauses where connection = ? and queue = ?", s.connection, queue)
	return err
}

// Paused returns the names of the queues that are paused.
func (s *Store) Paused(ctx context.Context) ([]string, error) {
	rows, err := s.read(ctx, "queue.paused", "select queue from fwrun_queue_pauses where connection = ? order by queue", s.connection)
	if err != nil || rows == nil {
		return nil, err
	}
	list := make([]string, rows.Len())
	for i := range list {
		list[i] = strings.Clone(rows.Cell(i, 0).Text())
	}
	return list, nil
}
