//go:build unix

package supervise

import (
	"time"

	"github.com/fwrun/fwrun/platform/handover"
)

// beats returns a channel that receives twice within the time in which systemd wants to hear from the supervisor; it never does without
// a watchdog.
func (s *supervisor) beats() (beats <-chan time.Time, stop func()) {
	within := handover.Watchdog(s.options.Env)
	if within <= 0 {
		return nil, func() {}
	}
	ticker := time.NewTicker(max(within/2, time.Millisecond))
	return ticker.C, ticker.Stop
}

// beat lets systemd know that the supervisor is well, and asks whether the server is. One that has not answered for two beats is killed,
// and so replaced, while its connections wait. Questions are counted rather than time, which also passes while a whole machine is paused.
func (s *supervisor) beat() {
	s.tell("WATCHDOG=1")
	one := s.current
	switch {
	case one == nil || !one.terms.Answers || one.replaced || s.stopping:
	case one.unanswered >= 2:
		one.silent = true
		_ = one.Process.Kill()
	default:
		one.unanswered++
		_ = one.Ask() // it may have ended
	}
}
