//go:build unix

package supervise

import "time"

const becauseMemory = "server.memory-hard-limit"

// apart is the shortest time between two servers that are replaced because of their memory.
const apart = 10 * time.Second

// watch looks at the memory of servers. One above its limit is replaced while it serves on; one that grows by another quarter meanwhile is
// killed, before it takes the machine with it.
func (s *supervisor) watch() {
	for _, one := range s.leaving {
		killOutgrown(one)
	}
	one := s.current
	if one == nil || one.ready.IsZero() || one.terms.HardLimit <= 0 || killOutgrown(one) {
		return
	}
	if s.stopping || s.next != nil || one.replaced || one.memory.used() <= one.terms.HardLimit || time.Since(s.lastSwap) < apart {
		return
	}
	s.lastSwap = time.Now()
	if one.terms.Alone {
		s.dismiss(one, becauseMemory)
		return
	}
	s.next = s.start(becauseMemory, s.restarts+1, 0)
}

// killOutgrown kills a server that is far above its limit, and reports whether it is.
func killOutgrown(one *server) bool {
	limit := one.terms.HardLimit
	if limit <= 0 || one.memory.used() <= limit+limit/4 {
		return false
	}
	one.outgrown = true
	_ = one.Process.Kill()
	return true
}
