package app

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/app/jobs"
	"github.com/fwrun/fwrun/app/observe"
	"github.com/fwrun/fwrun/platform/schedule"
)

// jobs returns the schedules of a generation, as jobs that run on its workers.
func (g *generation) jobs() []schedule.Job {
	return jobs.Runner{
		Run: g.engine.RunSchedule, Log: g.observe.Log, Metrics: g.observe.Metrics,
		Begin: func(ctx context.Context, name string, began time.Time) (context.Context, func(time.Duration, error)) {
			ctx, span := g.observe.BeginJob(ctx, name)
			ctx, story := g.stories.BeginJob(ctx, began)
			return ctx, func(took time.Duration, err error) {
				observe.EndSpan(span, err)
				g.stories.EndJob(ctx, story, name, took, err)
			}
		},
	}.Of(g.engine.Manifest().Schedules)
}
