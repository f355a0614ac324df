package turns

import (
	"context"
	"errors"
	"sync"

	"github.com/fwrun/fwrun/platform/processors"
)

// ErrTooMany is the error of work that is refused, since too much of it waits already.
var ErrTooMany = errors.New("too much work of that kind is waiting")

// Turns lets a few work at a time, and some wait. Its methods may be called by several goroutines.
type Turns struct {
	working chan struct{}
	here    chan struct{} // working or waiting
}

// New returns turns for so many that work and so many that wait.
func New(workers, waiting int) *Turns {
	return &Turns{make(chan struct{}, workers), make(chan struct{}, workers+waiting)}
}

// Workers is how many may work at a time on what takes long: half of the processors, so that the other half goes on with what is quick.
func Workers() int { return max(1, processors.Count()/2) }

// OfProcess returns the turns for what takes tenths of a second and more. All applications of the process share them, since they share its
// processors.
func OfProcess() *Turns { return ofProcess() }

// OfData returns the turns for work on megabytes, which takes milliseconds. They are others than those of OfProcess, which may be taken for long.
func OfData() *Turns { return ofData() }

var (
	ofProcess = sync.OnceValue(func() *Turns { return New(Workers(), 64*Workers()) })
	ofData    = sync.OnceValue(func() *Turns { return New(Workers(), 10_000) })
)

// Take works when it is its turn. It returns ErrTooMany if too many wait, and the error of the context if that ends before.
func (t *Turns) Take(ctx context.Context, work func()) error {
	select {
	case t.here <- struct{}{}:
		defer func() { <-t.here }()
	default:
		return ErrTooMany
	}
	select {
	case t.working <- struct{}{}:
		defer func() { <-t.working }()
	case <-ctx.Done():
		return ctx.Err()
	}
	work()
	return nil
}
