package table

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

// Dead is a dead letter: a message that is not tried any more.
type Dead struct {
	Seq        int64 // its number in the store, which sets it
	Queue      string
	Topic      string // what the message was published to
	ID         string
	Key        string
	Priority   int
	Reason     string // why it is not tried any more; at most 500 bytes are kept
	Attempts   int
	FirstError string
	LastError  string
	FirstAt    time.Time // when it was first tried
	DiedAt     time.Time
	Metadata   map[string]string
	Payload    []byte
}

// DeadFilter selects dead letters of a queue: all, or those that meet every condition.
type DeadFilter struct {
	Queue  string
	IDs    []string // at most 1000
	Reason string   // the whole text
}

// Bury keeps a dead letter, in the queue of the message or in one of its own. If it has a key, others do not wait for it
// any more.
func (s *Store) Bury(ctx context.Context, letter Dead) error {
	const op = "queue.bury"
	text := head{
		ID: letter.ID, Topic: letter.Topic, Key: letter.Key, Attempt: letter.Attempts, Priority: letter.Priority,
		FirstError: letter.FirstError, LastError: letter.LastError, FirstAt: millis(letter.FirstAt),
		Metadata: without(letter.Metadata, PositionHeader),
	}.text()
	size := len(text) + len(letter.Payload)
	if err := checkSize(op, size); err != nil {
		return err
	}
	return s.write(ctx, op, func(ctx context.Context, o *opened, on runner) error {
		if own := positionOf(letter.Metadata); letter.Key != "" && own.place > 0 {
			// The letter may be of another queue than the message was.
			_, err := on.Update(ctx, "delete from fwrun_queue_parked where seq = ? and connection = ? and key_hash = ? and retry in (1, 2)",
				data.Positional(own.seq, s.connection, hashOf(letter.Key)))
			if err != nil {
				return err
			}
		}
		_, err := on.Update(ctx, "insert into fwrun_queue_dead (connection, queue, id_hash, reason, died, size, head, payload) "+
			"values (?, ?, ?, ?, ?, ?, ?, ?)", data.Positional(s.connection, letter.Queue, hashOf(letter.ID), short(letter.Reason),
			millis(letter.DiedAt), size, text, bytesOfPayload(letter.Payload)))
		return err
	})
}

// short returns the text as the column for reasons has it: valid, without zero bytes, at most 500 bytes.
func short(text string) string {
	const most = 500
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
	if len(text) <= most {
		return text
	}
	at := most
	for !utf8.RuneStart(text[at]) {
		at--
	}
	return text[:at]
}

// where returns the condition of a filter with its values.
func (s *Store) where(f DeadFilter) (condition string, values []any) {
	condition, values = "connection = ? and queue = ?", []any{s.connection, f.Queue}
	if len(f.IDs) > 0 {
		condition, values = condition+" and id_hash in (?)", append(values, hashesOf(f.IDs))
	}
	if f.Reason != "" {
		condition, values = condition+" and reason = ?", append(values, short(f.Reason))
	}
	return condition, values
}

func checkFilter(op string, f DeadFilter) error {
	if len(f.IDs) > 1000 {
		return fault.New(op, fault.Invalid, "more than 1000 ids at once")
	}
	return nil
}

// DeadLetters returns dead letters in the order in which they were buried.
func (s *Store) DeadLetters(ctx context.Context, f DeadFilter, p Page) ([]Dead, error) {
	const op = "queue.dead"
	if err := checkFilter(op, f); err != nil || s.db.empty() {
		return nil, err
	}
	o, err := s.db.get(ctx)
	if err != nil {
		return nil, explained(ctx, op, err)
	}
	list, err := s.letters(ctx, o, f, p)
	return list, explained(ctx, op, err)
}

const deadColumns = "seq, queue, reason, died, head, payload"

func (s *Store) letters(ctx context.Context, on runner, f DeadFilter, p Page) ([]Dead, error) {
	condition, values := s.where(f)
	found, err := on.Query(ctx, "select seq, size from fwrun_queue_dead where "+condition+" and seq > ? order by seq limit ?",
		data.Args{Values: append(values, p.After, p.limit())})
	if err != nil || found.Len() == 0 {
		return nil, err
	}
	rows, err := on.Query(ctx, "select "+deadColumns+" from fwrun_queue_dead where seq in (?) order by seq", data.Positional(page(found)))
	if err != nil {
		return nil, err
	}
	list := make([]Dead, 0, rows.Len())
	for i := range rows.Len() {
		h, err := readHead(rows.Cell(i, 4).Text())
		if err != nil {
			return nil, err
		}
		list = append(list, Dead{
			Seq: rows.Cell(i, 0).Int(), Queue: strings.Clone(rows.Cell(i, 1).Text()), Topic: h.Topic, ID: h.ID, Key: h.Key,
			Priority: h.Priority, Reason: strings.Clone(rows.Cell(i, 2).Text()), Attempts: h.Attempt, FirstError: h.FirstError,
			LastError: h.LastError, FirstAt: moment(h.FirstAt), DiedAt: moment(rows.Cell(i, 3).Int()), Metadata: h.Metadata,
			Payload: rows.Cell(i, 5).Bytes(),
		})
	}
	return list, nil
}

// CountDead returns how many dead letters there are.
func (s *Store) CountDead(ctx context.Context, f DeadFilter) (int64, error) {
	const op = "queue.countDead"
	if err := checkFilter(op, f); err != nil {
		return 0, err
	}
	condition, values := s.where(f)
	rows, err := s.read(ctx, op, "select count(*) from fwrun_queue_dead where "+condition, values...)
	if err != nil || rows == nil {
		return 0, err
	}
	return rows.Cell(0, 0).Int(), nil
}

// DeleteDead removes dead letters, and returns how many.
func (s *Store) DeleteDead(ctx context.Context, f DeadFilter) (int64, error) {
	const op = "queue.deleteDead"
	if err := checkFilter(op, f); err != nil || s.db.empty() {
		return 0, err
	}
	condition, values := s.where(f)
	return s.update(ctx, op, "delete from fwrun_queue_dead where "+condition, values...)
}

// Replay parks what as makes of each dead letter and removes the letter, both or neither, in the order in which they
// were buried. It returns how many, also with an error. Letters that are buried meanwhile stay. It may call as more than
// once for a letter.
func (s *Store) Replay(ctx context.Context, f DeadFilter, as func(Dead) Parked) (n int64, err error) {
	const op = "queue.replay"
	if err := checkFilter(op, f); err != nil || s.db.empty() {
		return 0, err
	}
	condition, values := s.where(f)
	rows, err := s.read(ctx, op, "select max(seq) from fwrun_queue_dead where "+condition, values...)
	if err != nil || rows == nil || rows.Cell(0, 0).Kind() != data.Int {
		return 0, err
	}
	last, after := rows.Cell(0, 0).Int(), int64(0)
	for after < last {
		var moved, end int64
		err := s.write(ctx, op, func(ctx context.Context, o *opened, on runner) error {
			moved, end = 0, last
			list, err := s.letters(ctx, on, f, Page{After: after})
			if err != nil || len(list) == 0 {
				return err
			}
			end = list[len(list)-1].Seq
			moved, err = s.revive(ctx, o, on, list, last, as)
			return err
		})
		if err != nil {
			return n, err
		}
		n, after = n+moved, end
	}
	return n, nil
}

// revive parks letters and removes them. Of letters that another process takes at the same time, one takes each.
func (s *Store) revive(ctx context.Context, o *opened, on runner, list []Dead, last int64, as func(Dead) Parked) (n int64, err error) {
	var parked []Parked
	for _, letter := range list {
		if letter.Seq > last {
			break
		}
		gone, err := on.Update(ctx, "delete from fwrun_queue_dead where seq = ?", data.Positional(letter.Seq))
		if err != nil {
			return 0, err
		}
		if gone.Affected > 0 {
			m := as(letter)
			m.Retry, m.Metadata = false, without(m.Metadata, PositionHeader)
			parked = append(parked, m)
		}
	}
	return int64(len(parked)), s.insert(ctx, o, in{on}, parked)
}
