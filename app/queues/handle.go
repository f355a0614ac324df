package queues

import (
	"context"
	"errors"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue"
)

// Handler hands messages to listeners.
type Handler struct {
	Senders Senders
	Run     func(ctx context.Context, timeout time.Duration, index int, deliveries []engine.Delivery) error // on a worker
}

// Handle calls a listener, which has an index among all. While all workers are busy it waits.
func (h Handler) Handle(ctx context.Context, l *manifest.Listener, index int, timeout time.Duration, batch []*queue.Message) error {
	ctx, err := h.Senders.onBehalf(ctx, l, batch)
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
		err := h.Run(ctx, timeout, index, deliveries)
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
		return fault.New("app.listen", fault.Timeout, "the listener took longer than its timeout").
			WithHint("raise the option timeout of @QueueListener")
	}
	return queue.ErrStopped
}
