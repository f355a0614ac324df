package management

import (
	"cmp"
	"errors"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
)

// scheduledTasks describes schedules, as far as the scheduler runs them.
func scheduledTasks(schedules []*manifest.Schedule, scheduler *schedule.Scheduler) []actuator.ScheduledTask {
	states := scheduler.States()
	list := make([]actuator.ScheduledTask, len(schedules))
	for i, s := range schedules {
		job := states[s.Name]
		list[i] = actuator.ScheduledTask{
			Target: s.Target, InitialDelay: s.Trigger.Initial,
			Next: job.Next, Running: job.Running, Runs: job.Runs, Skipped: job.Skipped, Last: lastRun(job),
		}
		switch s.Trigger.Kind() {
		case schedule.KindCron:
			list[i].Cron, list[i].Zone = s.Trigger.Cron.Text, s.Trigger.Cron.Zone.String()
		case schedule.KindDelay:
			list[i].FixedDelay = s.Trigger.Delay
		case schedule.KindRate:
			list[i].FixedRate = s.Trigger.Rate
		default:
			list[i].Trigger = "disabled: " + config.Harmless("", cmp.Or(s.Disabled, "it has no trigger"))
		}
	}
	return list
}

// lastRun returns the run that began last, or else the one that ended last: one that another process ran in the place of this one is
// not listed.
func lastRun(s schedule.State) actuator.LastRun {
	if s.Running > 0 {
		return actuator.LastRun{Status: actuator.Started, Time: s.Start}
	}
	last := actuator.LastRun{Status: actuator.Succeeded, Time: s.Last.Start}
	switch err := s.Last.Error; {
	case s.Last.Start.IsZero():
		return actuator.LastRun{Time: time.Time{}}
	case err != nil:
		last.Status, last.Failure, last.Message = actuator.Failed, "Error", config.Harmless("", fault.PublicText(err))
		if thrown, ok := errors.AsType[*engine.ScriptError](err); ok {
			last.Failure, last.Message = cmp.Or(thrown.Name, "Error"), config.Harmless("", thrown.Message)
		}
	}
	return last
}
