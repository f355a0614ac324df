package listing

import (
	"time"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
)

// Schedule describes a scheduled method.
type Schedule struct {
	Name         string // unique
	Target       string // Desk.sweep
	Place        fault.Place
	Kind         string        // cron, fixedRate or fixedDelay; empty if it is disabled
	Cron         string        // the expression
	Zone         string        // time zone of the expression; "Local" for that of the process
	Interval     time.Duration // for fixedRate and fixedDelay
	InitialDelay time.Duration
	Timeout      time.Duration // 0 if there is no timeout
	Overlap      bool
	Disabled     string // why it is disabled; empty if it is not

	trigger schedule.Trigger
}

// Upcoming lists the next times after now at which it is due; for fixedDelay only the first, because the
// others depend on the duration of runs. Times of fixedRate and fixedDelay assume that the application is
// started now.
func (s Schedule) Upcoming(now time.Time, count int) []time.Time {
	return s.trigger.Upcoming(now, count)
}

// ScheduleState is a schedule of a serving application, with the state of its runs.
type ScheduleState struct {
	Schedule
	Next    time.Time // zero if it depends on the current run, or if the schedule is disabled
	Running int       // number of current runs

	Status   string        // of the run that began last: running, ok, failed or skipped; empty if it never ran
	Start    time.Time     // of the same run
	End      time.Time     // of the run that ended last; zero if there is none
	Duration time.Duration // of the same run
	Error    string        // its error; empty if it succeeded

	Runs, Failures int // since the application was started
	Skipped        int // times it was due but not run: the run before had not ended, or another process ran it
}

// States returns the state of every schedule, in the order of declaration, as far as a scheduler runs them.
func States(m *manifest.Manifest, by *schedule.Scheduler) []ScheduleState {
	states := by.States()
	declared := Schedules(m)
	list := make([]ScheduleState, len(declared))
	for i, s := range declared {
		job := states[s.Name]
		list[i] = ScheduleState{
			Schedule: s, Next: job.Next, Running: job.Running,
			Status: string(job.Status), Start: job.Start, End: job.End, Duration: job.Duration, Error: fault.PublicText(job.Error),
			Runs: job.Runs, Failures: job.Failures, Skipped: job.Skipped,
		}
	}
	return list
}

// Schedules lists the scheduled methods, in the order of declaration.
func Schedules(m *manifest.Manifest) []Schedule {
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
