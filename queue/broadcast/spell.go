package broadcast

import (
	"sync"
	"time"
)

// spell separates a loss that is worth a line in the log from those that follow soon.
type spell struct {
	mu   sync.Mutex
	last time.Time
}

// calm is how long there must have been no loss until one is worth a line again.
const calm = time.Minute

// begins reports whether a loss is the first for a while.
func (s *spell) begins() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	first := s.last.IsZero() || now.Sub(s.last) > calm
	s.last = now
	return first
}
