package schedule

import (
	"context"
	"errors"
	"time"
)

// Job is a task and when it is due. Key and Run are required.
type Job struct {
	Key     string  // tells the job from the others of its table, and finds it again in the next
	Trigger Trigger // without one the job is listed, and never run
	Overlap bool    // a run begins although the one before it is under way

	// Run does the task. Its context ends when the run has to stop. It is called on a goroutine of its own.
	Run func(ctx context.Context) error
}

// Status is what became of a run.
type Status string

// The statuses. A job that never ran has none.
const (
	Running Status = "running"
	OK      Status = "ok"
	Failed  Status = "failed"
	Skipped Status = "skipped"
)

// ErrElsewhere is what a run ends with that did nothing, because another process does it.
var ErrElsewhere = errors.New("another process runs it")

// State is what is known of a job at one moment.
type State struct {
	Key     string
	Trigger Trigger
	Next    time.Time // when it is due; zero while that depends on the run under way, and for never
	Running int       // runs under way

	// Of the run that began last; zero when there was none.
	Status Status
	Start  time.Time
	// Of the run that ended last.
	End      time.Time
	Duration time.Duration
	Error    error // nil when it went well

	Runs     int // that have begun
	Failures int
	Skipped  int // moments at which it was not run: the run before was under way, or another process ran it
}

// entry is a job in the table.
type entry struct {
	job   Job
	due   time.Time // zero while it is not known
	late  bool      // it was due while a run was under way, and follows it at once
	gone  bool      // no longer in the table
	state State     // but for Next
}

func (e *entry) snapshot() State {
	state := e.state
	state.Key, state.Trigger, state.Next = e.job.Key, e.job.Trigger, e.due.Round(0)
	return state
}

// reset begins the rhythm anew.
func (e *entry) reset(now time.Time) { e.due, e.late = e.job.Trigger.First(now), false }

// postpone decides what becomes of a moment at which a run is still under way.
func (e *entry) postpone(now time.Time) {
	if e.job.Trigger.Kind() == KindCron {
		e.state.Skipped++
		e.due = e.afterwards(now)
		return
	}
	e.due, e.late = time.Time{}, true
}

// afterwards is when a job is due again that is started now, or skipped.
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
			return next // what a timer is late by does not add up
		}
		return now.Add(trigger.Rate)
	}
	return time.Time{} // its end tells
}

// begin counts a run in.
func (e *entry) begin(now time.Time) {
	e.due, e.late = e.afterwards(now), false
	e.state.Running++
	e.state.Runs++
	e.state.Status, e.state.Start = Running, now.Round(0)
}

// end counts a run out, and tells whether the next one follows at once.
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
