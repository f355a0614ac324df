package app

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/app/observe"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/queue"
)

// listening returns how messages are handled once the connections are handed it.
func (g *generation) listening() queues.Listening {
	how := queues.Listening{
		Listeners: g.engine.Manifest().Listeners, Run: g.engine.RunListener, Working: g.engine.Working, Metrics: g.observe.Metrics,
		Begin: func(ctx context.Context, l *manifest.Listener, system string, batch []*queue.Message) (context.Context, func(time.Duration, error)) {
			ctx, span := g.observe.BeginListener(ctx, l, system, batch)
			ctx, story := g.stories.BeginListener(ctx, time.Now())
			return ctx, func(took time.Duration, err error) {
				observe.EndSpan(span, err)
				g.stories.EndListener(ctx, story, l, batch, took, err)
			}
		},
	}
	if g.options.test != nil {
		how.Failed = g.options.test.failed.add
	}
	return how
}
