package vm

import "github.com/fwrun/fwrun/fault"

// ErrInterrupted is what a run ends with that [VM.Interrupt] stopped.
var ErrInterrupted = fault.New("vm.run", fault.Canceled, "interrupted")

// Interrupt ends the run that is under way, if there is one: a loop, but not what awaits.
// It is for somebody who attends the pool and has seen enough. It tells whether there is
// one, which is over soon. Safe from any goroutine.
func (v *VM) Interrupt() bool {
	p := v.clock.phase.Load()
	if p&phaseMask == running {
		v.interrupt(p, ErrInterrupted)
	}
	return p&phaseMask != idle
}

// attended tells a VM whose pool a person watches; see [Options].
func (v *VM) attended() bool { return v.pool != nil && v.pool.options.Attended }

// stopped retires a VM whose run was cut off: what the run has left half done, nobody
// knows. A person who did it on purpose goes on with the VM all the same.
func (v *VM) stopped() {
	if !v.attended() {
		v.Retire("interrupted")
	}
}

// whyStopped is the reason for an interrupt that came just before a wait.
func (v *VM) whyStopped() error {
	if v.attended() {
		return ErrInterrupted
	}
	return ErrCPUTime
}
