package table

import (
	"context"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// PositionHeader is the header with the place of a message among those of its key that were tried, or wait behind one that
// was. [Store.Due] sets it; [Store.Park], [Store.KeyWaits], [Store.Settled] and [Store.Bury] read it: those who publish and
// receive messages pass it on. A message that its sender has just sent has none.
const PositionHeader = broker.Reserved + "position"

// Parked is a message that waits in the store until it is due, and is then published.
type Parked struct {
	Seq      int64  // its number in the store, which sets it
	ID       string // the message's UUID
	Topic    string // what it will be published to
	Queue    string
	Key      string
	Due      time.Time
	Attempt  int
	Priority int
	Metadata map[string]string
	Payload  []byte

	// Retry means that the message failed, or waits behind one that failed. Messages with the same queue and key have
	// to wait behind it, see [Store.KeyWaits]. A message that its sender delayed holds up no others.
	Retry bool

	// Once, if it is not zero, has the queue remember the ID until then, in the same transaction (see [Store.Remember]): a
	// message whose ID the queue remembers already is not kept. That is not an error. Park and ParkIn obey it.
	Once time.Time
}

// The values of the column retry.
const (
	delayed = 0
	retried = 1 // 2 is the mark of a retry with a key that was published, until it is settled; its lease is -1
)

// Park keeps messages until they are due. A Retry with a key becomes due no sooner than those of its queue and key that
// have to come before it, and those that have to come after it no sooner than itself. Its place is what its
// PositionHeader says, or else the last one.
func (s *Store) Park(ctx context.Context, messages []Parked) error {
	const op = "queue.park"
	if err := checkParked(op, messages); err != nil || len(messages) == 0 {
		return err
	}
	plain, keyed := divide(messages)
	if len(keyed) == 0 && len(plain) == 1 && plain[0].Once.IsZero() {
		o, err := s.db.get(ctx)
		if err == nil {
			err = o.single(ctx, func(ctx context.Context, on runner) error { return s.insert(ctx, o, in{on}, plain) })
		}
		return explained(ctx, op, err)
	}
	return s.write(ctx, op, func(ctx context.Context, o *opened, on runner) error {
		if err := s.insert(ctx, o, in{on}, plain); err != nil {
			return err
		}
		for _, m := range keyed {
			if err := s.parkBehind(ctx, on, m); err != nil {
				return err
			}
		}
		return nil
	})
}

// in is the Session of a transaction of the store's own.
type in struct{ runner }

// Update implements Session.
func (r in) Update(ctx context.Context, sql string, values []any) (int64, error) {
	result, err := r.runner.Update(ctx, sql, data.Args{Values: values})
	return result.Affected, err
}

// divide separates retries with a key, which have a place, from all others.
func divide(messages []Parked) (plain, keyed []Parked) {
	for _, m := range messages {
		if m.Retry && m.Key != "" {
			keyed = append(keyed, m)
		} else {
			plain = append(plain, m)
		}
	}
	return plain, keyed
}

// ParkIn is like Park within a transaction on the store's database: the messages are parked if it commits. It is for
// messages that were just sent: a Retry is not allowed. [Store.Ready] has to have succeeded before.
func (s *Store) ParkIn(ctx context.Context, session Session, messages []Parked) error {
	const op = "queue.park"
	if err := checkParked(op, messages); err != nil {
		return err
	}
	o := s.db.ready.Load()
	if o == nil {
		return fault.New(op, fault.Internal, "the store of queues is not ready")
	}
	if plain, keyed := divide(messages); len(keyed) == 0 {
		return s.insert(ctx, o, session, plain)
	}
	return fault.New(op, fault.Internal, "a message that failed cannot be parked within a transaction")
}

const insertParked = "insert into fwrun_queue_parked " +
	"(connection, queue, key_hash, id_hash, retry, place, due, lease, token, size, head, payload) " +
	"values (?, ?, ?, ?, ?, ?, ?, 0, '', ?, ?, ?)"

func (s *Store) insert(ctx context.Context, o *opened, session Session, messages []Parked) error {
	rows := make([][]any, 0, len(messages))
	for _, m := range messages {
		if !m.Once.IsZero() {
			if fresh, err := s.remember(ctx, o, session, m.Queue, m.ID, m.Once); err != nil {
				return err
			} else if !fresh {
				continue
			}
		}
		rows = append(rows, s.row(m, 0, millis(m.Due)))
	}
	return o.dialect.inserts(insertParked, rows, func(sql string, values []any) error {
		_, err := session.Update(ctx, sql, values)
		return err
	})
}

func (s *Store) row(m Parked, place, due int64) []any {
	retry := delayed
	if m.Retry {
		retry = retried
	}
	text := headOf(m)
	return []any{
		s.connection, m.Queue, hashOf(m.Key), hashOf(m.ID), retry, place, due, len(text) + len(m.Payload), text,
		bytesOfPayload(m.Payload),
	}
}

func headOf(m Parked) string {
	return head{
		ID: m.ID, Topic: m.Topic, Key: m.Key, Attempt: m.Attempt, Priority: m.Priority,
		Metadata: without(m.Metadata, PositionHeader),
	}.text()
}

func checkParked(op string, messages []Parked) error {
	for _, m := range messages {
		size := len(m.Payload)
		for name, value := range m.Metadata {
			size += len(name) + len(value)
		}
		if err := checkSize(op, size); err != nil {
			return err
		}
	}
	return nil
}

const parkedColumns = "seq, queue, retry, place, due, head, payload"

// readParked reads rows of parkedColumns.
func readParked(rows *data.Rows) ([]Parked, error) {
	list := make([]Parked, 0, rows.Len())
	for i := range rows.Len() {
		h, err := readHead(rows.Cell(i, 5).Text())
		if err != nil {
			return nil, err
		}
		m := Parked{
			Seq: rows.Cell(i, 0).Int(), ID: h.ID, Topic: h.Topic, Queue: strings.Clone(rows.Cell(i, 1).Text()), Key: h.Key,
			Due: moment(rows.Cell(i, 4).Int()), Attempt: h.Attempt, Priority: h.Priority, Metadata: h.Metadata,
			Payload: rows.Cell(i, 6).Bytes(), Retry: rows.Cell(i, 2).Int() != delayed,
		}
		if place := rows.Cell(i, 3).Int(); place > 0 {
			m.Metadata[PositionHeader] = position{place, m.Seq}.String()
		}
		list = append(list, m)
	}
	return list, nil
}
