package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/fwrun/fwrun/app/observe"
	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
)

// jobs returns the schedules of a generation, as jobs that run on its workers.
func (g *generation) jobs() []schedule.Job {
	list := make([]schedule.Job, len(g.engine.Manifest().Schedules))
	for i, s := range g.engine.Manifest().Schedules {
		list[i] = schedule.Job{
			Key: s.Name, Trigger: s.Trigger, Overlap: s.Overlap,
			Run: func(ctx context.Context) error { return g.runJob(ctx, i) },
		}
	}
	return list
}

// runJob runs a schedule once, and logs the outcome.
func (g *generation) runJob(ctx context.Context, index int) error {
	began := time.Now()
	ctx, span := g.observe.BeginJob(ctx, g.engine.Manifest().Schedules[index].Name) // on every line that the job logs, and on its requests
	ctx, story := g.stories.BeginJob(ctx, began)
	run := []slog.Attr{slog.String("job", g.engine.Manifest().Schedules[index].Name)}
	err := g.engine.RunSchedule(ctx, index)
	took := time.Since(began)
	run = append(run, slog.Duration("duration", took))
	g.observe.Metrics.Scheduled(g.engine.Manifest().Schedules[index].Name, scheduleOutcome(err), took)
	if !errors.Is(err, locks.ErrHeld) {
		observe.EndSpan(span, err)
		defer func() { g.stories.EndJob(ctx, story, g.engine.Manifest().Schedules[index].Name, took, err) }()
	}
	switch {
	case err == nil:
		g.observe.Log.LogAttrs(ctx, slog.LevelDebug, "a job ran", run...)
	case errors.Is(err, locks.ErrHeld):
		err = schedule.ErrElsewhere
		g.observe.Log.LogAttrs(ctx, slog.LevelDebug, "a job was skipped: another process runs it and holds its lock", run...)
	case errors.Is(err, vm.ErrCanceled):
		err = errCutOff
		g.observe.Log.LogAttrs(ctx, slog.LevelWarn, "a job was canceled", append(run, slog.String("hint", errCutOff.Hint))...)
	default:
		g.observe.Log.LogAttrs(ctx, slog.LevelError, "a job failed", append(run, engine.FailureAttrs(err, false)...)...)
	}
	return err
}

// errCutOff is the error of a run that has not ended when its application ends.
var errCutOff = fault.New("app.runJob", fault.Canceled, "the job was canceled, because the application stopped or was reloaded").
	WithHint("server.shutdown-timeout sets how long running jobs may continue")
