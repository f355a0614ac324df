package vm

import (
	"slices"
	"time"
)

// A call that awaited something before it needs what calls of its kind use would block its VM when it continues. So its
// continuations queue in the line, too, as long as the call has not met that need itself: what has begun is to end.

// stand is where a call that awaits queues in a line, or waits for what another call of its VM holds. The pool's mu guards it, but for
// refusal.
type stand struct {
	line    *Line         // nil while it queues in none
	since   int64         // tick of the watchdog at which it began to wait; 0 while it does not
	stood   int64         // ticks for which it waited before
	still   time.Duration // for how long its work had stood still when it began to wait
	refusal error         // why it waits no more; read by the call itself, which was let through then
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
	s := &call.own().stand
	if s.line == nil && !line.isFull() {
		s.line = line
		line.standing++
	}
	if s.line == nil {
		s.refusal = line.Full
	} else {
		p.waitLocked(call, line)
	}
	return s.refusal == nil
}

// waitsForHoldLocked reports whether a continuation of a call has to wait for what another call of the VM holds: the other one goes on
// by itself. A call that has waited for as long as it may does not wait.
func (v *VM) waitsForHoldLocked(call *Call) bool {
	if len(v.holds) == 0 {
		return false
	}
	needs := call.needs()
	if needs == 0 || call.known().stand.refusal != nil || v.holdsLocked(call) {
		return false
	}
	if !slices.ContainsFunc(v.holds, func(h *hold) bool {
		return needs&(h.Denied|h.Contended) != 0 && h.call != nil && h.call.awaits.Load() > 0
	}) {
		return false
	}
	line := v.lineOfLocked(needs)
	if line == nil {
		return true
	}
	s := &call.own().stand
	v.pool.waitLocked(call, line)
	return s.refusal == nil
}

// waitLocked notes that a call waits for as long as one may in a line, and that it waits no more after that.
func (p *Pool) waitLocked(call *Call, line *Line) {
	s, now := &call.own().stand, max(p.watchdog.now(), 1)
	if s.since == 0 {
		s.since, s.still = now, call.still.Stood()
		p.standing++
	}
	if time.Duration(s.waited(call, now))*tick >= line.Wait {
		s.refusal = line.Late
	}
}

// waited returns for how many ticks a call has waited, but for those in which it stood still.
func (s *stand) waited(call *Call, now int64) int64 {
	return s.stood + max(0, now-s.since-int64((call.still.Stood()-s.still)/tick))
}

// waitsForOthers reports whether the holder awaits nothing of its own, and so perhaps another call.
func (h *hold) waitsForOthers() bool {
	return h.call == nil || h.call.awaits.Load() == 0 && h.call.known().timers.Load() == 0
}

// stepOutLocked ends the wait of a call, which goes on, and removes it from the line in which it stands.
func (p *Pool) stepOutLocked(call *Call) {
	if call == nil || call.known().stand.since == 0 {
		return
	}
	s := &call.own().stand
	s.stood, s.since = s.waited(call, p.watchdog.now()), 0
	p.standing--
	if s.line != nil {
		s.line.standing--
		s.line = nil
	}
}

// wakeLocked drains an idle VM whose continuations waited and may run now: one VM at a time, since they may be what
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
