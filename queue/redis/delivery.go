package redis

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
)

// delivery is one subscription. One goroutine hands messages out; another, the keeper, calls the server for it.
type delivery struct {
	broker   *Broker
	topic    string
	workers  int
	consumer string
	token    string          // of the lock, if the subscription is exclusive
	values   context.Context // of Subscribe, without its end
	out      chan *message.Message
	arrived  chan struct{} // has a token when there may be something to hand out
	changed  chan struct{} // has a token when there may be something for the keeper to do

	mu      sync.Mutex
	ended   bool              // nothing more is handed out
	known   map[string]*entry // taken, and not yet written down as settled
	queue   []*entry          // not yet handed out
	paused  map[*entry]*time.Timer
	inHand  int
	acks    []string
	returns []back
	idle    bool      // the server had no more
	calls   int       // how often something may have changed at the server
	unsure  bool      // entries may be pending that are not known
	renew   bool      // the lock must be renewed
	held    time.Time // until when the lock is held for sure
}

// back is a message that is given back, and how often it counts as delivered.
type back struct {
	id         string
	deliveries int64
}

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// look makes the keeper ask the server for messages.
func (d *delivery) look(unsure bool) {
	d.mu.Lock()
	d.calls++
	d.idle, d.renew = false, true
	d.unsure = d.unsure || unsure
	d.mu.Unlock()
	wake(d.changed)
}

// handOut hands out messages until ctx ends. Those that wait are given back then.
func (d *delivery) handOut(ctx context.Context) {
	defer close(d.out)
	defer d.end()
	for {
		e, until := d.first()
		if e == nil {
			select {
			case <-d.arrived:
				continue
			case <-ctx.Done():
				return
			}
		}
		if !d.offer(ctx, e, until) {
			return
		}
	}
}

// first returns the message to hand out next, and until when it may be, if the subscription is exclusive.
func (d *delivery) first() (e *entry, until time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.token != "" && len(d.queue) > 0 && !time.Now().Before(d.held) {
		d.shed()
	}
	if len(d.queue) == 0 {
		return nil, time.Time{}
	}
	return d.queue[0], d.held
}

// offer waits until a message is received, or may not be any more. It reports whether the subscription goes on.
func (d *delivery) offer(ctx context.Context, e *entry, until time.Time) bool {
	var late <-chan time.Time
	if d.token != "" {
		timer := time.NewTimer(time.Until(until))
		defer timer.Stop()
		late = timer.C
	}
	m, cancel := e.message(d.values)
	select {
	case d.out <- m:
		d.mu.Lock()
		d.queue = slices.DeleteFunc(d.queue, func(other *entry) bool { return other == e })
		d.inHand++
		d.mu.Unlock()
		go d.settle(e, m, cancel)
		return true
	case <-late: // the lock is renewed meanwhile, or lost
		cancel()
		return true
	case <-ctx.Done():
		cancel()
		return false
	}
}

// settle waits until a message is acknowledged or given back, or until the Broker is closed and gives back everything.
func (d *delivery) settle(e *entry, m *message.Message, cancel context.CancelFunc) {
	defer cancel()
	select {
	case <-m.Acked():
		d.acknowledge(e)
	case <-m.Nacked():
		d.giveBack(e)
	case <-d.broker.closing.Done():
		select {
		case <-m.Acked():
			d.acknowledge(e)
		default:
			d.leaveBehind(e)
		}
	}
}

func (d *delivery) acknowledge(e *entry) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inHand--
	e.settled = true
	d.acks = append(d.acks, e.id)
	wake(d.changed)
}

// giveBack gives a message back after a pause that grows with the number of its deliveries, so that a listener that cannot
// handle it does not spin. Others are delivered meanwhile.
func (d *delivery) giveBack(e *entry) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inHand--
	if d.ended {
		d.put(e, e.deliveries)
		return
	}
	pause := lastReturn
	if e.deliveries < 9 {
		pause = min(firstReturn<<(e.deliveries-1), lastReturn)
	}
	if d.paused == nil {
		d.paused = map[*entry]*time.Timer{}
	}
	d.paused[e] = time.AfterFunc(pause, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.paused[e] != nil {
			delete(d.paused, e)
			d.put(e, e.deliveries)
		}
	})
	wake(d.changed) // there is room for another one
}

// leaveBehind leaves a message to the end of the keeper, which gives back what is left.
func (d *delivery) leaveBehind(e *entry) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inHand--
	e.settled = true
	delete(d.known, e.id)
	wake(d.changed)
}

// put lets the keeper give a message back. The caller holds the mutex.
func (d *delivery) put(e *entry, deliveries int64) {
	if e.settled {
		return
	}
	e.settled = true
	d.returns = append(d.returns, back{e.id, deliveries})
	wake(d.changed)
}

// shed gives back what has not been handed out. The caller holds the mutex.
func (d *delivery) shed() {
	for _, e := range d.queue {
		d.put(e, e.deliveries-1)
	}
	d.queue = nil
}

// end gives back what waits.
func (d *delivery) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ended = true
	d.shed()
	for e, timer := range d.paused {
		timer.Stop()
		d.put(e, e.deliveries)
	}
	d.paused = nil
	wake(d.changed)
}
