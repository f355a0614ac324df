package vm

import (
	"slices"
	"time"
)

// A call that awaited something before it needs what calls of its kind use would block its VM when it continues. So its
// continuations queue in the line, too, as long as the call has not met that need itself: what has begun is to end.

// stand is where a call that awaits queues in a line. The pool's mu guards it, but for refusal.
type stand struct {
	line    *Line // nil while it queues in none
	since   int64 // tick of the watchdog at which it first stood in one
	refusal error // why it waits no more; read by the call itself, which was let through then
}

// Late returns the error of a call that has stood in a line for as long as it may, or found no place in it, and would have to
// wait for one of these needs; nil for any other call, and if it has met the need before.
func (v *VM) Late(n Needs) error {
	call := v.Current()
	if call == nil || Needs(call.met.Load())&n != 0 {
		return nil
	}
	return call.known().stand.refusal
}

// meet records that the call has had a need.
func (c *Call) meet(n Needs) {
	if Needs(c.met.Load())&n != n {
		c.met.Or(uint64(n))
	}
}

// standsLocked reports whether a continuation of a call has to wait in a line, which the call joins then.
func (v *VM) standsLocked(call *Call) bool {
	p := v.pool
	if call == nil || p.options.Line == nil {
		return false
	}
	needs := call.needs() & p.options.Blocking &^ Needs(call.met.Load())
	if needs == 0 || p.closed || call.known().stand.refusal != nil || call.holds.Load() || call.Over() {
		return false
	}
	if slices.ContainsFunc(v.holds, (*hold).waitsForOthers) {
		return false
	}
	line := v.lineOfLocked(needs)
	if line == nil {
		return false
	}
	now := max(p.watchdog.now(), 1)
	s := &call.own().stand
	if s.line == nil && line.standing < line.Places {
		s.line = line
		line.standing++
		p.standing++
	}
	if s.since == 0 {
		s.since = now
	}
	switch {
	case s.line == nil:
		s.refusal = line.Full
	case time.Duration(now-s.since)*tick >= line.Wait:
		s.refusal = line.Late
	}
	return s.refusal == nil
}

// waitsForOthers reports whether the holder awaits nothing of its own, and so perhaps another call.
func (h *hold) waitsForOthers() bool {
	return h.call == nil || h.call.awaits.Load() == 0 && h.call.known().timers.Load() == 0
}

// stepOutLocked removes a call from the line in which it stands.
func (p *Pool) stepOutLocked(call *Call) {
	if call == nil || call.known().stand.line == nil {
		return
	}
	s := &call.own().stand
	s.line.standing--
	s.line = nil
	p.standing--
}

// wakeLocked drains an idle VM whose continuations stood in a line and may run now: one VM at a time, since they may be what
// fills the line again.
func (p *Pool) wakeLocked() {
	if p.standing == 0 {
		return
	}
	for _, v := range p.all {
		if !v.busy && !v.dead && slices.ContainsFunc(v.jobs, v.mayRunLocked) {
			v.busy = true
			p.takeFreeLocked(v)
			go p.drain(v)
			return
		}
	}
}
