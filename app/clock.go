package app

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/schedule"
)

// turned returns the clock that a test turns; nil otherwise.
func (o Options) turned() *clock.Turned {
	if o.test == nil {
		return nil
	}
	return o.test.Clock
}

// clock returns the clock of the application: the machine's, unless a test turns it.
func (o Options) clock() clock.Clock {
	if turned := o.turned(); turned != nil {
		return turned
	}
	return clock.Real{}
}

// goBy lets all that expires or waits go by a clock.
func (s *settings) goBy(c clock.Clock) {
	s.caches.Clock, s.locks.Clock, s.security.Clock, s.queues.Clock = c, c, c, c
	s.host.Clock, s.outgoing.Connections.Clock, s.agents.Server.Clock = c, c, c
}

// Schedules are the @Scheduled methods of an application under test, which run when the test turns its clock. They implement the interface of
// that name in testapi.
type Schedules struct {
	sandbox   *Sandbox
	scheduler *schedule.Scheduler
	hand      hand
	begun     atomic.Bool
}

// Schedules returns the @Scheduled methods, none of which runs before Begin.
func (s *Sandbox) Schedules() *Schedules {
	out := &Schedules{sandbox: s, hand: hand{Turned: s.generation.options.turned()}}
	out.scheduler = schedule.New(schedule.Options{Clock: &out.hand, Log: s.generation.observe.Log, Working: out.hand.Working})
	out.scheduler.Replace(s.generation.jobs())
	return out
}

// Begin lets them be due from now on.
func (s *Schedules) Begin() {
	s.hand.AfterFunc(0, func() {
		s.begun.Store(true)
		s.scheduler.Begin()
	})
}

// Next returns when one is due next.
func (s *Schedules) Next() (next time.Time, some bool) {
	if due, waits := s.hand.next(); !waits || !s.begun.Load() {
		return due, waits
	}
	for _, job := range s.scheduler.Jobs() {
		if !job.Next.IsZero() && (!some || job.Next.Before(next)) {
			next, some = job.Next, true
		}
	}
	return s.hand.At().Add(max(next.Sub(s.hand.Now()), 0)), some
}

// Run begins those that are due.
func (s *Schedules) Run() { s.hand.run() }

// End ends the runs that have not ended.
func (s *Schedules) End() {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	s.scheduler.Stop(over)
}

// hand is the clock of a scheduler that is run by hand: it waits for one thing at a time.
type hand struct {
	*clock.Turned
	mu  sync.Mutex
	due time.Time
	f   func() // nil if it waits for nothing
}

// AfterFunc implements [clock.Clock].
func (h *hand) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.due, h.f = h.At().Add(max(d, 0)), f
	return func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.f = nil
		return true
	}
}

func (h *hand) next() (due time.Time, some bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.due, h.f != nil
}

func (h *hand) run() {
	h.mu.Lock()
	f := h.f
	h.f = nil
	h.mu.Unlock()
	if f != nil {
		f()
	}
}
