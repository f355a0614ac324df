package table

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// stateOf counts. Messages in hand are the first of their topic, so they are looked for there only: a topic may have
// millions of messages.
const stateOf = "select (select count(*) from fwrun_queue_messages where topic = ?), " +
	"(select count(*) from (select lease, token from fwrun_queue_messages where topic = ? order by seq limit 10000) f " +
	"where lease > {now} and token <> ''), " +
	"(select {now} - published from fwrun_queue_messages where topic = ? and (lease <= {now} or token = '') order by seq limit 1)"

// State implements broker.Broker. It finds at most 10,000 messages in hand.
func (b *Broker) State(ctx context.Context, topic string) (broker.State, error) {
	const op = "queue.state"
	o, err := b.use(ctx, op)
	if err != nil {
		return broker.State{}, err
	}
	id, err := b.topic(ctx, o, op, topic)
	if fault.KindOf(err) == fault.NotFound {
		return broker.State{}, nil
	}
	if err != nil {
		return broker.State{}, err
	}
	rows, err := o.query(ctx, stateOf, id, id, id)
	if err != nil {
		return broker.State{}, explained(ctx, op, err)
	}
	s := broker.State{InHand: rows.Cell(0, 1).Int()}
	s.Waiting = rows.Cell(0, 0).Int() - s.InHand
	if age := rows.Cell(0, 2); age.Kind() == data.Int {
		s.Age = max(0, time.Duration(age.Int())*time.Millisecond)
	}
	return s, nil
}

const (
	purgeStep = "select seq from fwrun_queue_messages where topic = ? and seq > ? and seq <= ? order by seq limit 1 offset 9999"
	purgeSome = "delete from fwrun_queue_messages where topic = ? and seq > ? and seq <= ? and (lease <= {now} or token = '')"
)

// Purge implements broker.Broker. It removes messages in steps, so that nobody waits for long.
func (b *Broker) Purge(ctx context.Context, topic string) (n int64, err error) {
	const op = "queue.purge"
	o, err := b.use(ctx, op)
	if err != nil {
		return 0, err
	}
	id, err := b.topic(ctx, o, op, topic)
	if fault.KindOf(err) == fault.NotFound {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	rows, err := o.query(ctx, "select max(seq) from fwrun_queue_messages where topic = ?", id)
	if err != nil || rows.Cell(0, 0).Kind() != data.Int {
		return 0, explained(ctx, op, err)
	}
	last, from := rows.Cell(0, 0).Int(), int64(0)
	for from < last {
		to := last
		rows, err := o.query(ctx, purgeStep, id, from, last)
		if err == nil && rows.Len() > 0 {
			to = rows.Cell(0, 0).Int()
		}
		var some data.Result
		if err == nil {
			err = again(ctx, func() (err error) {
				some, err = o.Update(ctx, o.dialect.sql(purgeSome), data.Positional(id, from, to))
				return err
			})
		}
		if err != nil {
			return n, explained(ctx, op, err)
		}
		n, from = n+some.Affected, to
	}
	return n, nil
}
