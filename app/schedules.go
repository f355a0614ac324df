package app

import (
	"errors"
	"time"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schedule"
)

// Schedule is what runs a method by the clock.
type Schedule struct {
	Name         string // no two have the same
	Target       string // Desk.sweep
	Place        fault.Place
	Kind         string        // cron, fixedRate or fixedDelay; empty when it is switched off
	Cron         string        // the expression
	Zone         string        // that the expression is read in; "Local" for that of the process
	Interval     time.Duration // of fixedRate and fixedDelay
	InitialDelay time.Duration
	Timeout      time.Duration // 0 for none
	Overlap      bool
	Disabled     string // why it is switched off; empty when it is not

	trigger schedule.Trigger
}

// Upcoming lists the next moments after now at which it is due; of fixedDelay the first only, because the others depend on
// how long runs take. Those of fixedRate and fixedDelay are what they would be if the application were started now.
func (s Schedule) Upcoming(now time.Time, count int) []time.Time {
	return s.trigger.Upcoming(now, count)
}

// ScheduleState is a schedule of an application that serves, and what is known of its runs.
type ScheduleState struct {
	Schedule
	Next    time.Time // zero while that depends on the run under way, and when it is switched off
	Running int       // runs under way

	Status   string        // of the run that began last: running, ok, failed or skipped; empty when it never ran
	Start    time.Time     // of the same
	End      time.Time     // of the run that ended last; zero when none did
	Duration time.Duration // of the same
	Error    string        // what it ended with; empty when it went well

	Runs, Failures int // since the application was started
	Skipped        int // moments at which it was not run: the run before was under way, or another process ran it
}

// Schedules tells the state of every schedule, in the order of declaration.
func (a *App) Schedules() []ScheduleState {
	states := map[string]schedule.State{}
	for _, state := range a.jobs.Jobs() {
		states[state.Key] = state
	}
	declared := schedulesOf(a.Manifest())
	list := make([]ScheduleState, len(declared))
	for i, s := range declared {
		job := states[s.Name]
		list[i] = ScheduleState{
			Schedule: s, Next: job.Next, Running: job.Running,
			Status: string(job.Status), Start: job.Start, End: job.End, Duration: job.Duration, Error: publicText(job.Error),
			Runs: job.Runs, Failures: job.Failures, Skipped: job.Skipped,
		}
	}
	return list
}

// publicText is what may be shown of an error.
func publicText(err error) string {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return e.Public
	}
	return err.Error()
}

func schedulesOf(m *manifest.Manifest) []Schedule {
	list := make([]Schedule, len(m.Schedules))
	for i, s := range m.Schedules {
		list[i] = Schedule{
			Name: s.Name, Target: s.Target, Place: s.Place, Kind: string(s.Trigger.Kind()),
			Interval: max(s.Trigger.Rate, s.Trigger.Delay), InitialDelay: s.Trigger.Initial,
			Timeout: s.Timeout, Overlap: s.Overlap, Disabled: s.Disabled, trigger: s.Trigger,
		}
		if c := s.Trigger.Cron; c != nil {
			list[i].Cron, list[i].Zone = c.Text, c.Zone.String()
		}
	}
	return list
}
