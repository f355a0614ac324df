package schedule

import (
	"context"
	"errors"
	"time"
)

// Job is a task with its trigger. Key and Run are required.
type Job struct {
	Key     string  // unique in its table; identifies the job in the next table
	Trigger Trigger // without one the job is listed, but never runs
	Overlap bool    // a run may begin while the previous one is still running

	// Run performs the task on a goroutine of its own. Its context ends when the run has to stop.
	Run func(ctx context.Context) error
}

// Status is the outcome of a run.
type Status string

// The statuses. A job that never ran has an empty one.
const (
	Running Status = "running"
	OK      Status = "ok"
	Failed  Status = "failed"
	Skipped Status = "skipped"
)

// ErrElsewhere is the error of a run that did nothing, because another process runs the job.
var ErrElsewhere = errors.New("another process runs it")

// State describes a job at one moment.
type State struct {
	Key     string
	Trigger Trigger
	Next    time.Time // when it is due; zero for never, and while that depends on the current run
	Running int       // number of current runs

	// Of the run that began last; zero if no run has begun.
	Status Status
	Start  time.Time
	// Of the run that ended last.
	End      time.Time
	Duration time.Duration
	Error    error // nil if the run succeeded

	Last Run // the run that ended last, unless another process ran it; zero if there is none

	Runs     int // number of runs that have begun
	Failures int
	Skipped  int // moments without a run: the previous run was not over, or another process ran it
}

// Run is a run that has ended.
type Run struct {
	Start, End time.Time
	Error      error // nil if it succeeded
}

// entry is a job in the table.
type entry struct {
	job   Job
	due   time.Time // zero while it is not known
	late  bool      // it was due during a run, and follows that at once
	gone  bool      // no longer in the table
	state State     // without Next
}

func (e *entry) snapshot() State {
	state := e.state
	state.Key, state.Trigger, state.Next = e.job.Key, e.job.Trigger, e.due.Round(0)
	return state
}

// reset restarts the rhythm.
func (e *entry) reset(now time.Time) { e.due, e.late = e.job.Trigger.First(now), false }

// postpone handles a due moment at which a run is still going on.
func (e *entry) postpone(now time.Time) {
	if e.job.Trigger.Kind() == KindCron {
		e.state.Skipped++
		e.due = e.afterwards(now)
		return
	}
	e.due, e.late = time.Time{}, true
}

// afterwards returns when a job is due again after it is started or skipped now.
func (e *entry) afterwards(now time.Time) time.Time {
	trigger := e.job.Trigger
	switch trigger.Kind() {
	case KindCron:
		if e.due.After(now) { // the clock was set back a little
			return trigger.Cron.Next(e.due)
		}
		return trigger.Cron.Next(now)
	case KindRate:
		if next := e.due.Add(trigger.Rate); !e.due.IsZero() && next.After(now) {
			return next // so that the timer's delays do not add up
		}
		return now.Add(trigger.Rate)
	}
	return time.Time{} // known when the run ends
}

// begin records the start of a run.
func (e *entry) begin(now time.Time) {
	e.due, e.late = e.afterwards(now), false
	e.state.Running++
	e.state.Runs++
	e.state.Status, e.state.Start = Running, now.Round(0)
}

// end records the end of a run, and reports whether the next one follows at once.
func (e *entry) end(began, now time.Time, err error) (again bool) {
	e.state.Running--
	e.state.End, e.state.Duration, e.state.Error = now.Round(0), now.Sub(began), err
	status := OK
	switch {
	case errors.Is(err, ErrElsewhere):
		e.state.Runs--
		e.state.Skipped++
		e.state.Error, status = nil, Skipped
	case err != nil:
		e.state.Failures++
		status = Failed
	}
	if status != Skipped {
		e.state.Last = Run{began.Round(0), now.Round(0), err}
	}
	if e.state.Running == 0 {
		e.state.Status = status
	}
	if e.gone || e.state.Running > 0 {
		return false
	}
	if e.job.Trigger.Kind() == KindDelay && e.due.IsZero() && !e.late {
		e.due = now.Add(e.job.Trigger.Delay)
	}
	return e.late
}
