package table

import (
	"bytes"
	"context"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/queue/broker"
)

// item is a message that was claimed.
type item struct {
	seq        int64
	deliveries int64 // this one included
	head       head
	payload    []byte
}

// message returns what is delivered. Its context ends with cancel.
func (i item) message(values context.Context) (*message.Message, context.CancelFunc) {
	m := message.NewMessage(i.head.ID, i.payload)
	maps.Copy(m.Metadata, i.head.Metadata)
	m.Metadata[broker.DeliveriesHeader] = strconv.FormatInt(i.deliveries, 10)
	ctx, cancel := context.WithCancel(values)
	m.SetContext(ctx)
	return m, cancel
}

// The statements of claims. Of many messages those are claimed whose sizes make one page. PostgreSQL finds the rows that it
// has locked by their place: after it has counted an empty table, it takes reading a whole topic for the fastest way to them.
const (
	claimOnPostgres = "{lazily}, locked as materialized (select ctid as place, seq, size from fwrun_queue_messages " +
		"where topic = ? and seq between ? and ? and lease <= {now} order by seq limit ? for update skip locked), " +
		"paged as (select place, sum(size) over (order by seq) - size as ahead from locked) " +
		"update fwrun_queue_messages set lease = {now} + ?, token = ?, deliveries = deliveries + 1 " +
		"where ctid = any(array(select place from paged where ahead < ?)){and-lazily} returning seq, deliveries, head, payload"
	claimOnSQLite = "update fwrun_queue_messages set lease = {now} + ?, token = ?, deliveries = deliveries + 1 where seq in (" +
		"select seq from (select seq, sum(size) over (order by seq) - size as ahead from (" + findMessages + ")) where ahead < ?) " +
		"returning seq, deliveries, head, payload"
	findMessages  = "select seq, size from fwrun_queue_messages where topic = ? and seq between ? and ? and lease <= {now} order by seq limit ?"
	claimMessages = "update fwrun_queue_messages set lease = {now} + ?, token = ?, deliveries = deliveries + 1 where topic = ? and seq in (?)"
	readMessages  = "select seq, deliveries, head, payload from fwrun_queue_messages where topic = ? and seq in (?)"
)

// claim claims at most n messages, the first of the topic that nobody has. It returns when ctx ends, but what it does is not
// stopped halfway, which would leave messages that nobody handles until their lease ends: they are given back.
func (d *delivery) claim(ctx context.Context, n int) ([]item, error) {
	type outcome struct {
		list []item
		err  error
	}
	result, left := make(chan outcome), make(chan struct{})
	d.settling.Go(func() {
		list, err := d.claimNow(context.WithoutCancel(ctx), n)
		d.hold(list)
		select {
		case result <- outcome{list, err}:
		case <-left:
			d.release(list)
		}
	})
	select {
	case o := <-result:
		return o.list, o.err
	case <-ctx.Done():
		close(left)
		return nil, nil
	}
}

func (d *delivery) hold(list []item) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, item := range list {
		d.inHand[item.seq] = true
	}
}

func (d *delivery) claimNow(ctx context.Context, n int) ([]item, error) {
	o, lease := d.o, d.broker.lease.Milliseconds()
	from, to := d.start(), d.end
	var rows *data.Rows
	var err error
	switch o.dialect.Dialect {
	case data.Postgres:
		rows, err = o.query(ctx, claimOnPostgres, d.topic, from, to, n, lease, d.token, pageBytes)
	case data.SQLite:
		rows, err = o.query(ctx, claimOnSQLite, lease, d.token, d.topic, from, to, n, pageBytes)
	default:
		rows, err = d.claimOnMySQL(ctx, from, to, n, lease)
	}
	d.end = math.MaxInt64
	if err != nil || rows == nil {
		return nil, err
	}
	list := make([]item, 0, rows.Len())
	for i := range rows.Len() {
		h, err := readHead(rows.Cell(i, 2).Text())
		if err != nil {
			return nil, err
		}
		list = append(list, item{rows.Cell(i, 0).Int(), rows.Cell(i, 1).Int(), h, bytes.Clone(rows.Cell(i, 3).Bytes())})
	}
	slices.SortFunc(list, func(a, b item) int { return int(a.seq - b.seq) })
	if len(list) > 0 {
		d.from = list[0].seq - recent
	}
	if len(list) == n {
		d.end = list[n-1].seq + recent
	}
	return list, nil
}

// recent is how many numbers a claim looks back: of transactions that publish at the same time, the first to begin may be
// the last to commit. It is how many it looks ahead, too, while there is a backlog, so that the database has no reason to read
// all of it.
const recent = 1000

// start returns the number from which a claim looks for messages. PostgreSQL keeps the rows that were deleted for a while,
// and a claim that begins with the first has to pass all of them: a little before what was claimed last is the place to
// begin, but for messages that were given back, or published by a transaction that took long.
func (d *delivery) start() int64 {
	if d.again.Swap(false) || time.Since(d.looked) > lastLook {
		d.from, d.looked = 0, time.Now()
	}
	return d.from
}

// claimOnMySQL claims in several statements, since an update returns no rows there.
func (d *delivery) claimOnMySQL(ctx context.Context, from, to int64, n int, lease int64) (rows *data.Rows, err error) {
	found, err := d.o.query(ctx, findMessages, d.topic, from, to, 1)
	if err != nil || found.Len() == 0 {
		return nil, err
	}
	err = again(ctx, func() error {
		return d.o.Transaction(ctx, data.TxOptions{Isolation: data.ReadCommitted}, func(tx *data.Tx) error {
			rows = nil
			found, err := tx.Query(ctx, d.o.dialect.sql(findMessages+"{skip-locked}"), data.Positional(d.topic, from, to, n))
			if err != nil || found.Len() == 0 {
				return err
			}
			seqs := page(found)
			if _, err := tx.Update(ctx, d.o.dialect.sql(claimMessages), data.Positional(lease, d.token, d.topic, seqs)); err != nil {
				return err
			}
			rows, err = tx.Query(ctx, readMessages, data.Positional(d.topic, seqs))
			return err
		})
	})
	return rows, err
}
