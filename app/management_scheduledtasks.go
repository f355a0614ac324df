package app

import (
	"cmp"
	"errors"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/schedule"
)

// scheduledTasks describes the schedules of this generation.
func (g *generation) scheduledTasks() []actuator.ScheduledTask {
	states := g.schedules()
	list := make([]actuator.ScheduledTask, len(states))
	for i, s := range states {
		list[i] = actuator.ScheduledTask{
			Target: s.Target, Cron: s.Cron, Zone: s.Zone, InitialDelay: s.InitialDelay,
			Next: s.Next, Running: s.Running, Runs: s.Runs, Skipped: s.Skipped, Last: lastRun(s),
		}
		switch schedule.Kind(s.Kind) {
		case schedule.KindCron:
		case schedule.KindDelay:
			list[i].FixedDelay = s.Interval
		case schedule.KindRate:
			list[i].FixedRate = s.Interval
		default:
			list[i].Trigger = "disabled: " + config.Harmless("", cmp.Or(s.Disabled, "it has no trigger"))
		}
	}
	return list
}

// lastRun returns the run that began last, or else the one that ended last: one that another process ran in the place of this one is
// not listed.
func lastRun(s ScheduleState) actuator.LastRun {
	if s.Running > 0 {
		return actuator.LastRun{Status: actuator.Started, Time: s.Start}
	}
	last := actuator.LastRun{Status: actuator.Succeeded, Time: s.Last.Start}
	switch err := s.Last.Error; {
	case s.Last.Start.IsZero():
		return actuator.LastRun{Time: time.Time{}}
	case err != nil:
		last.Status, last.Failure, last.Message = actuator.Failed, "Error", config.Harmless("", publicText(err))
		if thrown, ok := errors.AsType[*engine.ScriptError](err); ok {
			last.Failure, last.Message = cmp.Or(thrown.Name, "Error"), config.Harmless("", thrown.Message)
		}
	}
	return last
}
