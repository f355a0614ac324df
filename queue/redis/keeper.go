package redis

import (
	"context"
	"time"
)

// What one call of the server is about at most.
const (
	mostAtOnce = 256     // messages
	manyBytes  = 4 << 20 // after which no more messages are added
)

// work is what the keeper has to do.
type work struct {
	acks    []string
	returns []back
	wanted  int
	calls   int
	unsure  bool
}

// keep calls the server for a subscription until that has ended and nothing of it is in hand.
func (d *delivery) keep() {
	b := d.broker
	defer b.forget(d)
	pause := firstPause
	for {
		w, due, done := d.work()
		if done {
			break
		}
		if !due {
			<-d.changed
			continue
		}
		if err := d.serve(w); err != nil {
			d.failed(err)
			sleep(b.closing, pause)
			if b.closing.Err() != nil {
				break
			}
			pause = min(2*pause, lastPause)
			continue
		}
		pause = firstPause
	}
	ctx, cancel := context.WithTimeout(b.stopped, closeTimeout)
	defer cancel()
	if err := b.leave(ctx, d.topic, d.consumer, d.token); err != nil {
		b.options.Log.WarnContext(ctx, "queue: messages that a subscription had not finished are delivered again only after a while",
			"topic", d.topic, "error", err)
	}
}

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// work returns what there is to do, whether there is anything, and whether all has been done.
func (d *delivery) work() (w work, due, done bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w = work{acks: first(d.acks), returns: first(d.returns), calls: d.calls, unsure: d.unsure}
	if !d.ended && !d.idle {
		w.wanted = min(d.workers-d.inHand-len(d.queue), mostAtOnce)
	}
	left := len(d.known)
	due = len(w.acks)+len(w.returns)+w.wanted > 0 || d.renew && d.token != "" && left > 0
	d.renew = false
	return w, due, d.ended && left == 0 && d.inHand == 0
}

func first[T any](list []T) []T { return list[:min(len(list), mostAtOnce)] }

// serve calls the server and notes what it says.
func (d *delivery) serve(w work) error {
	b := d.broker
	ctx, cancel := context.WithTimeout(b.stopped, defaultTimeout)
	defer cancel()
	if w.unsure {
		if err := d.recover(ctx); err != nil {
			return err
		}
	}
	args := make([]any, 10, 10+len(w.acks)+2*len(w.returns))
	copy(args, []any{
		b.channel(), d.topic, group, d.consumer, returned, d.token, b.options.Lease.Milliseconds(), w.wanted, manyBytes, len(w.acks),
	})
	for _, id := range w.acks {
		args = append(args, id)
	}
	for _, r := range w.returns {
		args = append(args, r.id, max(r.deliveries, 0))
	}
	begin := time.Now()
	reply, err := b.run(ctx, serveScript, []string{b.stream(d.topic), b.idle(d.topic), b.lock(d.topic)}, args...)
	if err != nil || len(reply) == 0 {
		if noGroup(err) { // the server has lost it; the next try finds another
			_ = b.declare(ctx, d.topic)
		}
		return unexpected(err)
	}
	d.served(w, reply, begin.Add(b.options.Lease))
	return nil
}

// served notes what was written down and what was taken. The lock is held until a time, if at all.
func (d *delivery) served(w work, reply []any, held time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, id := range w.acks {
		delete(d.known, id)
	}
	for _, r := range w.returns {
		delete(d.known, r.id)
	}
	d.acks, d.returns = d.acks[len(w.acks):], d.returns[len(w.returns):]
	if len(w.returns) > 0 && d.token != "" {
		d.calls++ // they come first
		d.idle = false
	}
	state := reply[0]
	if state == "busy" {
		d.held = time.Time{}
		d.shed()
	} else if d.token != "" {
		d.held = held
	}
	if w.wanted > 0 && state != "more" {
		d.idle = d.calls == w.calls
	}
	for _, value := range reply[1:] {
		e, ok := read(value)
		if !ok {
			continue
		}
		d.known[e.id] = e
		if d.ended {
			d.put(e, e.deliveries-1)
			continue
		}
		d.queue = append(d.queue, e)
	}
	wake(d.arrived)
}

// failed notes that a call failed. The server may have done it all the same.
func (d *delivery) failed(err error) {
	d.mu.Lock()
	first := !d.unsure
	d.unsure = true
	d.mu.Unlock()
	if first && d.broker.closing.Err() == nil {
		d.broker.options.Log.Warn("queue: messages cannot be received from Redis; it is tried again", "topic", d.topic,
			"error", d.broker.client.Failure(context.Background(), "queue.receive", err))
	}
}

// recover gives back entries that are pending for this subscription and that it does not know: those of a call whose
// reply was lost, or that the server has forgotten to be acknowledged.
func (d *delivery) recover(ctx context.Context) error {
	b := d.broker
	start := "-"
	for {
		answer, err := b.client.Do(ctx, "XPENDING", b.stream(d.topic), group, start, "+", mostAtOnce, d.consumer)
		if noGroup(err) {
			err = b.declare(ctx, d.topic)
		}
		if err != nil {
			return err
		}
		some, _ := answer.([]any)
		d.mu.Lock()
		for _, one := range some {
			p, _ := one.([]any)
			if len(p) != 4 { // id, consumer, time, deliveries
				continue
			}
			id, _ := p[0].(string)
			deliveries, _ := p[3].(int64)
			if d.known[id] == nil {
				e := &entry{id: id}
				d.known[id] = e
				d.put(e, deliveries-1)
			}
			start = "(" + id
		}
		if len(some) < mostAtOnce {
			d.unsure = false
			d.mu.Unlock()
			return nil
		}
		d.mu.Unlock()
	}
}

// leave removes a consumer and gives back what it has in hand.
func (b *Broker) leave(ctx context.Context, topic, consumer, token string) error {
	keys := []string{b.stream(topic), b.lock(topic)}
	_, err := leaveScript(ctx, b.client, keys, b.channel(), topic, group, consumer, returned, token)
	if err != nil && !noGroup(err) {
		return b.client.Failure(ctx, "queue.leave", err)
	}
	return nil
}
