package app

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/app/observe"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/platform/telemetry"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/security/events"
)

// listenersOn returns the listeners on a connection, which handle its messages once the connection is handed them.
func (g *generation) listenersOn(connection string) []queue.Listener {
	var list []queue.Listener
	handler := queues.Handler{Senders: g.senders(), Run: g.engine.RunListener}
	for i, l := range g.engine.Manifest().Listeners {
		if l.Connection != connection {
			continue
		}
		policy := g.settings.queues.Policy(l)
		list = append(list, queue.Listener{Queue: l.Queue, Name: l.Name, Policy: policy, Handle: func(ctx context.Context, batch []*queue.Message) error {
			ctx, span := g.observe.BeginListener(ctx, l, g.queues.System(l.Connection), batch)
			began := time.Now()
			ctx, story := g.stories.BeginListener(ctx, began)
			err := handler.Handle(ctx, l, i, policy.Timeout, batch)
			g.observe.Metrics.MessageHandled(telemetry.Message{
				Queue: l.Queue, System: g.queues.System(connection), Count: len(batch), Failure: queues.Failure(err), Took: time.Since(began),
			})
			observe.EndSpan(span, err)
			g.stories.EndListener(ctx, story, l, batch, time.Since(began), err)
			if err != nil && g.options.test != nil {
				g.options.test.failed(l.Name, err)
			}
			return err
		}})
	}
	return list
}

// senders reads and writes who sends a message.
func (g *generation) senders() queues.Senders {
	return queues.Senders{
		Secret: g.settings.security.Messages, As: g.security.As,
		Refused: func(ctx context.Context) { g.security.Events.Record(events.Of(ctx, events.Refused, "")) },
	}
}
