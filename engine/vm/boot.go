package vm

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/platform/fault"
)

// ErrBootTime is the error of module code and PostConstruct hooks that do not end in time.
var ErrBootTime = fault.New("vm.boot", fault.Timeout, "start-up code ran too long without a pause").
	WithHint("server.start-timeout limits the time for loading the scripts and making their beans")

// Bounded runs fn, which may call Run and Await any number of times, on a VM that is not watched by a pool
// yet: a run that exceeds the bound, or goes on when the context has ended, is interrupted. Rejections that are
// not handled by its end are reported then.
func (v *VM) Bounded(ctx context.Context, bound time.Duration, fn func() error) error {
	ended := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { v.watchBoot(ctx, bound, ended) })
	v.bounded = true
	defer func() {
		close(ended)
		watching.Wait()
		v.bounded = false
		v.reportLost()
	}()
	return fn()
}

// watchBoot interrupts whatever runs when the time is over, until it has ended.
func (v *VM) watchBoot(ctx context.Context, bound time.Duration, ended <-chan struct{}) {
	const again = 50 * time.Millisecond
	timer := time.NewTimer(bound)
	defer timer.Stop()
	over := ctx.Done()
	for {
		select {
		case <-ended:
			return
		case <-over:
			over = nil // it stays ended
		case <-timer.C:
		}
		reason := ErrBootTime
		if errors.Is(ctx.Err(), context.Canceled) {
			reason = ErrInterrupted
		}
		if p := v.clock.phase.Load(); p&phaseMask == running {
			v.interrupt(p, reason)
		}
		timer.Reset(again)
	}
}

// Await runs continuations on a VM outside a pool until the promise is settled, and returns its value. A
// value that is not a promise is returned unchanged.
func (v *VM) Await(ctx context.Context, value goja.Value) (goja.Value, error) {
	promise, ok := AsPromise(value)
	if !ok {
		return value, nil
	}
	for promise.State() == goja.PromiseStatePending {
		if err := v.runBootJobs(ctx); err != nil {
			return nil, err
		}
	}
	v.handled(promise)
	if promise.State() == goja.PromiseStateRejected {
		return nil, &Thrown{Value: promise.Result()}
	}
	return promise.Result(), nil
}

// runBootJobs waits for continuations and runs them.
func (v *VM) runBootJobs(ctx context.Context) error {
	select {
	case <-v.bootWake:
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.Canceled) {
			return ErrInterrupted
		}
		return fault.New("vm.boot", fault.Timeout, "start-up waited too long for a promise").
			WithHint("server.start-timeout limits the time for loading the scripts and making their beans")
	}
	v.bootMu.Lock()
	jobs := v.bootJobs
	v.bootJobs = nil
	v.bootMu.Unlock()
	for _, j := range jobs {
		v.runJob(j)
	}
	return nil
}

// pushBoot keeps jobs for Await or for the pool, and returns false if there is a pool.
func (v *VM) pushBoot(jobs []job) (kept bool) {
	v.bootMu.Lock()
	defer v.bootMu.Unlock()
	if v.adopted {
		return false
	}
	v.bootJobs = append(v.bootJobs, jobs...)
	select {
	case v.bootWake <- struct{}{}:
	default:
	}
	return true
}

// join makes the VM a member of the pool and hands over the jobs it has.
func (v *VM) join(p *Pool) []job {
	v.bootMu.Lock()
	defer v.bootMu.Unlock()
	v.pool, v.adopted = p, true
	jobs := v.bootJobs
	v.bootJobs = nil
	return jobs
}
