package vm

import (
	"context"
	"math/bits"
	"slices"
	"time"

	"github.com/fwrun/fwrun/platform/limit"
)

// Line is where calls wait that need something outside which is in use, such as a connection to a database. They wait
// for a VM when they could use it, so that the VMs are left to calls that need nothing of the kind.
type Line struct {
	Places int           // calls that may wait
	Wait   time.Duration // the longest wait
	Full   error         // of a call that found no place
	Late   error         // of a call that waited for too long

	standing int // guarded by the pool's mu
}

// isFull reports whether nobody else may wait.
func (l *Line) isFull() bool { return l.standing >= l.Places }

// waiter is a call that waits for a VM.
type waiter struct {
	place chan *VM
	since int64 // tick of the watchdog at which it began to wait
	line  *Line // nil if it waits for nothing but a VM

	moved   chan struct{} // tells it that it was moved into a line
	refusal error         // why it waits no more: there was no place in that line

	began    limit.Deadline // when it began to wait, moved by the time in which it could not have been served
	deadline limit.Deadline
	longest  time.Duration // its wait for a VM, outside of a line; 0 for any

	experience *Experience // with the call's kind
}

// lineOf returns the line in which a call with these needs has to stand, whatever VM it gets; nil if it may start.
func (p *Pool) lineOf(needs Needs) *Line {
	if needs == 0 || p.options.Line == nil {
		return nil
	}
	return p.options.Line(needs, false)
}

// lineOfLocked is like [Pool.lineOf], for a call that would start on the VM or continue there. If calls of the VM hold something, it may
// wait there for what comes after that in the order of needs, and for nothing else: then no two VMs wait for what calls of the
// other hold.
func (v *VM) lineOfLocked(needs Needs) *Line {
	p := v.pool
	if needs == 0 || p.options.Line == nil {
		return nil
	}
	var held Needs
	for _, list := range [...][]*hold{v.holds, v.lent} {
		for _, h := range list {
			held |= h.Of
		}
	}
	upTo := Needs(1)<<bits.Len64(uint64(held)) - 1
	if line := p.options.Line(needs&upTo, true); line != nil {
		return line
	}
	return p.options.Line(needs&^upTo, false)
}

// lineOfAllLocked returns the line in which a waiter has to stand because no VM will let it start.
func (p *Pool) lineOfAllLocked(needs Needs) *Line {
	line := p.lineOf(needs)
	if line != nil || p.mayGrowLocked() {
		return line
	}
	for _, v := range p.all {
		if v.leaving {
			continue
		}
		if line = v.lineOfLocked(needs); line == nil {
			return nil
		}
	}
	return line
}

// borrow takes a VM from the stack, or waits for one, and adds the call to its calls.
func (p *Pool) borrow(ctx context.Context, deadline limit.Deadline, longest time.Duration, work Work) (*VM, error) {
	experience := experienceOf(work)
	needs := experience.Needs()
	line := p.lineOf(needs)
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	if line == nil {
		if v := p.idleLocked(needs); v != nil {
			v.busy = true
			v.calls++
			p.mu.Unlock()
			return v, nil
		}
		line = p.lineOfAllLocked(needs)
	}
	w := &waiter{
		place: make(chan *VM, 1), since: p.watchdog.now(), line: line, moved: make(chan struct{}, 1), experience: experience,
		began: deadline.Work().By(time.Now()), deadline: deadline, longest: longest,
	}
	if err := p.joinLocked(w); err != nil {
		p.mu.Unlock()
		return nil, err
	}
	p.refillLocked()
	p.mu.Unlock()
	return p.queue(ctx, w, work)
}

// idleLocked takes a VM from the stack, or one with calls that hold something if there is no other.
func (p *Pool) idleLocked(needs Needs) *VM {
	for i := len(p.free) - 1; i >= 0; i-- {
		if v := p.free[i]; len(v.lent) == 0 || v.lineOfLocked(needs) == nil {
			p.free = slices.Delete(p.free, i, i+1)
			return v
		}
	}
	return p.heldLocked(needs)
}

// joinLocked adds a waiter, if there is a place for it. A queue that has not been empty for long does not level out a burst,
// but makes all of its calls late: then they wait for a shorter time, and what is served is fresh.
func (p *Pool) joinLocked(w *waiter) error {
	switch {
	case w.line != nil && w.line.isFull():
		return w.line.Full
	case w.line == nil && p.queued >= p.options.Queue:
		return ErrBusy
	}
	if p.queued == 0 {
		p.filled = w.since
	} else if w.line == nil && !p.still.Still() && time.Duration(w.since-p.filled)*tick > p.options.MaxWait {
		w.longest /= 2
	}
	p.waiting = append(p.waiting, w)
	p.countLocked(w, 1)
	return nil
}

func (p *Pool) countLocked(w *waiter, n int) {
	if w.line != nil {
		w.line.standing += n
	} else {
		p.queued += n
	}
}

// removeLocked removes the waiter at an index.
func (p *Pool) removeLocked(i int) *waiter {
	w := p.waiting[i]
	if i == 0 {
		p.waiting = p.waiting[1:]
	} else {
		p.waiting = slices.Delete(p.waiting, i, i+1)
	}
	p.countLocked(w, -1)
	return w
}

// queue waits until a waiter is given a VM, or has waited for too long.
func (p *Pool) queue(ctx context.Context, w *waiter, work Work) (*VM, error) {
	more, late := p.patience(w)
	timer := time.NewTimer(more)
	defer timer.Stop()
	left, end := leaving(work)
	defer end()
	for more > 0 {
		select {
		case v, ok := <-w.place:
			if !ok {
				return nil, ErrClosed
			}
			return v, nil
		case <-ctx.Done():
			return nil, p.giveUpWaiting(w, ErrCanceled)
		case <-left:
			return nil, p.giveUpWaiting(w, ErrCanceled)
		case <-w.moved:
		case <-timer.C:
		}
		more, late = p.patience(w)
		timer.Reset(more)
	}
	return nil, p.giveUpWaiting(w, late)
}

// patience returns how much longer a waiter waits, and its error after that.
func (p *Pool) patience(w *waiter) (more time.Duration, late error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if w.refusal != nil {
		return 0, w.refusal
	}
	longest, late := w.longest, error(ErrBusy)
	if w.line != nil {
		longest, late = w.line.Wait, w.line.Late
	}
	if more = w.deadline.Left(); longest > 0 {
		more = min(more, w.began.Add(longest).Left())
	}
	return more, late
}

// giveUpWaiting removes a waiter that does not want a VM any more, and returns why.
func (p *Pool) giveUpWaiting(w *waiter, why error) error {
	p.mu.Lock()
	i := slices.Index(p.waiting, w)
	if i >= 0 {
		p.removeLocked(i)
	}
	p.mu.Unlock()
	if i < 0 { // it was given a VM at the last moment
		if v, ok := <-w.place; ok {
			p.release(v, 1)
		}
	}
	return why
}

// lineUpLocked moves waiters into the lines in which they would have to stand if they came now. Those that find no place there wait
// no more.
func (p *Pool) lineUpLocked() {
	if p.options.Line == nil {
		return
	}
	for _, w := range p.waiting {
		if w.line != nil || w.refusal != nil {
			continue
		}
		line := p.lineOfAllLocked(w.experience.Needs())
		if line == nil {
			continue
		}
		if line.isFull() {
			w.refusal = line.Full
		} else {
			p.countLocked(w, -1)
			w.line = line
			p.countLocked(w, 1)
		}
		w.moved <- struct{}{}
	}
}

// firstLocked returns the first waiter that waits for nothing but a VM; nil if there is none.
func (p *Pool) firstLocked() *waiter {
	for _, w := range p.waiting {
		if p.lineOf(w.experience.Needs()) == nil {
			return w
		}
	}
	return nil
}

// serveLocked gives an idle VM to a waiter that stood in a line and may start now: one at a time, since it may be what fills
// the line again.
func (p *Pool) serveLocked() {
	for i := len(p.free) - 1; i >= 0; i-- {
		v := p.free[i]
		if next, ok := p.nextLocked(v); ok {
			p.free = slices.Delete(p.free, i, i+1)
			v.busy = true
			v.calls++
			next.place <- v
			return
		}
		if len(v.lent) == 0 {
			return // the others could not take more
		}
	}
}
