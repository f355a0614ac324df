package table

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
)

// Page selects a part of a list.
type Page struct {
	After int64 // the Seq of the last entry of the page before; 0 for the first page
	Limit int   // default 100; a page also ends when it takes about 16 MiB
}

func (p Page) limit() int { return cmp.Or(max(p.Limit, 0), 100) }

// ListParked returns the parked messages of a queue, in the order of their Seq.
func (s *Store) ListParked(ctx context.Context, queue string, p Page) ([]Parked, error) {
	const op = "queue.listParked"
	found, err := s.read(ctx, op, "select seq, size from fwrun_queue_parked where connection = ? and queue = ? and retry in (0, 1) "+
		"and seq > ? order by seq limit ?", s.connection, queue, p.After, p.limit())
	if err != nil || found == nil || found.Len() == 0 {
		return nil, err
	}
	rows, err := s.read(ctx, op, "select "+parkedColumns+" from fwrun_queue_parked where seq in (?) order by seq", page(found))
	if err != nil {
		return nil, err
	}
	return readParked(rows)
}

// DeleteParked removes the parked messages of a queue that nobody has claimed, those with the given ids or all if there
// are not ids, and returns how many.
func (s *Store) DeleteParked(ctx context.Context, queue string, ids ...string) (n int64, err error) {
	const op = "queue.deleteParked"
	if s.db.empty() {
		return 0, nil
	}
	const all = "delete from fwrun_queue_parked where connection = ? and queue = ? and retry in (0, 1) and lease = 0"
	if len(ids) == 0 {
		return s.update(ctx, op, all, s.connection, queue)
	}
	for some := range slices.Chunk(ids, 500) {
		deleted, err := s.update(ctx, op, all+" and id_hash in (?)", s.connection, queue, hashesOf(some))
		if err != nil {
			return n, err
		}
		n += deleted
	}
	return n, nil
}

func hashesOf(ids []string) data.List {
	list := make(data.List, len(ids))
	for i, id := range ids {
		list[i] = hashOf(id)
	}
	return list
}

// Counts says how many messages of a queue are in the store.
type Counts struct {
	Delayed int64     // parked by their sender, also those of an outbox
	Retries int64     // parked to be tried again, or behind such a message
	Dead    int64     // dead letters
	Died    time.Time // when the oldest dead letter died; zero if there is none
}

// Counts returns the counts of all queues that have any.
func (s *Store) Counts(ctx context.Context) (map[string]Counts, error) {
	const op = "queue.counts"
	parked, err := s.read(ctx, op, countParked, s.connection)
	if err != nil || parked == nil {
		return map[string]Counts{}, err
	}
	dead, err := s.read(ctx, op, countDead, s.connection)
	if err != nil {
		return nil, err
	}
	counts := map[string]Counts{}
	for i := range parked.Len() {
		queue := strings.Clone(parked.Cell(i, 0).Text())
		c := counts[queue]
		if parked.Cell(i, 1).Int() == delayed {
			c.Delayed = parked.Cell(i, 2).Int()
		} else {
			c.Retries = parked.Cell(i, 2).Int()
		}
		counts[queue] = c
	}
	for i := range dead.Len() {
		queue := strings.Clone(dead.Cell(i, 0).Text())
		c := counts[queue]
		c.Dead, c.Died = dead.Cell(i, 1).Int(), moment(dead.Cell(i, 2).Int())
		counts[queue] = c
	}
	return counts, nil
}

// The oldest letter of a queue has the lowest number, since letters are buried when they die.
const (
	countParked = "select queue, retry, count(*) from fwrun_queue_parked where connection = ? and retry in (0, 1) group by queue, retry"
	countDead   = "select c.queue, c.n, d.died from (select queue, count(*) as n, min(seq) as first from fwrun_queue_dead " +
		"where connection = ? group by queue) c join fwrun_queue_dead d on d.seq = c.first"
)
