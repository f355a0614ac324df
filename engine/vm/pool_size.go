package vm

import (
	"context"
	"slices"
	"time"

	"github.com/fwrun/fwrun/platform/processors"
)

// Size returns the number of VMs, and how many of them are borrowed.
func (p *Pool) Size() (total, borrowed int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, v := range p.all {
		if v.busy {
			borrowed++
		}
	}
	return len(p.all), borrowed
}

// InFlight returns the number of calls that are running or awaiting.
func (p *Pool) InFlight() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, v := range p.all {
		n += v.calls
	}
	return n
}

// Waiting returns the number of calls that wait for a VM.
func (p *Pool) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.waiting)
}

// sizeLocked counts the VMs that take new work.
func (p *Pool) sizeLocked() int { return len(p.all) - p.leaving }

// growLocked starts making one more VM, if the limits allow it and none is being made.
func (p *Pool) growLocked() {
	if p.closed || p.making > 0 || p.sizeLocked() >= p.options.Max {
		return
	}
	p.making++
	go p.grow()
}

func (p *Pool) grow() {
	v, err := p.make()
	p.mu.Lock()
	p.making--
	if p.stuck = err != nil; p.stuck {
		p.offerLocked()
		p.settleLocked()
	}
	p.mu.Unlock()
	if err != nil {
		if p.options.MakeFailed != nil {
			p.options.MakeFailed(err)
		}
		return
	}
	p.adopt(v)
	p.mu.Lock()
	p.refillLocked()
	if p.making == 0 {
		p.settleLocked()
	}
	p.mu.Unlock()
}

// Complete returns a channel that is closed when the pool has made the VMs that it was asked for, or has failed to.
func (p *Pool) Complete() <-chan struct{} { return p.complete }

func (p *Pool) settleLocked() {
	if !p.settled {
		p.settled = true
		close(p.complete)
	}
}

// replaceLocked no longer counts a retired VM, so that another can be made in its place while it still serves
// the calls in flight on it.
func (p *Pool) replaceLocked(v *VM) {
	if v.leaving || p.closed {
		return
	}
	v.leaving = true
	p.leaving++
	p.refillLocked()
}

// refillLocked replaces VMs that left, and makes more when calls wait for a VM: at once if processors are
// free, or else when the first in line has waited for a while and the VMs that there are do not keep the processors
// busy, or are kept themselves by scripts that compute for long. Short calls that arrive faster than the processors
// can handle them gain nothing from more VMs: each of them would only take longer.
func (p *Pool) refillLocked() {
	size := p.sizeLocked()
	crowded := false
	if first := p.firstLocked(); first != nil {
		crowded = size-p.heldIdleLocked() < processors.Count() ||
			p.watchdog.ticks.Load() > first.since+1 && size-p.occupiedLocked() < processors.Count()
	}
	if size < p.options.Min || crowded {
		p.growLocked()
	}
}

// occupiedLocked counts the VMs that will take no other call soon, or leave a processor free: their scripts wait for something
// outside or have been running for long, or they wait for the continuation of a call that holds something.
func (p *Pool) occupiedLocked() (n int) {
	for _, v := range p.all {
		if !v.leaving && (v.sight.isOpen() || v.clock.isLong(p.watchdog.ticks.Load()) || len(v.holds) > 0 && !v.busy) {
			n++
		}
	}
	return n
}

// heldIdleLocked counts the VMs that wait for the continuation of a call that holds something.
func (p *Pool) heldIdleLocked() (n int) {
	for _, v := range p.all {
		if !v.leaving && len(v.holds) > 0 && !v.busy {
			n++
		}
	}
	return n
}

// relieve makes more VMs if calls have waited for long, and reports whether any call waits.
func (p *Pool) relieve() (waiting bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lineUpLocked()
	p.refillLocked()
	p.offerLocked()
	p.serveLocked()
	p.wakeLocked()
	return len(p.waiting) > 0 || p.standing > 0
}

// drop removes a VM for good. The borrower of the VM calls it.
func (p *Pool) drop(v *VM) {
	if p.options.Drop != nil {
		p.options.Drop(v)
	}
	v.timers.stop()
	if why := v.Retired(); why != "" {
		p.options.Counts.retire(why)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	v.dead = true
	for _, j := range v.jobs {
		p.stepOutLocked(j.frame.Call())
	}
	v.jobs = nil
	if v.leaving {
		p.leaving--
	}
	p.all = slices.DeleteFunc(p.all, func(other *VM) bool { return other == v })
	if !p.closed {
		p.refillLocked()
	} else if len(p.all) == 0 {
		p.closeEmptyLocked()
	}
}

// reapLaterLocked schedules reap.
func (p *Pool) reapLaterLocked() {
	if p.reaper == nil {
		p.reaper = time.AfterFunc(p.options.Idle, p.reap)
	}
}

// reap drops VMs above Min that were not used since its last call; release need not read the clock this way.
// The VMs that have been idle for longest are at the bottom of the stack.
func (p *Pool) reap() {
	p.mu.Lock()
	p.reaper = nil
	var old []*VM
	for len(p.free) > 0 && p.sizeLocked()-len(old) > p.options.Min && !p.closed {
		v := p.free[0]
		if v.used || v.calls > 0 {
			break
		}
		p.free = p.free[1:]
		v.busy = true
		old = append(old, v)
	}
	for _, v := range p.free {
		v.used = false
	}
	if p.sizeLocked()-len(old) > p.options.Min && !p.closed {
		p.reapLaterLocked()
	}
	p.mu.Unlock()
	for _, v := range old {
		p.drop(v)
	}
}

// Shrink drops the VMs above Min that nobody uses, without waiting until they have been idle for long.
func (p *Pool) Shrink() {
	p.mu.Lock()
	if p.reaper == nil || !p.reaper.Stop() { // there are none, or reap runs
		p.mu.Unlock()
		return
	}
	for _, v := range p.free {
		v.used = false
	}
	p.mu.Unlock()
	p.reap()
}

// Close refuses new calls, waits for those in flight until ctx ends, and drops all VMs. Timers of no call in flight end.
func (p *Pool) Close(ctx context.Context) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return
	}
	p.closed = true
	for _, w := range p.waiting {
		close(w.place)
	}
	p.waiting, p.queued = nil, 0
	all := slices.Clone(p.all)
	var idle []*VM
	for _, v := range p.free {
		if v.calls == 0 { // the other VMs are dropped by their last call
			v.busy = true
			idle = append(idle, v)
		}
	}
	p.free = nil
	if len(p.all) == 0 {
		p.closeEmptyLocked()
	}
	p.mu.Unlock()
	for _, v := range all {
		v.timers.endLeft()
	}
	for _, v := range idle {
		p.drop(v)
	}
	select {
	case <-p.empty:
	case <-ctx.Done():
	}
	close(p.watchdog.stopped)
}

func (p *Pool) closeEmptyLocked() {
	select {
	case <-p.empty:
	default:
		close(p.empty)
	}
}
