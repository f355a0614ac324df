package aspects

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
)

// retry is the @Retryable of one method.
type retry struct {
	*Advisor
	attempts        int
	delay, maxDelay time.Duration
	multiplier      float64
	on, except      Errors
}

// retryable calls the method again if it fails, with growing delays between the attempts.
func (a *Advisor) retryable(o manifest.Options, value func(string) engine.Value) layer {
	r := &retry{
		Advisor: a, attempts: int(o.Number("attempts")), delay: o.Duration("delay"), maxDelay: o.Duration("maxDelay"),
		multiplier: o.Number("multiplier"), on: ReadErrors(a.Runtime, value("on")), except: ReadErrors(a.Runtime, value("except")),
	}
	return func(c *call, rest Body) (goja.Value, error) {
		c.keep()
		return r.attempt(1, rest)
	}
}

func (r *retry) attempt(n int, rest Body) (goja.Value, error) {
	result, err := rest()
	if err != nil {
		return r.failed(n, err, rest)
	}
	return r.After(result, nil, func(result goja.Value, err error) (goja.Value, error) {
		if err == nil || !r.again(n, err) {
			return result, err
		}
		wait := r.wait(n)
		return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
			if !pause(ctx, wait) {
				return nil, err
			}
			return func(*goja.Runtime) (goja.Value, error) { return r.attempt(n+1, rest) }, nil
		}), nil
	})
}

// failed retries a method that has failed synchronously.
func (r *retry) failed(n int, err error, rest Body) (goja.Value, error) {
	if !r.again(n, err) {
		return nil, err
	}
	paused, ctx, wait := false, r.VM.Context(), r.wait(n)
	r.VM.Block(func() { paused = pause(ctx, wait) })
	if !paused {
		return nil, err
	}
	return r.attempt(n+1, rest)
}

func (r *retry) again(n int, err error) bool {
	if n >= r.attempts || vm.Uncatchable(err) || !r.on.matches(err) {
		return false
	}
	return r.except.empty() || !r.except.matches(err)
}

// wait returns between half of the delay and all of it, so that calls that failed together are not repeated together.
func (r *retry) wait(n int) time.Duration {
	delay := min(float64(r.delay)*math.Pow(r.multiplier, float64(n-1)), float64(r.maxDelay))
	return time.Duration(delay/2 + rand.Float64()*delay/2)
}

// pause waits. It returns false if the context ends before.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
