package passwords

import (
	"context"

	"github.com/fwrun/fwrun/fault"
)

// line lets a few work at a time, and some wait.
type line struct {
	working chan struct{}
	here    chan struct{} // working or waiting
}

func newLine(workers, waiting int) line {
	return line{make(chan struct{}, workers), make(chan struct{}, workers+waiting)}
}

// do works when it is its turn. It is refused if too many wait already, and gives up when the context ends before.
func (l line) do(ctx context.Context, work func()) error {
	select {
	case l.here <- struct{}{}:
		defer func() { <-l.here }()
	default:
		return fault.New("passwords.wait", fault.Unavailable, "too many passwords are being checked")
	}
	select {
	case l.working <- struct{}{}:
		defer func() { <-l.working }()
	case <-ctx.Done():
		return fault.New("passwords.wait", fault.Timeout, "the password was not checked in time").Because(ctx.Err())
	}
	work()
	return nil
}
