//go:build unix

package supervise

import (
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/platform/handover"
)

// grace is added to the time in which a server says that it stops.
const grace = 5 * time.Second

// ended handles the end of a process.
func (s *supervisor) ended(one *server, state *os.ProcessState) {
	one.memory.close()
	if one.kill != nil {
		one.kill.Stop()
	}
	switch one {
	case s.next:
		s.next = nil
		s.refused(one, state)
	case s.current:
		s.current = nil
		s.replace(one, state)
	default:
		s.leaving = slices.DeleteFunc(s.leaving, func(l *server) bool { return l == one })
	}
}

// refused handles the end of a server that should have replaced the current one, before it was ready. If memory was the reason, the current
// one has to go first: both may want the same file.
func (s *supervisor) refused(one *server, state *os.ProcessState) {
	if s.current == nil || s.stopping {
		return
	}
	_ = s.current.Note("the server was not replaced, and serves on: the new process was started because of " + one.because +
		", and " + one.ending(state))
	if one.because == becauseMemory {
		s.dismiss(s.current, becauseMemory)
	}
}

// replace handles the end of the current server. One that was stopped before it was ready has nothing to regret.
func (s *supervisor) replace(one *server, state *os.ProcessState) {
	s.code = exitCode(state)
	switch {
	case s.stopping:
		s.done = true
		if one.ready.IsZero() {
			s.code = 0
		}
	case s.next != nil: // it is on its way
		s.current, s.next = s.next, nil
		s.restarts++
	case one.replaced:
		s.failures = 0
		s.restart(one.reason)
	case !s.settled, s.code == 0:
		s.done = true
	default:
		s.count(one)
		s.restart(one.ending(state))
	}
}

// count counts the starts in a row after which a server did not live.
func (s *supervisor) count(one *server) {
	if !one.ready.IsZero() && time.Since(one.ready) >= steady {
		s.failures = 0
		return
	}
	s.failures++
}

// dismiss lets a server end what it has begun, within the time that it has named.
func (s *supervisor) dismiss(one *server, because string) {
	one.replaced, one.reason = true, because
	calm := one != s.current && because == handover.BecauseUpgrade // one that takes too much memory has no time
	_ = one.Leave(because, calm)                                   // it may have ended
	one.kill = time.AfterFunc(one.terms.Drain+grace, func() { s.events <- event{of: one, overtime: true} })
}

// signal handles a signal: servers get what is meant for them.
func (s *supervisor) signal(received os.Signal) {
	switch received {
	case syscall.SIGUSR2:
		s.upgrade()
		return
	case syscall.SIGHUP:
		if s.current != nil {
			_ = s.current.Process.Signal(received) // it may have ended
		}
		return
	}
	s.stopping = true
	if s.current == nil { // there is nobody to wait for, but perhaps one that leaves
		s.done, s.code = true, 0
	}
	s.tell("STOPPING=1")
	for _, one := range append(slices.Clone(s.leaving), s.current, s.next) {
		if one != nil {
			_ = one.Process.Signal(received)
		}
	}
}

// upgrade starts the program that is there now, which takes over when it is ready.
func (s *supervisor) upgrade() {
	const because = handover.BecauseUpgrade
	switch {
	case s.stopping || s.next != nil || s.current == nil: // in a pause, the program that is there now is started anyway
	case s.current.ready.IsZero():
		s.upgrading = true
		return
	case s.current.terms.Alone:
		s.dismiss(s.current, because)
	default:
		s.next = s.start(because, s.restarts+1, 0)
	}
	s.upgrading = false
}
