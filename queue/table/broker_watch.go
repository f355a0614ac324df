package table

import (
	"context"
	"slices"
	"time"

	"github.com/fwrun/fwrun/data"
)

// The pauses between looks for messages of other processes, and for those whose lease has ended.
const (
	firstLook = 10 * time.Millisecond
	lastLook  = 500 * time.Millisecond
)

const findTopics = "select id from fwrun_queue_topics t where id in (?) and exists (" +
	"select 1 from fwrun_queue_messages where topic = t.id and lease <= {now})"

// watch wakes the subscriptions that wait while there is something for them, with one query for all topics.
func (b *Broker) watch() {
	pause := firstLook
	for b.closed.Err() == nil {
		sleep(b.closed, pause)
		pause = min(2*pause, lastLook)
		topics := b.idle()
		if len(topics) == 0 {
			continue
		}
		o, err := b.db.get(b.closed)
		if err != nil {
			continue
		}
		rows, err := o.query(b.closed, findTopics, topics)
		if err != nil {
			continue
		}
		for i := range rows.Len() {
			b.wake(rows.Cell(i, 0).Int(), false)
			pause = firstLook
		}
	}
}

// idle returns the topics of subscriptions that wait for messages.
func (b *Broker) idle() (topics data.List) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for d := range b.deliveries {
		d.mu.Lock()
		if d.idle && !slices.Contains(topics, any(d.topic)) {
			topics = append(topics, d.topic)
		}
		d.mu.Unlock()
	}
	return topics
}

// renew renews the leases of what is in hand, and of exclusive subscriptions. It ends with the last of them.
func (b *Broker) renew() {
	for {
		sleep(b.closed, b.lease/3)
		if b.closed.Err() != nil {
			return // what is in hand is given back
		}
		b.mu.Lock()
		var list []*delivery
		for d := range b.deliveries {
			list = append(list, d)
		}
		b.mu.Unlock()
		for _, d := range list {
			ctx, cancel := context.WithTimeout(b.closed, b.lease/3)
			d.renew(ctx)
			cancel()
		}
	}
}

func (d *delivery) renew(ctx context.Context) {
	if d.exclusive && d.holds() {
		d.extend(ctx)
	}
	d.mu.Lock()
	seqs := make([]int64, 0, len(d.inHand))
	for seq := range d.inHand {
		seqs = append(seqs, seq)
	}
	d.mu.Unlock()
	for some := range slices.Chunk(seqs, mostAtOnce) {
		_, _ = d.change(ctx, "update fwrun_queue_messages set lease = {now} + ? where topic = ? and seq in (?) and token = ?",
			d.broker.lease.Milliseconds(), d.topic, listOf(some), d.token)
	}
}
