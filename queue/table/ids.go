package table

import (
	"context"
	"time"
)

// Remember reports whether a message's id is new to a queue, and remembers it until then. Of several calls at the same
// time, in whatever process, one gets true.
func (s *Store) Remember(ctx context.Context, queue, id string, until time.Time) (fresh bool, err error) {
	return false, errMissing
}

// Forget makes an id new again, since its message could not be sent.
func (s *Store) Forget(ctx context.Context, queue, id string) error { return errMissing }

// Hold lets the message called id hold a name of a queue until then, and returns the id of the message that holds it:
// this one, or another which has it already. A message may hold it again, which moves the end.
func (s *Store) Hold(ctx context.Context, queue, unique, id string, until time.Time) (holder string, err error) {
	return "", errMissing
}

// Release frees a name if the message called id holds it.
func (s *Store) Release(ctx context.Context, queue, unique, id string) error { return errMissing }

// Pause remembers that a queue is paused.
func (s *Store) Pause(ctx context.Context, queue string) error { return errMissing }

// Resume ends the pause of a queue.
func (s *Store) Resume(ctx context.Context, queue string) error { return errMissing }

// Paused returns the names of the queues that are paused.
func (s *Store) Paused(ctx context.Context) ([]string, error) { return nil, errMissing }
