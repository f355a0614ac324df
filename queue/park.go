package queue

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/table"
)

// parkAgain keeps a message that failed until its next attempt.
func (r *runner) parkAgain(ctx context.Context, w *message.Message, m *Message, cause error, pause time.Duration) error {
	now := r.settings.Clock.Now()
	if r.settings.hurries() {
		pause = 0
	}
	return r.park(ctx, w, again(w, m.Attempt+1, cause, now), now.Add(max(pause, 0)))
}

// parkAlone keeps a message whose batch has failed until it is tried without the others. That was not an attempt of its own.
func (r *runner) parkAlone(ctx context.Context, w *message.Message, m *Message) error {
	pause := r.policy.pauseAfter(m.Attempt)
	if r.settings.hurries() {
		pause = 0
	}
	headers := kept(w)
	headers[headerAlone] = "true"
	return r.park(ctx, w, headers, r.settings.Clock.Now().Add(pause))
}

// parkBehind keeps a message whose key has an earlier one that waits for its next attempt, and reports whether there is one.
func (r *runner) parkBehind(ctx context.Context, w *message.Message) (bool, error) {
	until, waits, err := r.store.KeyWaits(ctx, r.queue, w.Metadata[broker.KeyHeader], w.Metadata)
	if err != nil || !waits {
		return false, err
	}
	return true, r.park(ctx, w, kept(w), until)
}

func (r *runner) park(ctx context.Context, w *message.Message, headers message.Metadata, due time.Time) error {
	key, priority := headers[broker.KeyHeader], priorityIn(headers)
	err := r.store.Park(ctx, []table.Parked{{
		ID: w.Metadata[headerID], Topic: topicOf(r.queue, key, priority), Queue: r.queue, Key: key, Due: due, Priority: priority, Retry: true,
		Metadata: headers, Payload: w.Payload,
	}})
	r.pump.wake()
	return err
}

// bury keeps a message that failed for good, or sends it to the listener of the dead-letter queue if there is one.
func (r *runner) bury(ctx context.Context, w *message.Message, m *Message, reason string, cause error) error {
	now := r.settings.Clock.Now()
	headers := again(w, m.Attempt, cause, now)
	d := table.Dead{
		Queue: r.policy.DeadLetter, Topic: topicOf(r.queue, m.Key, priorityIn(headers)), ID: m.ID, Key: m.Key, Priority: priorityIn(headers),
		Reason: reason, Attempts: m.Attempt,
		FirstError: headers[headerFirstError], LastError: cause.Error(), DiedAt: now, Metadata: headers, Payload: w.Payload,
	}
	d.FirstAt, _ = time.Parse(time.RFC3339Nano, headers[headerFirstFailed])
	if err := r.buryOrSend(ctx, d); err != nil {
		return err
	}
	return r.release(ctx, w)
}

// The headers of a dead letter that a listener of its queue receives.
const (
	DeadReason   = "dead-reason"
	DeadQueue    = "dead-queue" // that it was sent to
	DeadAttempts = "dead-attempts"
	DeadError    = "dead-error" // the last one
)

// buryOrSend keeps a dead letter, unless the dead-letter queue has a listener: then it is sent there.
func (r *runner) buryOrSend(ctx context.Context, d table.Dead) error {
	r.mu.Lock()
	heard := r.runners[d.Queue] != nil
	r.mu.Unlock()
	if !heard || d.Queue == r.queue {
		return r.store.Bury(ctx, d)
	}
	headers := read(r.queue, &message.Message{Metadata: d.Metadata}).Headers
	headers[DeadReason], headers[DeadQueue], headers[DeadAttempts], headers[DeadError] = oneLine(d.Reason), r.queue, strconv.Itoa(d.Attempts),
		oneLine(d.LastError)
	if err := r.store.Settled(ctx, r.queue, d.Key, d.Metadata); err != nil {
		return err
	}
	_, err := r.Send(ctx, Outgoing{Queue: d.Queue, Body: d.Payload, ContentType: d.Metadata[headerType], Headers: headers, Key: d.Key})
	return err
}

// oneLine returns a text as a header may contain it.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// done notes what has to be noted of a message that was handled.
func (r *runner) done(ctx context.Context, w *message.Message) error {
	if err := r.store.Settled(ctx, r.queue, w.Metadata[broker.KeyHeader], w.Metadata); err != nil {
		return err
	}
	return r.release(ctx, w)
}

// release lets the next message with the same unique key be sent.
func (r *runner) release(ctx context.Context, w *message.Message) error {
	unique := w.Metadata[headerUnique]
	if unique == "" {
		return nil
	}
	return r.store.Release(ctx, r.queue, unique, w.Metadata[headerID])
}
