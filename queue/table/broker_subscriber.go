package table

import (
	"context"
	"crypto/rand"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
)

// subscribe delivers messages of a topic until ctx ends.
func (b *Broker) subscribe(ctx context.Context, topic string, s broker.Subscription, begin broker.Begin) (
	<-chan *message.Message, error,
) {
	const op = "queue.subscribe"
	o, err := b.use(ctx, op)
	if err != nil {
		return nil, err
	}
	id, err := b.topic(ctx, o, op, topic)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	until, done, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	workers := max(s.Workers, 1)
	d := &delivery{
		broker: b, o: o, topic: id, exclusive: s.Exclusive, token: rand.Text(), values: context.WithoutCancel(ctx),
		out: make(chan *message.Message), wake: make(chan struct{}, 1), slots: make(chan struct{}, workers),
		end: math.MaxInt64, inHand: map[int64]bool{},
	}
	d.acks = group[int64]{write: d.ack, most: mostAtOnce, writers: 1}
	d.returns = group[returned]{write: d.giveBack, most: mostAtOnce, writers: 1}
	b.deliveries[d] = true
	if !b.watching {
		b.watching = true
		b.running.Go(b.watch)
		b.running.Go(b.renew)
	}
	b.running.Go(func() { d.run(until, done) })
	return d.out, nil
}

// delivery is one subscription.
type delivery struct {
	broker    *Broker
	o         *opened
	topic     int64
	exclusive bool
	token     string          // of its claims
	values    context.Context // of Subscribe, without its end
	out       chan *message.Message
	wake      chan struct{}
	slots     chan struct{} // holds an element for each claimed message
	acks      group[int64]
	returns   group[returned]
	settling  sync.WaitGroup // messages in hand
	backlog   bool           // the last claim found as many as it could take
	from, end int64          // between which numbers claims look
	looked    time.Time      // when one began with the first message
	again     atomic.Bool    // whether the next one has to

	mu     sync.Mutex
	inHand map[int64]bool
	idle   bool      // waits for messages
	held   time.Time // until when it may deliver, if it is exclusive
}

// mostAtOnce is how many messages one statement claims or acknowledges.
const mostAtOnce = 256

// look wakes the subscription. Unless there are only new messages, it looks for others.
func (d *delivery) look(fresh bool) {
	if !fresh {
		d.again.Store(true)
	}
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// run delivers until ctx ends, and returns when nothing is in hand any more.
func (d *delivery) run(ctx context.Context, closed func()) {
	pause := firstPause
	for ctx.Err() == nil {
		if d.exclusive && !d.holds() && !d.enter(ctx) {
			continue
		}
		found, err := d.deliver(ctx)
		switch {
		case err != nil: // the database does not answer
			sleep(ctx, pause)
			pause = min(2*pause, lastPause)
		case found:
			pause = firstPause
		default:
			d.waitForMore(ctx)
		}
	}
	close(d.out)
	closed()
	d.settling.Wait()
	if d.exclusive {
		d.leave()
	}
	d.broker.mu.Lock()
	delete(d.broker.deliveries, d)
	d.broker.mu.Unlock()
	d.broker.wake(d.topic, false)
}

// Pauses between tries when the database does not answer.
const (
	firstPause = 20 * time.Millisecond
	lastPause  = 2 * time.Second
)

// sleep waits, but no longer than until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

func (d *delivery) waitForMore(ctx context.Context) {
	d.setIdle(true)
	defer d.setIdle(false)
	var end <-chan time.Time
	if d.exclusive { // the right to deliver may be lost
		timer := time.NewTimer(d.broker.lease / 3)
		defer timer.Stop()
		end = timer.C
	}
	select {
	case <-d.wake:
	case <-end:
	case <-ctx.Done():
	}
}

func (d *delivery) setIdle(idle bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.idle = idle
}

// take takes a slot, and more if they are free. If there is a backlog it waits a moment for a quarter of the slots: a claim
// of one message costs as much as one of many.
func (d *delivery) take(ctx context.Context) (n int) {
	select {
	case d.slots <- struct{}{}:
		n = 1
	case <-ctx.Done():
		return 0
	}
	var late <-chan time.Time
	least := min(cap(d.slots)/4, mostAtOnce)
	for n < mostAtOnce {
		select {
		case d.slots <- struct{}{}:
			n++
			continue
		default:
		}
		if !d.backlog || n >= least {
			return n
		}
		if late == nil {
			late = time.After(backlogPause)
		}
		select {
		case d.slots <- struct{}{}:
			n++
		case <-late:
			return n
		case <-ctx.Done():
			return n
		}
	}
	return n
}

// backlogPause is how long a free worker waits at most for others, so that all of them get messages together.
const backlogPause = 2 * time.Millisecond

func (d *delivery) free(n int) {
	for range n {
		<-d.slots
	}
}

// deliver claims messages for the free slots, and hands them out. It reports whether there were any, or may be.
func (d *delivery) deliver(ctx context.Context) (found bool, err error) {
	n := d.take(ctx)
	if n == 0 {
		return false, nil
	}
	part := d.end < math.MaxInt64 // what is there may not be all
	list, err := d.claim(ctx, n)
	d.backlog = len(list) == n
	d.free(n - len(list))
	for i, item := range list {
		if !d.handOut(ctx, item) {
			d.release(list[i:])
			d.free(len(list) - i)
			break
		}
	}
	return len(list) > 0 || part, err
}

// handOut waits until a message is received. It reports false if the subscription ends before, or may not deliver any more.
func (d *delivery) handOut(ctx context.Context, i item) bool {
	if d.exclusive && !d.holds() {
		return false
	}
	m, cancel := i.message(d.values)
	d.settling.Add(1)
	select {
	case d.out <- m:
		go d.settle(ctx, i, m, cancel)
		return true
	case <-ctx.Done():
		cancel()
		d.settling.Done()
		return false
	}
}

// release gives back messages that nobody received.
func (d *delivery) release(list []item) {
	if len(list) == 0 {
		return
	}
	back := make([]returned, len(list))
	for i, item := range list {
		back[i] = returned{seq: item.seq, undelivered: true}
	}
	d.persist(func(ctx context.Context) error { return d.returns.do(ctx, back...) })
	d.forget(list...)
	d.broker.wake(d.topic, false)
}

func (d *delivery) forget(list ...item) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, item := range list {
		delete(d.inHand, item.seq)
	}
}
