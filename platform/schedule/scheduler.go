package schedule

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/fault"
)

// Options holds the options of a Scheduler, all of which may be empty.
type Options struct {
	Clock clock.Clock  // the machine's when nil
	Log   *slog.Logger // slog.Default() when nil

	// Working notes a run, from when it is due until it is known when the job is due next. It may be nil.
	Working func(ctx context.Context) (of context.Context, done func())
}

// Scheduler runs the jobs of one table at a time. Its methods may be called from any goroutine.
type Scheduler struct {
	clock clock.Clock
	log   *slog.Logger
	notes func(context.Context) (context.Context, func())

	mu      sync.Mutex
	table   []*entry
	runs    *Runs // of this table
	begun   bool
	stopped bool
	stop    func() bool // the wait for the next job; nil if there is none
}

// New returns a scheduler with an empty table.
func New(options Options) *Scheduler {
	if options.Working == nil {
		options.Working = func(ctx context.Context) (context.Context, func()) { return ctx, func() {} }
	}
	return &Scheduler{clock: clock.Or(options.Clock), notes: options.Working, log: cmp.Or(options.Log, slog.Default()), runs: newRuns()}
}

// Begin starts the scheduler. Jobs that are due at once run.
func (s *Scheduler) Begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.begun || s.stopped {
		return
	}
	s.begun = true
	now := s.clock.Now()
	for _, e := range s.table {
		e.reset(now)
	}
	s.tickLocked()
}

// Replace installs another table. A job with the key and the trigger of a previous one keeps its rhythm; with another
// trigger its rhythm restarts. In both cases the state of its runs is kept, and it does not run twice at a time. The
// runs that the previous table has begun continue until they are ended.
func (s *Scheduler) Replace(jobs []Job) (before *Runs) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := map[string]*entry{}
	for _, e := range s.table {
		e.gone, known[e.job.Key] = true, e
	}
	now := s.clock.Now()
	s.table = nil
	for _, job := range jobs {
		e, kept := known[job.Key]
		if !kept {
			e = &entry{}
		}
		changed := !kept || !e.job.Trigger.same(job.Trigger)
		e.job, e.gone = job, false
		if changed && s.begun {
			e.reset(now)
		}
		s.table = append(s.table, e)
	}
	before, s.runs = s.runs, newRuns()
	s.tickLocked()
	return before
}

// RunNow starts a run of a job at once, whatever its trigger says; when it is due otherwise stays as it was. The error is a
// *fault.Error: of kind NotFound if there is no such job, Conflict if it runs and may not overlap, Unavailable if nothing runs at the
// moment.
func (s *Scheduler) RunNow(key string) error {
	const op = "schedule.RunNow"
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.begun || s.stopped {
		return fault.New(op, fault.Unavailable, "no job can run now: the application has not started to serve, or is stopping")
	}
	i := slices.IndexFunc(s.table, func(e *entry) bool { return e.job.Key == key })
	if i < 0 {
		return fault.New(op, fault.NotFound, "there is no job "+key)
	}
	e := s.table[i]
	if e.state.Running > 0 && !e.job.Overlap {
		return fault.New(op, fault.Conflict, key+" is running already")
	}
	due, late := e.due, e.late
	s.startLocked(e, s.clock.Now())
	e.due, e.late = due, late
	return nil
}

// Jobs returns the state of every job, in the order of the table.
func (s *Scheduler) Jobs() []State {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]State, len(s.table))
	for i, e := range s.table {
		list[i] = e.snapshot()
	}
	return list
}

// States returns the state of every job by its key. Without a scheduler there is none.
func (s *Scheduler) States() map[string]State {
	states := map[string]State{}
	if s != nil {
		for _, state := range s.Jobs() {
			states[state.Key] = state
		}
	}
	return states
}

// Halt prevents further runs permanently.
func (s *Scheduler) Halt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
	if s.stop != nil {
		s.stop()
	}
	for _, e := range s.table {
		e.gone, e.due = true, time.Time{}
	}
}

// Stop calls Halt, and waits for the current runs as [Runs.End] does.
func (s *Scheduler) Stop(ctx context.Context) (cutOff bool) {
	s.Halt()
	s.mu.Lock()
	runs := s.runs
	s.mu.Unlock()
	return runs.End(ctx)
}

func (s *Scheduler) tick() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tickLocked()
}

// tickLocked starts the jobs that are due, and sets the timer for the next one.
func (s *Scheduler) tickLocked() {
	if !s.begun || s.stopped {
		return
	}
	now := s.clock.Now()
	var next time.Time
	for _, e := range s.table {
		if isDue := !e.due.IsZero() && !now.Before(e.due); isDue && e.state.Running > 0 && !e.job.Overlap {
			e.postpone(now)
			s.log.Debug("a job is due while its previous run is in progress", "job", e.job.Key)
		} else if isDue {
			s.startLocked(e, now)
		}
		if !e.due.IsZero() && (next.IsZero() || e.due.Before(next)) {
			next = e.due
		}
	}
	s.wakeLocked(next, now)
}

// longestWait bounds how late a job runs after the machine has slept, during which timers do not advance.
const longestWait = 15 * time.Second

func (s *Scheduler) wakeLocked(next, now time.Time) {
	if s.stop != nil {
		s.stop()
	}
	if !next.IsZero() {
		s.stop = s.clock.AfterFunc(min(next.Sub(now), longestWait), s.tick)
	}
}

func (s *Scheduler) startLocked(e *entry, now time.Time) {
	e.begin(now)
	job, runs := e.job, s.runs
	ctx, done := s.notes(runs.ctx)
	runs.Go(func() {
		defer done()
		err := guarded(ctx, job, s.log)
		s.mu.Lock()
		defer s.mu.Unlock()
		ended := s.clock.Now()
		if e.end(now, ended, err) && !s.stopped {
			s.startLocked(e, ended)
		}
		s.tickLocked()
	})
}
