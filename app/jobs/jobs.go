package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
	"github.com/fwrun/fwrun/platform/telemetry"
)

// Runner runs scheduled methods.
type Runner struct {
	Run     func(ctx context.Context, index int) error // on a worker
	Log     *slog.Logger
	Metrics *telemetry.Metrics

	// Begin returns the context of a run, which the job's lines and requests belong to, and what is called when it has ended. A run that
	// another process has done instead does not end.
	Begin func(ctx context.Context, name string, began time.Time) (of context.Context, end func(took time.Duration, err error))
}

// Of returns the schedules of an application as jobs.
func (r Runner) Of(schedules []*manifest.Schedule) []schedule.Job {
	list := make([]schedule.Job, len(schedules))
	for i, s := range schedules {
		list[i] = schedule.Job{
			Key: s.Name, Trigger: s.Trigger, Overlap: s.Overlap,
			Run: func(ctx context.Context) error { return r.run(ctx, i, s.Name) },
		}
	}
	return list
}

// run runs a schedule once, and logs the outcome.
func (r Runner) run(ctx context.Context, index int, name string) error {
	began := time.Now()
	ctx, end := r.Begin(ctx, name, began)
	err := r.Run(ctx, index)
	took := time.Since(began)
	r.Metrics.Scheduled(name, outcome(err), took)
	line := []slog.Attr{slog.String("job", name), slog.Duration("duration", took)}
	if errors.Is(err, locks.ErrHeld) {
		r.Log.LogAttrs(ctx, slog.LevelDebug, "a job was skipped: another process runs it and holds its lock", line...)
		return schedule.ErrElsewhere
	}
	switch {
	case err == nil:
		r.Log.LogAttrs(ctx, slog.LevelDebug, "a job ran", line...)
	case errors.Is(err, vm.ErrCanceled):
		err = errCutOff
		r.Log.LogAttrs(ctx, slog.LevelWarn, "a job was canceled", append(line, slog.String("hint", errCutOff.Hint))...)
	default:
		r.Log.LogAttrs(ctx, slog.LevelError, "a job failed", append(line, engine.FailureAttrs(err, false)...)...)
	}
	end(took, err)
	return err
}

// errCutOff is the error of a run that has not ended when its application ends.
var errCutOff = fault.New("app.jobs", fault.Canceled, "the job was canceled, because the application stopped or was reloaded").
	WithHint("server.shutdown-timeout sets how long running jobs may continue")

// outcome returns the outcome of a run, as Spring calls it.
func outcome(err error) string {
	switch {
	case err == nil:
		return "SUCCESS"
	case errors.Is(err, locks.ErrHeld):
		return "SKIPPED"
	}
	return "ERROR"
}
