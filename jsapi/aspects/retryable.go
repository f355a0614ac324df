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
	"github.com/fwrun/fwrun/platform/clock"
)

// retry is the @Retryable of one method.
type retry struct {
	*Realm
	attempts        int
	delay, maxDelay time.Duration
	multiplier      float64
	on, except      engine.ErrorSet
}

// retryable calls the method again if it fails, with growing delays between the attempts.
func (r *Realm) retryable(o manifest.Options, value func(string) engine.Value) layer {
	t := &retry{
		Realm: r, attempts: int(o.Number("attempts")), delay: o.Duration("delay"), maxDelay: o.Duration("maxDelay"),
		multiplier: o.Number("multiplier"), on: engine.ReadErrors(r.Runtime, value("on")), except: engine.ReadErrors(r.Runtime, value("except")),
	}
	return func(c *call, rest Body) (goja.Value, error) {
		c.keep()
		return t.attempt(1, rest)
	}
}

func (t *retry) attempt(n int, rest Body) (goja.Value, error) {
	result, err := rest()
	if err != nil {
		return t.failed(n, err, rest)
	}
	return t.After(result, nil, func(result goja.Value, err error) (goja.Value, error) {
		if err == nil || !t.again(n, err) {
			return result, err
		}
		wait := t.wait(n)
		return t.VM.Go(func(ctx context.Context) (vm.Result, error) {
			if !clock.Sleep(ctx, t.VM.Waits(), wait) {
				return nil, err
			}
			return func(*goja.Runtime) (goja.Value, error) { return t.attempt(n+1, rest) }, nil
		}), nil
	})
}

// failed retries a method that has failed synchronously.
func (t *retry) failed(n int, err error, rest Body) (goja.Value, error) {
	if !t.again(n, err) {
		return nil, err
	}
	paused, ctx, wait := false, t.VM.Context(), t.wait(n)
	t.VM.Block(func() { paused = clock.Sleep(t.VM.Alone(ctx), t.VM.Waits(), wait) })
	if !paused {
		return nil, err
	}
	return t.attempt(n+1, rest)
}

func (t *retry) again(n int, err error) bool {
	if n >= t.attempts || vm.Uncatchable(err) || !t.on.Has(err) {
		return false
	}
	return t.except.IsEmpty() || !t.except.Has(err)
}

// wait returns between half of the delay and all of it, so that calls that failed together are not repeated together.
func (t *retry) wait(n int) time.Duration {
	delay := min(float64(t.delay)*math.Pow(t.multiplier, float64(n-1)), float64(t.maxDelay))
	return time.Duration(delay/2 + rand.Float64()*delay/2)
}
