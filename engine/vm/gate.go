package vm

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/platform/limit"
)

// Gate lets a limited number of calls begin on VMs at the same time, so that those of one kind leave VMs to others. A call
// passes the gate before it waits for a VM, and leaves it when it has ended or awaits something for the first time: while
// it awaits, it occupies no VM.
type Gate struct{ places chan struct{} }

// NewGate returns a gate with n places, at least one.
func NewGate(n int) *Gate { return &Gate{make(chan struct{}, max(n, 1))} }

// Gated is Work that passes a gate; nil is none.
type Gated interface{ Gate() *Gate }

// enter passes the gate of some work.
func enter(ctx context.Context, deadline limit.Deadline, work Work) (leave func(), err error) {
	gated, ok := work.(Gated)
	if !ok || gated.Gate() == nil {
		return func() {}, nil
	}
	places := gated.Gate().places
	timer := time.NewTimer(deadline.Left())
	defer timer.Stop()
	left, end := leaving(work)
	defer end()
	for {
		select {
		case places <- struct{}{}:
			return func() { <-places }, nil
		case <-ctx.Done():
			return nil, ErrCanceled
		case <-left:
			return nil, ErrCanceled
		case <-timer.C:
			more := deadline.Left()
			if more <= 0 {
				return nil, ErrBusy
			}
			timer.Reset(more)
		}
	}
}
