package vm

import (
	"slices"
	"sync"
)

// Hold keeps the VM for the current call, until the function it returns is called or the
// call is over: the VM takes no new work, and the continuations of other calls on it wait.
//
// It is for a call that awaits while it holds a lock outside, such as an open transaction.
// Another call on its VM would block the VM waiting for that lock, and with it the only
// one who could give the lock back. Calls on other VMs just wait for the lock.
func (v *VM) Hold() (release func()) {
	call, p := v.Current(), v.pool
	if call == nil || p == nil {
		return func() {} // boot: there are no others
	}
	p.mu.Lock()
	v.holders = append(v.holders, call)
	p.mu.Unlock()
	call.holds.Store(true)
	return sync.OnceFunc(func() { p.letGo(v, call) })
}

// letGo undoes one Hold of a call; it tells whether there was one.
func (p *Pool) letGo(v *VM, call *Call) bool {
	p.mu.Lock()
	i := slices.Index(v.holders, call)
	if i < 0 {
		p.mu.Unlock()
		return false
	}
	v.holders = slices.Delete(v.holders, i, i+1)
	idle := len(v.holders) == 0 && !v.busy && !v.dead
	if idle {
		v.busy = true
	}
	p.mu.Unlock()
	if idle {
		p.release(v, 0)
	}
	return true
}

// letGoAll undoes what a call that is over has left.
func (c *Call) letGoAll() {
	if c.holds.Load() {
		for c.vm.pool.letGo(c.vm, c) {
		}
	}
}

// mayRunLocked tells whether a continuation need not wait for the call that holds the VM.
func (v *VM) mayRunLocked(j job) bool {
	return len(v.holders) == 0 || slices.Contains(v.holders, j.frame.Call())
}

// takeJobs takes the continuations that may run now.
func (p *Pool) takeJobs(v *VM) []job {
	p.mu.Lock()
	defer p.mu.Unlock()
	jobs := v.jobs
	v.jobs = nil
	if len(v.holders) == 0 {
		return jobs
	}
	var now []job
	for _, j := range jobs {
		if v.mayRunLocked(j) {
			now = append(now, j)
		} else {
			v.jobs = append(v.jobs, j)
		}
	}
	return now
}

// postpone puts jobs back if the first of them must wait: the one before it may have taken
// hold of the VM.
func (p *Pool) postpone(v *VM, jobs []job) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if v.mayRunLocked(jobs[0]) {
		return false
	}
	v.jobs = append(slices.Clone(jobs), v.jobs...)
	return true
}
