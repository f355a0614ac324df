package vm

import (
	"context"
	"errors"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// ErrGaveWay is the error of a wait that was ended because it kept others from continuing.
var ErrGaveWay = fault.New("vm.wait", fault.Unavailable, "the wait was canceled because another request has to continue first; "+
	"try again in a moment").
	WithHint("it blocked a worker on which an open transaction had to continue, and probably waited for that transaction: " +
		"do slow work outside of transactions, or allow more workers (server.workers.max)")

var errOthersWait = errors.New("a call that holds something waits for the VM")

// blocker is a wait that keeps the VM.
type blocker struct {
	call   *Call
	inside bool // for something that the call itself holds
	cancel context.CancelCauseFunc
	urged  *time.Timer // set once a call that holds something waits for the VM
}

// GivingWay runs wait, which blocks the VM, and may wait for something that is held by a call which awaits on
// this VM; see [VM.Hold]. Once such a call has waited for the VM for about a second, the context of wait
// ends, and GivingWay returns ErrGaveWay. inside states that wait does not wait for anything that the current
// call itself holds.
func (v *VM) GivingWay(ctx context.Context, inside bool, wait func(ctx context.Context) error) error {
	if v.held.Load() == 0 {
		return wait(ctx)
	}
	waiting, cancel := context.WithCancelCause(ctx)
	b := &blocker{call: v.Current(), inside: inside, cancel: cancel}
	p := v.pool
	p.mu.Lock()
	outer := v.blocker
	v.blocker = b
	v.urgeLocked()
	p.mu.Unlock()
	err := wait(waiting)
	p.mu.Lock()
	v.blocker = outer
	if b.urged != nil {
		b.urged.Stop()
	}
	p.mu.Unlock()
	gaveWay := errors.Is(context.Cause(waiting), errOthersWait)
	cancel(nil)
	if err != nil && gaveWay {
		return ErrGaveWay
	}
	return err
}

// Held reports whether calls hold something while they await on the VM.
func (v *VM) Held() bool { return v.held.Load() > 0 }

// urgeLocked makes the blocker of the VM give way if a call that holds something has to continue: it has a
// continuation, or awaits no host work of its own, and so perhaps another call.
func (v *VM) urgeLocked() {
	b := v.blocker
	if b == nil || b.urged != nil || len(v.jobs) == 0 {
		return
	}
	for _, h := range v.holds {
		if b.inside && h.call == b.call {
			continue
		}
		if h.call == nil || h.call.awaits.Load() == 0 || v.hasJobLocked(h.call) {
			b.urged = time.AfterFunc(patience, func() { b.cancel(errOthersWait) })
			return
		}
	}
}

func (v *VM) hasJobLocked(call *Call) bool {
	for _, j := range v.jobs {
		if j.frame.Call() == call {
			return true
		}
	}
	return false
}
