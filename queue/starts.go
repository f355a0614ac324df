package queue

import (
	"context"
	"strconv"

	"github.com/ThreeDotsLabs/watermill/message"
)

// A message whose process ends while its listener has it is delivered again, and that was an attempt. How often a broker has delivered
// it may be more: a delivery that went back before the listener began was none. What counts is how often the listener began, which is
// written down before it does, except for the first time where the broker counts deliveries: the second one says that there was a first.

// processEnded is the reason of dead letters with whose last attempt the process ended.
const processEnded = "the process ended"

// spareDeliveries are those of a message, of which nothing is written down here, that may have been none: other processes may have
// written where this one cannot read.
const spareDeliveries = 10

// attempt is one that a listener makes.
type attempt struct {
	before int    // how often it had begun with the message
	begun  bool   // that is written down, so that the process may end
	end    func() // is called when it has ended
}

// attempt counts an attempt before it is made, and gives the message its number. The last attempt of a message with which a process ended is
// made while no other such message is in hand, so that none dies for being beside one that ends the process.
func (r *runner) attempt(w *message.Message) (a attempt, err error) {
	a.end = func() {}
	n := deliveries(w)
	if n == 1 {
		a.begun = true
		return a, nil
	}
	ctx, m := context.WithoutCancel(w.Context()), read(r.queue, w)
	if a.before, err = r.startsOf(ctx, m, n); err != nil {
		return a, r.unsettled(ctx, &uncountedError{err})
	}
	if a.before > 0 {
		if m.Attempt += a.before; m.Attempt > r.policy.MaxAttempts {
			w.Metadata[headerAttempt] = strconv.Itoa(r.policy.MaxAttempts)
			return a, &RejectedError{Reason: processEnded}
		}
		w.Metadata[headerAttempt], w.Metadata[headerAlone] = strconv.Itoa(m.Attempt), "true"
		r.log.WarnContext(ctx, "a process ended while it handled a message, which is tried again", "queue", r.queue, "message", m.ID, "attempt", m.Attempt)
		if m.Attempt == r.policy.MaxAttempts {
			select {
			case r.lasts <- struct{}{}:
				a.end = func() { <-r.lasts }
			case <-r.ending.Done():
				return a, ErrStopped
			}
		}
	}
	if err := r.settings.Starts.SetStarts(ctx, r.queue, m.ID, a.before+1); err != nil {
		a.end()
		return a, r.unsettled(ctx, &uncountedError{err})
	}
	a.begun = true
	return a, nil
}

// startsOf returns how often the listener has begun with a message that was delivered n times; 0 if the broker does not count. If nothing
// is written down that is once, but no message dies of it: it may have waited only.
func (r *runner) startsOf(ctx context.Context, m *Message, n int) (int, error) {
	before, known, err := r.settings.Starts.Starts(ctx, r.queue, m.ID)
	if err != nil || known || n == 0 {
		return before, err
	}
	return max(min(1, r.policy.MaxAttempts-m.Attempt), n-1-spareDeliveries), nil
}

// spare notes that a message goes back before its listener has ended, or begun. That was not an attempt.
func (r *runner) spare(w *message.Message, a attempt) {
	if !a.begun && deliveries(w) != 1 {
		return
	}
	ctx := context.WithoutCancel(w.Context())
	if err := r.settings.Starts.SetStarts(ctx, r.queue, read(r.queue, w).ID, a.before); err != nil {
		r.log.WarnContext(ctx, "a message is given back, and this counts as an attempt", "queue", r.queue, "error", err)
	}
}

// forgetStarts forgets the attempts of a message that will not be delivered again.
func (r *runner) forgetStarts(ctx context.Context, w *message.Message) error {
	if deliveries(w) == 1 {
		return nil
	}
	return r.settings.Starts.ForgetStarts(ctx, r.queue, read(r.queue, w).ID)
}

// uncountedError means that an attempt was not made, because it could not be counted.
type uncountedError struct{ error }
