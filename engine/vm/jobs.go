package vm

import "slices"

// push adds continuations to a VM's queue. If the VM is free it borrows it and returns true; the caller must
// drain the queue then.
func (p *Pool) push(v *VM, jobs []job) (drain bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if v.dead {
		return false
	}
	v.jobs = append(v.jobs, jobs...)
	v.urgeLocked()
	if v.busy || !slices.ContainsFunc(jobs, v.mayRunLocked) {
		return false
	}
	v.busy = true
	p.takeFreeLocked(v)
	return true
}

// drain runs the continuations that wait for a VM, then releases it. Those that arrive meanwhile do not go before a call that waits, and
// neither do those that are left after a tick.
func (p *Pool) drain(v *VM) {
	began := p.watchdog.now()
	for range p.jobsOf(v) {
		j, ok := p.nextJob(v)
		if !ok {
			break
		}
		if v.runJob(j); p.watchdog.ticks.Load() > began {
			break
		}
	}
	if !p.giveTurn(v) {
		p.release(v, 0)
	}
}

// giveTurn passes a VM to a call that waits, and reports whether there is one.
func (p *Pool) giveTurn(v *VM) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || v.Retired() != "" {
		return false
	}
	next, ok := p.nextLocked(v)
	if ok {
		v.calls++
		next.place <- v
	}
	return ok
}

func (p *Pool) jobsOf(v *VM) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(v.jobs)
}

// nextJob removes the first continuation that may run. Those after it stay in the queue.
func (p *Pool) nextJob(v *VM) (j job, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(v.jobs, v.mayRunLocked)
	if i < 0 {
		return job{}, false
	}
	j = v.jobs[i]
	p.stepOutLocked(j.frame.Call())
	if i > 0 {
		v.jobs = slices.Delete(v.jobs, i, i+1)
		return j, true
	}
	v.jobs[0] = job{}
	if v.jobs = v.jobs[1:]; len(v.jobs) == 0 {
		v.jobs = nil
	}
	return j, true
}
