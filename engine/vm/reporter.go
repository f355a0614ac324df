package vm

import "github.com/dop251/goja"

// Reporter receives errors that have no caller to return to, before the hooks do. Its methods run on the VM, in a run of
// their own.
type Reporter interface {
	// Uncaught reports whether the hooks need not be called for an error that a timer or another callback threw.
	Uncaught(err error) (done bool)
	// Lost reports whether the hooks need not be called for a promise that was rejected and is not awaited.
	Lost(promise *goja.Promise) (done bool)
	// Handled is called when a promise gets a handler that was rejected without one in an earlier run.
	Handled(promise *goja.Promise)
}

// ReportTo sets the reporter.
func (v *VM) ReportTo(reporter Reporter) { v.reporter = reporter }

// Reporter returns the reporter; nil if there is none.
func (v *VM) Reporter() Reporter { return v.reporter }

// offer asks the reporter, unless it is being asked: what goes wrong meanwhile is for the hooks.
func (v *VM) offer(frame *Frame, ask func(Reporter) (done bool)) (done bool) {
	if v.reporter == nil || v.asking {
		return false
	}
	v.asking = true
	defer func() { v.asking = false }()
	_ = v.runIn(frame, func() error {
		done = ask(v.reporter)
		return nil
	})
	return done
}

// uncaught reports an error to the reporter, and to the hook if that leaves it.
func (v *VM) uncaught(frame *Frame, err error) {
	if !Uncatchable(err) && v.offer(frame, func(r Reporter) bool { return r.Uncaught(err) }) {
		return
	}
	if v.hooks.Uncaught != nil {
		v.tell(frame, func(call *Call) { v.hooks.Uncaught(v, call, err) })
	}
}

// tell calls a hook in the frame of what went wrong, so that the context there is that of the work that began it.
func (v *VM) tell(frame *Frame, hook func(*Call)) {
	outer := v.frame
	v.frame = frame
	defer func() { v.frame = outer }()
	hook(frame.Call())
}
