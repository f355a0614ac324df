package queues

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/platform/clock"
)

// drainInterval is how often queues are asked whether they are empty.
const drainInterval = 2 * time.Millisecond

// Drain delivers messages until no listener has one, and none waits for one, or the context ends. Then nothing is listened to.
func (p *Part) Drain(ctx context.Context) error {
	p.Begin()
	err := untilIdle(ctx, func() (int64, bool, error) { return p.activity(ctx) })
	for _, q := range p.open {
		if waiting := q.Of.Listen(nil).Wait(ctx); err == nil {
			err = waiting
		}
	}
	return err
}

// idleLooks is how often in a row queues must look empty. One look reads the store, then the broker: it misses a message that
// moves from the broker to the store between the two. The next one misses it only if it moves back and forth meanwhile, and the
// listener that had it was counted by the third.
const idleLooks = 3

// untilIdle looks until it has seen the queues idle, with nothing handled in between, as often as it takes to be sure.
func untilIdle(ctx context.Context, look func() (handled int64, idle bool, err error)) error {
	ticker := time.NewTicker(drainInterval)
	defer ticker.Stop()
	seen, before := 0, int64(0)
	for {
		handled, idle, err := look()
		switch {
		case err != nil:
			return err
		case !idle:
			seen = 0
		case seen == 0 || handled != before:
			seen, before = 1, handled
		default:
			seen++
		}
		if seen == idleLooks {
			return nil
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// activity returns how many messages listeners have handled, and whether there are none for them.
func (p *Part) activity(ctx context.Context) (handled int64, idle bool, err error) {
	idle = true
	for _, q := range p.open {
		states, err := q.Of.States(ctx)
		if err != nil {
			return 0, false, err
		}
		if clock.Stands(p.settings.Clock) { // what is not due waits for the clock
			due, err := q.Of.IsDue(ctx)
			if err != nil {
				return 0, false, err
			}
			idle = idle && !due
			for i := range states {
				states[i].Delayed, states[i].Retries = 0, 0
			}
		}
		for _, state := range states {
			if state.Listener != "" && !state.Paused {
				handled += state.Done + state.Failed
				idle = idle && state.Waiting+state.InHand+state.Delayed+state.Retries == 0
			}
		}
	}
	return handled, idle, nil
}
