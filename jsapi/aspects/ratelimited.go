package aspects

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/dop251/goja"
	"golang.org/x/time/rate"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/clock"
)

// Limits counts the calls of methods in all VMs. The zero value is ready to use.
type Limits struct {
	mu       sync.Mutex
	limiters map[limitKey]*rate.Limiter
}

type limitKey struct{ method, key string }

// maxLimiters is the number of limiters at which idle ones are dropped.
const maxLimiters = 10_000

// reserve takes one call out of the limit; wait is the time until the call may run. If the caller cannot wait that
// long, ok is false and nothing is taken.
func (l *Limits) reserve(k limitKey, limit rate.Limit, burst int, now time.Time, longest time.Duration) (wait time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	limiter := l.limiters[k]
	if limiter == nil {
		l.sweep(now)
		limiter = rate.NewLimiter(limit, burst)
		l.limiters[k] = limiter
	}
	reserved := limiter.ReserveN(now, 1)
	if wait = reserved.DelayFrom(now); wait > longest {
		reserved.CancelAt(now)
		return wait, false
	}
	return wait, true
}

// sweep drops the limiters that have no recent calls to count.
func (l *Limits) sweep(now time.Time) {
	if l.limiters == nil {
		l.limiters = map[limitKey]*rate.Limiter{}
	}
	if len(l.limiters) < maxLimiters {
		return
	}
	for k, limiter := range l.limiters {
		if limiter.TokensAt(now) >= float64(limiter.Burst()) {
			delete(l.limiters, k)
		}
	}
}

// rateLimited lets a number of calls through in a period. Further calls wait for at most the given time, or are
// refused.
func (r *Realm) rateLimited(advised *manifest.Advised, o manifest.Options, value func(string) engine.Value) layer {
	limit := rate.Limit(o.Number("limit") / o.Duration("per").Seconds())
	burst := max(1, int(o.Number("burst")))
	longest := o.Duration("wait")
	key := func(*call) (string, error) { return "", nil }
	if o.Template("key") != nil || !goja.IsUndefined(value("key")) {
		key = r.key(o.Template("key"), value("key"))
	}
	return func(c *call, rest Body) (goja.Value, error) {
		text, err := key(c)
		if err != nil {
			return nil, err
		}
		wait, ok := r.Limits.reserve(limitKey{advised.Name, text}, limit, burst, r.VM.Waits().At(), longest)
		switch {
		case !ok:
			return nil, r.tooMany(wait)
		case wait == 0:
			return rest()
		}
		c.keep()
		return r.afterPause(wait, advised.Async, rest)
	}
}

// tooMany returns the exception of a call that came too soon.
func (r *Realm) tooMany(after time.Duration) error {
	seconds := strconv.FormatInt(int64((after+time.Second-1)/time.Second), 10)
	return r.refusals.Refused(429, "", map[string]string{"Retry-After": seconds}, nil)
}

func (r *Realm) afterPause(wait time.Duration, async bool, rest Body) (goja.Value, error) {
	if async {
		return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
			if !clock.Sleep(ctx, r.VM.Waits(), wait) {
				return nil, ctx.Err()
			}
			return func(*goja.Runtime) (goja.Value, error) { return rest() }, nil
		}), nil
	}
	ctx := r.VM.Context()
	r.VM.Block(func() { clock.Sleep(r.VM.Alone(ctx), r.VM.Waits(), wait) })
	return rest()
}
