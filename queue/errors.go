package queue

import (
	"errors"
	"time"
)

// RejectedError is the error of a listener whose message would fail at each further attempt, too. The message becomes a dead letter
// at once.
type RejectedError struct {
	Reason string
	Err    error // the cause, or nil
}

func (e *RejectedError) Error() string { return e.Reason }

func (e *RejectedError) Unwrap() error { return e.Err }

// RetryError is the error of a listener that chooses the pause before the next attempt.
type RetryError struct {
	Reason string
	After  time.Duration
}

func (e *RetryError) Error() string { return e.Reason }

// ErrStopped is the error of a listener that did not finish because the connection is closed, or its application reloaded. The
// message goes back to the broker, and the attempt does not count.
var ErrStopped = errors.New("the listener was stopped")
