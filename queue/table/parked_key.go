package table

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
)

// Messages of one key that were tried have places: 1 for the first that failed, then those that came after it. A place is
// kept while its message is published again and until it is settled: the row stays, as a mark. So a message that was
// sent meanwhile, and is received before those that wait, still goes behind them.
//
// A message may also be received before one that has a lower place, if that one failed once more and was published again
// behind it. The numbers of rows tell: a message that was parked later was also published later.

// position is what a PositionHeader says: the place of a message, and the number of its row. It is zero without one.
type position struct{ place, seq int64 }

func (p position) String() string {
	return strconv.FormatInt(p.place, 10) + "." + strconv.FormatInt(p.seq, 10)
}

func positionOf(metadata map[string]string) (p position) {
	place, seq, _ := strings.Cut(metadata[PositionHeader], ".")
	var err error
	if p.place, err = strconv.ParseInt(place, 10, 64); err != nil || p.place < 1 {
		return position{}
	}
	if p.seq, err = strconv.ParseInt(seq, 10, 64); err != nil {
		return position{}
	}
	return p
}

// before returns the last place before another that belongs to a row which has to be handled first, and when that one is
// due; after is the number of the row that was published, or -1 for one that was not.
func (s *Store) before(ctx context.Context, on runner, queue, key string, place, after int64) (last, due int64, err error) {
	values := []any{s.connection, queue, key, place, after}
	rows, err := on.Query(ctx, lastBefore, data.Args{Values: append(values, values...)})
	if err != nil {
		return 0, 0, err
	}
	for i := range rows.Len() { // dues grow with places
		last, due = max(last, rows.Cell(i, 0).Int()), max(due, rows.Cell(i, 1).Int())
	}
	return last, due, nil
}

// lastBefore has two parts so that each reads one row of the index, however many wait.
const (
	lastBefore = "select place, due from (" + lastOfKind + " and retry = 1 order by place desc limit 1) r union all " +
		"select place, due from (" + lastOfKind + " and retry = 2 order by place desc limit 1) m"
	lastOfKind = "select place, due from fwrun_queue_parked where connection = ? and queue = ? and key_hash = ? and place < ? " +
		"and (lease = 0 or seq > ?)"
)

// parkBehind parks a retry with a key at its place.
func (s *Store) parkBehind(ctx context.Context, on runner, m Parked) error {
	key, due, own := hashOf(m.Key), millis(m.Due), positionOf(m.Metadata)
	place := own.place
	if place == 0 {
		place = math.MaxInt64
	} else if err := s.unmark(ctx, on, m.Queue, key, own); err != nil {
		return err
	}
	last, sooner, err := s.before(ctx, on, m.Queue, key, place, -1)
	if err != nil {
		return err
	}
	if own.place == 0 {
		place = last + 1
	}
	due = max(due, sooner)
	if _, err := on.Update(ctx, insertParked, data.Args{Values: s.row(m, place, due)}); err != nil {
		return err
	}
	_, err = on.Update(ctx, pushBack, data.Positional(due, s.connection, m.Queue, key, place, due))
	return err
}

const pushBack = "update fwrun_queue_parked set due = ? where connection = ? and queue = ? and retry = 1 and key_hash = ? " +
	"and place > ? and lease = 0 and due < ?"

// unmark removes the row that a message left when it was published, whether or not who published it has said so yet, and
// the marks of messages that were published before it: messages of one key are received one after the other.
func (s *Store) unmark(ctx context.Context, on runner, queue, key string, own position) error {
	_, err := on.Update(ctx, unmark, data.Positional(s.connection, queue, key, own.place, own.seq, own.seq))
	return err
}

const unmark = "delete from fwrun_queue_parked where connection = ? and queue = ? and retry in (1, 2) and key_hash = ? " +
	"and place <= ? and (seq = ? or retry = 2 and seq < ?)"

// KeyWaits reports whether a message that was received has to be parked, as a Retry, because another one of its queue
// and key has to come before it; until is when that one is due, or a time in the past. The metadata are those of the
// received message, with its PositionHeader if it has one.
func (s *Store) KeyWaits(ctx context.Context, queue, key string, metadata map[string]string) (until time.Time, waits bool, err error) {
	const op = "queue.keyWaits"
	if key == "" {
		return time.Time{}, false, nil
	}
	own := positionOf(metadata)
	if own.place == 0 {
		own.place = math.MaxInt64
	}
	if s.db.empty() {
		return time.Time{}, false, nil
	}
	o, err := s.db.get(ctx)
	if err != nil {
		return time.Time{}, false, explained(ctx, op, err)
	}
	last, due, err := s.before(ctx, o, queue, hashOf(key), own.place, own.seq)
	if err != nil || last == 0 {
		return time.Time{}, false, explained(ctx, op, err)
	}
	return moment(due), true, nil
}

// Settled says that a message that was received has been handled, so that nothing has to come after it any more. It does
// nothing unless the message has a key and a PositionHeader. Park and Bury do the same by themselves.
func (s *Store) Settled(ctx context.Context, queue, key string, metadata map[string]string) error {
	own := positionOf(metadata)
	if key == "" || own.place == 0 {
		return nil
	}
	return s.write(ctx, "queue.settled", func(ctx context.Context, _ *opened, on runner) error {
		return s.unmark(ctx, on, queue, hashOf(key), own)
	})
}
