package vm

import "time"

// Timers is how many timers of the VM wait for their time.
func (v *VM) Timers() int {
	v.timers.mu.Lock()
	defer v.timers.mu.Unlock()
	return len(v.timers.heap)
}

// Due is when the timer's time comes.
func (t *Timer) Due() time.Time { return t.due }
