package actuator

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// Flight runs a function that may take too long, never twice at the same time. The zero value is ready.
type Flight[T any] struct {
	mu      sync.Mutex
	running *run[T] // nil if none is
}

// run is one run of the function.
type run[T any] struct {
	until time.Time
	done  chan struct{} // closed when it has ended
	value T
	err   error
}

// Do returns what do returns. While do runs, further calls wait for the same result. The error is a fault of kind Timeout if do
// runs for longer than the timeout: the context of do has ended then, and nothing waits for it any more. A panic is an error.
func (f *Flight[T]) Do(ctx context.Context, timeout time.Duration, do func(ctx context.Context) (T, error)) (T, error) {
	r := f.join(ctx, timeout, do)
	timer := time.NewTimer(time.Until(r.until))
	defer timer.Stop()
	var none T
	select {
	case <-r.done:
		return r.value, r.err
	case <-timer.C:
	case <-ctx.Done():
		return none, fault.New("actuator.flight", fault.Canceled, "the caller went away").Because(ctx.Err())
	}
	select {
	case <-r.done: // both were ready
		return r.value, r.err
	default:
		return none, fault.New("actuator.flight", fault.Timeout, fmt.Sprintf("no answer within %s", timeout))
	}
}

// join returns the run that is under way, or begins one. It does not end with the caller, since others may wait for it.
func (f *Flight[T]) join(ctx context.Context, timeout time.Duration, do func(ctx context.Context) (T, error)) *run[T] {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.running != nil {
		return f.running
	}
	r := &run[T]{until: time.Now().Add(timeout), done: make(chan struct{})}
	f.running = r
	ctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), r.until)
	go func() {
		defer cancel()
		defer f.end(r)
		defer func() {
			if thrown := recover(); thrown != nil {
				r.err = fault.New("actuator.flight", fault.Internal, fmt.Sprintf("panic: %v", thrown))
			}
		}()
		r.value, r.err = do(ctx)
	}()
	return r
}

func (f *Flight[T]) end(r *run[T]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.running = nil
	close(r.done)
}
