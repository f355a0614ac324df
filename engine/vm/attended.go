package vm

import "github.com/fwrun/fwrun/platform/fault"

// ErrInterrupted is the error of a run that [VM.Interrupt] stopped.
var ErrInterrupted = fault.New("vm.run", fault.Canceled, "interrupted")

// Interrupt ends the current run, if there is one: it stops a loop, but not a call that awaits. It is meant
// for a person who attends the pool. It reports whether there was a run, which ends soon. Safe from any
// goroutine.
func (v *VM) Interrupt() bool {
	p := v.clock.phase.Load()
	if p&phaseMask == running {
		v.interrupt(p, ErrInterrupted)
	}
	return p&phaseMask != idle
}

// attended reports whether a person attends the VM's pool; see [Options].
func (v *VM) attended() bool { return v.pool != nil && v.pool.options.Attended }

// stopped retires a VM whose run was cut off, since the state that the run has left is unknown. A person who
// did it on purpose continues to use the VM.
func (v *VM) stopped() {
	if !v.attended() {
		v.Retire("interrupted")
	}
}

// whyStopped returns the reason of an interrupt that came just before a wait.
func (v *VM) whyStopped() error {
	if v.attended() {
		return ErrInterrupted
	}
	return ErrCPUTime
}
