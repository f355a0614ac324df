package table

import (
	"context"
	"slices"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/data"
)

// returned is a message that is given back.
type returned struct {
	seq         int64
	pause       time.Duration // until it is delivered again
	undelivered bool          // nobody received it
}

// settle waits until a message is acknowledged or given back, and writes that down.
func (d *delivery) settle(subscription context.Context, i item, m *message.Message, cancel context.CancelFunc) {
	defer d.settling.Done()
	defer cancel()
	select {
	case <-m.Acked():
	case <-m.Nacked():
	case <-d.broker.closed.Done():
	}
	select {
	case <-m.Acked():
		d.persist(func(ctx context.Context) error { return d.acks.do(ctx, i.seq) })
	default:
		back := returned{seq: i.seq}
		if subscription.Err() == nil && d.broker.closed.Err() == nil { // the end of the broker reaches the subscription later
			back.pause = pauseAfter(i.deliveries)
		}
		d.persist(func(ctx context.Context) error { return d.returns.do(ctx, back) })
		if back.pause > 0 {
			time.AfterFunc(back.pause, func() { d.broker.wake(d.topic, false) })
		} else {
			d.broker.wake(d.topic, false)
		}
	}
	d.forget(i)
	d.free(1)
}

// pauseAfter returns how long a message that was given back waits, so that others are delivered meanwhile, and one that
// nobody can handle does not keep a process busy.
func pauseAfter(deliveries int64) time.Duration {
	const first, last = 10 * time.Millisecond, time.Second
	if deliveries > 7 {
		return last
	}
	return min(first<<(deliveries-1), last)
}

// persist writes until that succeeds. It gives up when the broker is closed: then the lease of the message ends.
func (d *delivery) persist(write func(context.Context) error) {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(d.values), d.broker.lease/3)
		err := write(ctx)
		cancel()
		if err == nil || d.broker.closed.Err() != nil {
			return
		}
		sleep(d.broker.closed, pause)
	}
}

// ackMessages need not be on the disk when it returns: what a crash of the database undoes is delivered again, as with other
// brokers. The numbers between which it looks matter for the reason that they do for claims.
const ackMessages = "{lazily}delete from fwrun_queue_messages where topic = ? and seq between ? and ? and seq in (?) and token = ?{and-lazily}"

// ack removes messages that have been handled.
func (d *delivery) ack(ctx context.Context, seqs []int64) error {
	return again(ctx, func() error {
		_, err := d.o.Update(ctx, d.o.dialect.sql(ackMessages),
			data.Positional(d.topic, slices.Min(seqs), slices.Max(seqs), listOf(seqs), d.token))
		return err
	})
}

// giveBack ends the claims of messages.
func (d *delivery) giveBack(ctx context.Context, list []returned) error {
	kinds := map[returned]data.List{}
	for _, r := range list {
		kind := returned{pause: r.pause, undelivered: r.undelivered}
		kinds[kind] = append(kinds[kind], r.seq)
	}
	for kind, seqs := range kinds {
		lease, less := "lease = 0", 0
		if kind.pause > 0 {
			lease = "lease = {now} + ?"
		}
		if kind.undelivered {
			less = 1
		}
		values := []any{less, d.topic, seqs, d.token}
		if kind.pause > 0 {
			values = append([]any{kind.pause.Milliseconds()}, values...)
		}
		err := again(ctx, func() error {
			_, err := d.o.Update(ctx, d.o.dialect.sql("update fwrun_queue_messages set "+lease+
				", token = '', deliveries = deliveries - ? where topic = ? and seq in (?) and token = ?"), data.Args{Values: values})
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
