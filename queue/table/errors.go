package table

import (
	"context"
	"errors"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

// ended returns the error of a call whose context has ended.
func ended(ctx context.Context, op string) error {
	return fault.New(op, fault.Timeout, "the deadline of the call to the queue has passed").Because(context.Cause(ctx))
}

// explained returns the error that a caller gets: if the context has ended, that is the reason.
func explained(ctx context.Context, op string, err error) error {
	if err != nil && ctx.Err() != nil {
		return fault.New(op, fault.Timeout, "the deadline of the call to the queue has passed").Because(err)
	}
	return err
}

// unreachable reports whether an error says that the database does not answer, so that another statement would not help.
func unreachable(err error) bool {
	kind := fault.KindOf(err)
	return kind == fault.Unavailable || kind == fault.Timeout || kind == fault.Canceled
}

// isBusy reports whether a transaction failed only because of another one.
func isBusy(err error) bool {
	e, ok := errors.AsType[*data.Error](err)
	return ok && e.Kind == data.Busy
}

// tries is how often a transaction is tried that another one makes fail.
const tries = 5

// again runs f until it does not fail because of another transaction, a few times.
func again(ctx context.Context, f func() error) error {
	pause := 2 * time.Millisecond
	for try := 1; ; try++ {
		err := f()
		if !isBusy(err) || try == tries || ctx.Err() != nil {
			return err
		}
		time.Sleep(pause)
		pause *= 4
	}
}
