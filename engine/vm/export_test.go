package vm

import "time"

// Timers returns the number of the VM's timers that are not due yet.
func (v *VM) Timers() int {
	v.timers.mu.Lock()
	defer v.timers.mu.Unlock()
	return len(v.timers.heap)
}

// Due returns the time at which the timer is due.
func (t *Timer) Due() time.Time { return t.due }

// Standing returns the number of calls whose continuations queue in lines.
func (p *Pool) Standing() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.standing
}

// Queued returns the number of calls that wait for a VM, outside of lines.
func (p *Pool) Queued() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.queued
}
