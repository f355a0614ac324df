package kafka

import (
	"context"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
)

// delivery is one subscription. The mutex of its member guards what changes.
type delivery struct {
	member  *member
	values  context.Context // of Subscribe, without its end
	options broker.Subscription
	out     chan *message.Message

	inHand int
	ended  bool
}

// run delivers until ctx ends. What was received stays in hand.
func (d *delivery) run(ctx context.Context) {
	m := d.member
	defer context.AfterFunc(ctx, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.deliver.Broadcast()
	})()
	for {
		p, i, leaving := d.next(ctx)
		if i == nil {
			break
		}
		d.handOut(ctx, p, i, leaving)
	}
	close(d.out)
	m.mu.Lock()
	defer m.mu.Unlock()
	d.ended, m.moving = true, true
	m.tidy()
}

// next waits for a message that this subscription may deliver. It returns nil if ctx ends before. Nobody may receive the message
// any more when leaving is closed.
func (d *delivery) next(ctx context.Context) (p *part, i *item, leaving <-chan struct{}) {
	m := d.member
	m.mu.Lock()
	defer m.mu.Unlock()
	for ctx.Err() == nil {
		if d.inHand < d.options.Workers && m.isTurn(d) {
			if p, i = m.choose(); i != nil {
				p.window.hold(i)
				p.fetch.Signal()
				d.inHand++
				return p, i, p.leaving
			}
		}
		m.deliver.Wait()
	}
	return nil, nil, nil
}

// handOut waits until somebody receives a message, or takes it back.
func (d *delivery) handOut(ctx context.Context, p *part, i *item, leaving <-chan struct{}) {
	own, end := context.WithCancel(d.values)
	out := fromRecord(i.message)
	out.SetContext(own)
	d.member.b.running.Add(1)
	select {
	case d.out <- out:
		go func() {
			defer d.member.b.running.Done()
			defer end()
			d.settle(ctx, p, i, out)
		}()
		return
	case <-leaving:
	case <-ctx.Done():
	}
	d.member.b.running.Done()
	end()
	d.release(p, func() {
		i.tries--
		p.window.giveBack(i)
	})
}

// The pause before a message that was given back is delivered again grows with the number of its deliveries, so that a
// listener that cannot handle it does not spin, and others are delivered meanwhile.
const (
	firstPause = 5 * time.Millisecond
	lastPause  = time.Second
)

// settle waits until a message is acknowledged or given back.
func (d *delivery) settle(ctx context.Context, p *part, i *item, out *message.Message) {
	select {
	case <-out.Acked():
		d.release(p, func() { p.window.settle(i) })
		return
	case <-out.Nacked():
	case <-d.member.b.closing.Done():
	}
	select {
	case <-out.Acked(): // at the same time
		d.release(p, func() { p.window.settle(i) })
	default:
		d.release(p, func() { d.giveBack(ctx, p, i) })
	}
}

func (d *delivery) giveBack(ctx context.Context, p *part, i *item) {
	if ctx.Err() != nil || d.member.b.closing.Err() != nil {
		p.window.giveBack(i)
		return
	}
	p.window.set(i, paused)
	pause := lastPause
	if i.tries < 9 {
		pause = min(firstPause<<(i.tries-1), lastPause)
	}
	time.AfterFunc(pause, func() {
		d.member.mu.Lock()
		defer d.member.mu.Unlock()
		if i.state == paused {
			p.window.giveBack(i)
			d.member.deliver.Broadcast()
		}
	})
}

// release makes room for another message.
func (d *delivery) release(p *part, change func()) {
	m := d.member
	m.mu.Lock()
	defer m.mu.Unlock()
	change()
	d.inHand--
	p.fetch.Signal()
	m.tidy()
}
