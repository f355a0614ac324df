package app

import (
	"context"
	"errors"
	"time"

	"github.com/fwrun/fwrun/app/observe"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/telemetry"
)

// listen lets the listeners of a generation handle the messages of its connections from now on. The results wait for what
// is in hand of the listeners before them.
func (g *generation) listen() []*queue.Runs { return g.queues.Listen(g.listenersOn) }

// listenersOn returns the listeners on a connection.
func (g *generation) listenersOn(connection string) []queue.Listener {
	var list []queue.Listener
	for i, l := range g.engine.Manifest().Listeners {
		if l.Connection != connection {
			continue
		}
		policy := g.settings.queues.Policy(l)
		list = append(list, queue.Listener{Queue: l.Queue, Name: l.Name, Policy: policy, Handle: func(ctx context.Context, batch []*queue.Message) error {
			ctx, span := g.observe.BeginListener(ctx, l, g.queues.System(l.Connection), batch)
			began := time.Now()
			ctx, story := g.stories.BeginListener(ctx, began)
			err := g.handleMessages(ctx, i, policy.Timeout, batch)
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

// handleMessages calls a listener. While all workers are busy it waits.
func (g *generation) handleMessages(ctx context.Context, index int, timeout time.Duration, batch []*queue.Message) error {
	ctx, err := g.onBehalf(ctx, g.engine.Manifest().Listeners[index], batch)
	if err != nil {
		return err
	}
	deliveries := make([]engine.Delivery, len(batch))
	for i, m := range batch {
		deliveries[i] = engine.Delivery{
			ID: m.ID, Queue: m.Queue, Body: m.Body, ContentType: m.ContentType, Headers: m.Headers, SentAt: m.SentAt,
			Attempt: m.Attempt, MaxAttempts: m.MaxAttempts,
		}
	}
	for {
		err := g.engine.RunListener(ctx, timeout, index, deliveries)
		if !errors.Is(err, vm.ErrBusy) {
			return outcome(ctx, err)
		}
		select {
		case <-time.After(busyPause):
		case <-ctx.Done():
			return queue.ErrStopped // it was not the message's fault
		}
	}
}

// busyPause is the pause before a message is tried again that got no worker.
const busyPause = 100 * time.Millisecond

// outcome returns the error of a listener as the queue understands it.
func outcome(ctx context.Context, err error) error {
	if rejected, ok := errors.AsType[*engine.RejectedError](err); ok {
		return &queue.RejectedError{Reason: rejected.Reason, Err: rejected.Err}
	}
	if retry, ok := errors.AsType[*engine.RetryError](err); ok {
		return &queue.RetryError{Reason: retry.Reason, After: retry.After}
	}
	switch {
	case !errors.Is(err, vm.ErrCanceled):
		return err
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fault.New("app.listen", fault.Timeout, "the listener took longer than its timeout").WithHint("raise the option timeout of @QueueListener")
	}
	return queue.ErrStopped
}
