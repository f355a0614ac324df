package vm

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// hold is something outside, such as an open transaction, that a call keeps while it awaits.
//
// Another call on its VM that blocks waiting for the same thing would keep the VM from the only call that can
// give it back. A call that is known to need the thing is therefore kept waiting outside of the VM, as long
// as that is possible. All others continue.
type hold struct {
	call *Call // nil: code that runs for no call
	Held
	since time.Time
}

// patience is how long a call that may have to wait is kept waiting, and how long a blocker of the VM lets
// calls wait that hold something. It is longer while the holder continues by itself, and so waits for no
// other call.
const (
	patience       = time.Second
	longerPatience = 10 * time.Second
)

// Patience returns how long to wait, before looking again, for what a call holds that another call may need.
func (c *Call) Patience(since time.Time) time.Duration {
	age := time.Since(since)
	if age >= patience && c != nil && c.awaits.Load() > 0 {
		return min(patience, longerPatience-age)
	}
	return patience - age
}

// Held is what a call keeps outside.
type Held struct {
	Of        Needs // what calls with one of these needs may wait for
	Denied    Needs // calls with one of these wait until the end
	Contended Needs // calls with one of these may have to wait, and do so for a while

	// Lent states that calls are placed on the VM as if nothing were held: only those that would wait there for what is held, or for
	// what comes before it in the order of needs, are not. Denied and Contended are not looked at.
	Lent bool
}

// Hold declares that the current call, which is going to await, keeps something outside until the returned
// function is called or the call is over. Calls known to have one of the needs are not started on the VM
// meanwhile: those denied until the end, those contended for a while. Nor do they continue while the holder
// waits for host work of its own, and so does not wait for them.
func (v *VM) Hold(held Held) (release func()) {
	p := v.pool
	if p == nil {
		return func() {} // during boot there are no others
	}
	call := v.Current()
	if call != nil {
		call.holds.Store(true)
	}
	h := &hold{call, held, time.Now()}
	p.mu.Lock()
	if held.Lent {
		v.lent = append(v.lent, h)
	} else {
		v.holds = append(v.holds, h)
	}
	v.held.Store(int32(len(v.holds)))
	p.mu.Unlock()
	if call != nil && call.Over() { // it may just have been given up
		call.letGoAll()
	}
	return sync.OnceFunc(func() { p.letGo(v, func(other *hold) bool { return other == h }) })
}

// letGo ends holds, and lets the calls that waited for them continue.
func (p *Pool) letGo(v *VM, ended func(*hold) bool) {
	p.mu.Lock()
	v.holds = slices.DeleteFunc(v.holds, ended)
	v.lent = slices.DeleteFunc(v.lent, ended)
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

// letGoAll ends the holds that a call has left when it is over.
func (c *Call) letGoAll() {
	if c.holds.Load() {
		c.vm.pool.letGo(c.vm, func(h *hold) bool { return h.call == c })
	}
}

// mayRunLocked reports whether a continuation can run without waiting for that of another call.
func (v *VM) mayRunLocked(j job) bool {
	call := j.frame.Call()
	return !v.standsLocked(call) && !v.waitsForHoldLocked(call)
}

// holdsLocked reports whether a call holds something that others may wait for.
func (v *VM) holdsLocked(call *Call) bool {
	return slices.ContainsFunc(v.holds, func(h *hold) bool { return h.call == call })
}

// mayStartLocked reports whether a call that has these needs can be started on the VM.
func (v *VM) mayStartLocked(needs Needs) bool {
	return needs == 0 || !slices.ContainsFunc(v.holds, func(h *hold) bool {
		return needs&h.Denied != 0 || needs&h.Contended != 0 && h.call.Patience(h.since) > 0
	})
}

// heldLocked finds an idle VM with calls that hold something, for one more call if no other VM is available: the one on which the fewest
// calls hold something, and then the one with the fewest calls, since they may wait there for each other.
func (p *Pool) heldLocked(needs Needs) *VM {
	if p.mayGrowLocked() {
		return nil
	}
	var best *VM
	for _, v := range p.all {
		if v.busy || len(v.holds) == 0 || v.Retired() != "" || best != nil && !v.isFreerLocked(best) {
			continue
		}
		if v.mayStartLocked(needs) && v.lineOfLocked(needs) == nil {
			best = v
		}
	}
	return best
}

// isFreerLocked reports whether fewer calls hold something on the VM than on another one, or if as many do, whether it has fewer calls.
func (v *VM) isFreerLocked(other *VM) bool {
	return cmp.Or(cmp.Compare(len(v.holds), len(other.holds)), cmp.Compare(v.calls, other.calls)) < 0
}

// mayGrowLocked reports whether there will be another VM for waiting calls.
func (p *Pool) mayGrowLocked() bool { return p.sizeLocked() < p.options.Max && !p.stuck }

// nextLocked removes the first waiter to which the VM can be given.
func (p *Pool) nextLocked(v *VM) (next *waiter, ok bool) {
	if len(p.waiting) == 0 || len(v.holds) > 0 && p.mayGrowLocked() {
		return nil, false
	}
	i := slices.IndexFunc(p.waiting, func(w *waiter) bool {
		return v.mayStartLocked(w.experience.Needs()) && v.lineOfLocked(w.experience.Needs()) == nil
	})
	if i < 0 {
		return nil, false
	}
	return p.removeLocked(i), true
}

// offerLocked gives idle VMs with calls that hold something to waiters that can use them.
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

// takeFreeLocked removes a VM from the stack, if it is on it.
func (p *Pool) takeFreeLocked(v *VM) {
	if i := slices.Index(p.free, v); i >= 0 {
		p.free = slices.Delete(p.free, i, i+1)
	}
}
