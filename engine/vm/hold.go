package vm

import (
	"slices"
	"sync"
	"time"
)

// hold is something outside, such as an open transaction, that a call keeps while it awaits.
//
// Another call on its VM that blocks waiting for the same thing would keep the VM from the only
// one who can give it back. Whoever is known to need it is therefore kept waiting outside of the
// VM, as long as that is possible. All others go on.
type hold struct {
	call      *Call // nil: what runs for no call
	denied    Needs // who needs one of these waits until the end
	contended Needs // who needs one of these may have to wait, and does for a while
	since     time.Time
}

// patience is how long who may have to wait is kept waiting, and how long one who blocks the
// VM lets others wait who hold something. While who holds something goes on by itself, and so
// waits for nobody, it is longer.
const (
	patience       = time.Second
	longerPatience = 10 * time.Second
)

// Patience is how long it is worth waiting, before one looks again, for what a call holds that
// might get into the way of another.
func (c *Call) Patience(since time.Time) time.Duration {
	age := time.Since(since)
	if age >= patience && c != nil && c.awaits.Load() > 0 {
		return min(patience, longerPatience-age)
	}
	return patience - age
}

// Hold tells that the current call, which is going to await, keeps something outside until the
// function it returns is called or the call is over. Calls known to have one of the needs are
// not started on the VM meanwhile: those denied until the end, those contended for a while. Nor
// do they continue, as long as the holder waits for host work of its own, and so does not wait
// for them.
func (v *VM) Hold(denied, contended Needs) (release func()) {
	p := v.pool
	if p == nil {
		return func() {} // boot: there are no others
	}
	call := v.Current()
	if call != nil {
		call.holds.Store(true)
	}
	h := &hold{call, denied, contended, time.Now()}
	p.mu.Lock()
	v.holds = append(v.holds, h)
	v.held.Store(int32(len(v.holds)))
	p.mu.Unlock()
	if call != nil && call.Over() { // it may just have been given up
		call.letGoAll()
	}
	return sync.OnceFunc(func() { p.letGo(v, func(other *hold) bool { return other == h }) })
}

// letGo ends holds, and lets those go on who waited for it.
func (p *Pool) letGo(v *VM, ended func(*hold) bool) {
	p.mu.Lock()
	v.holds = slices.DeleteFunc(v.holds, ended)
	v.held.Store(int32(len(v.holds)))
	idle := !v.busy && !v.dead
	if idle {
		v.busy = true
		p.takeFreeLocked(v)
	}
	p.mu.Unlock()
	if idle {
		p.release(v, 0)
	}
}

// letGoAll ends what a call that is over has left.
func (c *Call) letGoAll() {
	if c.holds.Load() {
		c.vm.pool.letGo(c.vm, func(h *hold) bool { return h.call == c })
	}
}

// mayRunLocked tells whether a continuation need not wait for another call's.
func (v *VM) mayRunLocked(j job) bool {
	if len(v.holds) == 0 {
		return true
	}
	call := j.frame.Call()
	needs := call.needs()
	if needs == 0 || v.holdsLocked(call) {
		return true
	}
	return !slices.ContainsFunc(v.holds, func(h *hold) bool {
		return needs&(h.denied|h.contended) != 0 && h.call != nil && h.call.awaits.Load() > 0
	})
}

// holdsLocked tells whether a call holds something: others may wait for it.
func (v *VM) holdsLocked(call *Call) bool {
	return slices.ContainsFunc(v.holds, func(h *hold) bool { return h.call == call })
}

// mayStartLocked tells whether a call that has these needs can be started on the VM.
func (v *VM) mayStartLocked(needs Needs) bool {
	return needs == 0 || !slices.ContainsFunc(v.holds, func(h *hold) bool {
		return needs&h.denied != 0 || needs&h.contended != 0 && h.call.Patience(h.since) > 0
	})
}

// heldLocked finds an idle VM with calls that hold something, for one more call when there is
// no other VM to be had.
func (p *Pool) heldLocked(needs Needs) *VM {
	if p.mayGrowLocked() {
		return nil
	}
	var best *VM
	for _, v := range p.all {
		if !v.busy && len(v.holds) > 0 && v.Retired() == "" && v.mayStartLocked(needs) && (best == nil || len(v.holds) < len(best.holds)) {
			best = v
		}
	}
	return best
}

// mayGrowLocked tells whether there is going to be another VM for those who wait.
func (p *Pool) mayGrowLocked() bool { return p.sizeLocked() < p.options.Max && !p.stuck }

// nextLocked takes the first in line that the VM can be given to.
func (p *Pool) nextLocked(v *VM) (next waiter, ok bool) {
	if len(p.waiting) == 0 || len(v.holds) > 0 && p.mayGrowLocked() {
		return waiter{}, false
	}
	i := slices.IndexFunc(p.waiting, func(w waiter) bool { return v.mayStartLocked(w.experience.Needs()) })
	if i < 0 {
		return waiter{}, false
	}
	next = p.waiting[i]
	if i == 0 {
		p.waiting = p.waiting[1:]
	} else {
		p.waiting = slices.Delete(p.waiting, i, i+1)
	}
	return next, true
}

// offerLocked gives idle VMs with calls that hold something to those in line who can use them.
func (p *Pool) offerLocked() {
	for _, v := range p.all {
		if v.busy || len(v.holds) == 0 || v.Retired() != "" {
			continue
		}
		if next, ok := p.nextLocked(v); ok {
			v.busy = true
			v.calls++
			next.place <- v
		}
	}
}

// takeFreeLocked takes a VM off the stack, if it is there.
func (p *Pool) takeFreeLocked(v *VM) {
	if i := slices.Index(p.free, v); i >= 0 {
		p.free = slices.Delete(p.free, i, i+1)
	}
}
