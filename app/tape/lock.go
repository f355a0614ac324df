package tape

import (
	"context"
	"errors"
	"time"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/jsapi/aspects"
)

// Locks returns locks that record whether they were free.
func (r *Recorder) Locks(inner aspects.Locks) aspects.Locks { return &recordedLocks{inner, r} }

type recordedLocks struct {
	aspects.Locks
	by *Recorder
}

// lockAnswer is the recorded answer to an attempt to hold a name.
type lockAnswer struct {
	Held bool `json:"held"` // by this one
}

func lockAsks(name string) map[string]any { return map[string]any{"hold": name} }

func (l *recordedLocks) Acquire(ctx context.Context, name string, wait, ttl time.Duration) (aspects.Lease, error) {
	lease, err := l.Locks.Acquire(ctx, name, wait, ttl)
	if t := replay.Of(ctx); t != nil {
		t.Add(replay.Lock, len(name), func() (replay.Call, error) {
			c := replay.Call{Asks: lockAsks(name)}
			if err != nil && !l.Held(err) {
				c.Fails = faultOf(err)
				return c, nil
			}
			return c, c.Set(lockAnswer{err == nil})
		})
	}
	return lease, err
}

// PlayedLocks returns locks that are free when they were.
func PlayedLocks(inner aspects.Locks) aspects.Locks { return &playedLocks{inner} }

type playedLocks struct{ aspects.Locks }

var errHeld = errors.New("another owner had the lock when it was recorded")

func (l *playedLocks) Held(err error) bool { return errors.Is(err, errHeld) || l.Locks.Held(err) }

func (l *playedLocks) Acquire(ctx context.Context, name string, wait, ttl time.Duration) (aspects.Lease, error) {
	p := replay.PlayerOf(ctx)
	if p == nil {
		return l.Locks.Acquire(ctx, name, wait, ttl)
	}
	c, err := asked(ctx, p, replay.Lock, lockAsks(name))
	if err != nil {
		return nil, err
	}
	var given lockAnswer
	switch err := c.Given(&given); {
	case err != nil:
		return nil, err
	case !given.Held:
		return nil, errHeld
	}
	return l.Locks.Acquire(ctx, name, wait, ttl)
}
