package table

import (
	"context"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/data"
)

// An exclusive subscription delivers while it has the row of its topic in fwrun_queue_leases.
const (
	takeLease    = "update fwrun_queue_leases set token = ?, lease = {now} + ? where name = ? and (lease <= {now} or token = ?)"
	makeLease    = "{insert-fresh} fwrun_queue_leases (token, lease, name) values (?, {now} + ?, ?){/fresh}"
	extendLease  = "update fwrun_queue_leases set lease = {now} + ? where name = ? and token = ? and lease > {now}"
	endLease     = "delete from fwrun_queue_leases where name = ? and token = ?"
	inOtherHands = "select 1 from fwrun_queue_messages where topic = ? and lease > {now} and token not in ('', ?) limit 1"
)

// The pauses between looks whether another subscription has ended.
const (
	firstTry = 20 * time.Millisecond
	lastTry  = 500 * time.Millisecond
)

func (d *delivery) leaseName() string { return "topic:" + strconv.FormatInt(d.topic, 10) }

// holds reports whether no other process may deliver.
func (d *delivery) holds() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return time.Now().Before(d.held)
}

func (d *delivery) setHeld(until time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.held = until
}

// enter waits until the subscription has the right to deliver, and nothing of another one is in hand: messages are
// handled in their order. It reports false if ctx ended before.
func (d *delivery) enter(ctx context.Context) bool {
	clear := false
	for pause := firstTry; ctx.Err() == nil; pause = min(2*pause, lastTry) {
		if !d.holds() {
			clear = false
			d.tryLease(ctx)
		}
		if d.holds() {
			rows, err := d.o.query(ctx, inOtherHands, d.topic, d.token)
			clear = err == nil && rows.Len() == 0
		}
		if clear {
			return true
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-d.wake: // a subscription of this process may have ended
		case <-ctx.Done():
		}
		timer.Stop()
	}
	return false
}

func (d *delivery) tryLease(ctx context.Context) {
	begin, lease := time.Now(), d.broker.lease
	taken, err := d.change(ctx, takeLease, d.token, lease.Milliseconds(), d.leaseName(), d.token)
	if err == nil && taken == 0 {
		taken, err = d.change(ctx, makeLease, d.token, lease.Milliseconds(), d.leaseName())
	}
	if err == nil && taken > 0 {
		d.setHeld(begin.Add(lease))
	}
}

func (d *delivery) change(ctx context.Context, template string, values ...any) (affected int64, err error) {
	err = again(ctx, func() error {
		result, err := d.o.Update(ctx, d.o.dialect.sql(template), data.Args{Values: values})
		affected = result.Affected
		return err
	})
	return affected, err
}

// extend keeps the right to deliver. If another subscription has it, it is lost; if the database does not answer, it ends.
func (d *delivery) extend(ctx context.Context) {
	begin := time.Now()
	kept, err := d.change(ctx, extendLease, d.broker.lease.Milliseconds(), d.leaseName(), d.token)
	if err != nil {
		return
	}
	if kept == 0 {
		d.setHeld(time.Time{})
		return
	}
	d.setHeld(begin.Add(d.broker.lease))
}

// leave lets another subscription deliver.
func (d *delivery) leave() {
	d.setHeld(time.Time{})
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, _ = d.change(ctx, endLease, d.leaseName(), d.token) // else it ends
}
