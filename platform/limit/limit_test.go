package limit_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/platform/limit"
)

// at lets the time of a test pass.
func at(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func TestFollowing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var worker, all, request limit.Work
		request.Follow(&all)
		leave, again := request.Follow(&worker), request.Follow(&worker)
		worker.Stop()
		at(time.Second)
		all.Stop() // while it stands still already: that counts once
		at(time.Second)
		worker.GoOn()
		if !request.Still() || request.Stood() != 2*time.Second {
			t.Errorf("with one of two reasons it stood for %s", request.Stood())
		}
		at(time.Second)
		all.GoOn()
		at(time.Second)
		leave()
		leave()
		worker.Stop()
		at(time.Second)
		if request.Stood() != 4*time.Second {
			t.Errorf("it follows twice, and has left once; it stood for %s", request.Stood())
		}
		again()
		at(time.Second)
		worker.GoOn()
		if request.Still() || request.Stood() != 4*time.Second || worker.Stood() != 4*time.Second {
			t.Errorf("after it has left it stood for %s, the worker for %s", request.Stood(), worker.Stood())
		}
		worker.Stop()
		third := request.Follow(&worker)
		at(time.Second)
		third()
		if request.Still() || request.Stood() != 5*time.Second {
			t.Errorf("it has followed one that stood still: %s", request.Stood())
		}
	})
}

func TestWithin(t *testing.T) {
	own := errors.New("own")
	for name, c := range map[string]struct {
		stands time.Duration
		stop   time.Duration // when it begins to stand still
		cause  error
	}{
		"never": {0, 0, nil}, "at once": {time.Hour, 0, nil}, "late": {time.Hour, 900 * time.Millisecond, own},
		"shortly": {time.Millisecond, time.Millisecond, own},
	} {
		synctest.Test(t, func(t *testing.T) {
			var work limit.Work
			ctx, cancel := limit.Within(work.In(t.Context()), time.Second, c.cause)
			defer cancel()
			at(c.stop)
			work.Stop()
			at(c.stands)
			if by, ok := ctx.Deadline(); ctx.Err() != nil || !ok || time.Until(by) != time.Second-c.stop {
				t.Errorf("%s: %v by %s", name, ctx.Err(), by)
			}
			work.GoOn()
			derived, end := context.WithCancel(ctx)
			defer end()
			at(time.Second - c.stop - 1)
			if ctx.Err() != nil {
				t.Errorf("%s: too early: %v", name, ctx.Err())
			}
			at(20 * time.Millisecond) // it may be looked at so late
			want := c.cause
			if want == nil {
				want = context.DeadlineExceeded
			}
			if ctx.Err() != context.DeadlineExceeded || context.Cause(derived) != want { //nolint:errorlint // they are these values
				t.Errorf("%s: %v, %v", name, ctx.Err(), context.Cause(derived))
			}
		})
	}
}

// TestWithoutWork: a limit is that of package context.
func TestWithoutWork(t *testing.T) {
	own := errors.New("own")
	ctx, cancel := limit.Within(t.Context(), time.Nanosecond, own)
	defer cancel()
	<-ctx.Done()
	if context.Cause(ctx) != own || limit.Of(ctx) != nil { //nolint:errorlint // it is that value
		t.Error(context.Cause(ctx))
	}
	var none *limit.Work
	none.Follow(&limit.Work{})()
	limit.Keep(t.Context(), time.Second, func(time.Duration) { t.Error("it never stands still") })()
	now := time.Now()
	if none.Still() || none.Stood() != 0 || !none.By(now).Time().Equal(now) || !(limit.Deadline{}).IsZero() {
		t.Error("what is nothing stands still")
	}
	if same, end := (limit.Deadline{}).In(ctx); same != ctx {
		t.Error("no deadline makes another context")
	} else {
		end()
	}
}

// TestOuterEnds: a limit inside of another one, or of a caller that leaves, ends with that.
func TestOuterEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var work limit.Work
		outer, leave := context.WithTimeout(work.In(t.Context()), time.Second)
		defer leave()
		ctx, cancel := limit.Within(outer, time.Minute, nil)
		defer cancel()
		if by, ok := ctx.Deadline(); !ok || time.Until(by) != time.Second {
			t.Errorf("it ends %s", by)
		}
		work.Stop()
		at(time.Second)
		if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Error(ctx.Err())
		}
		ctx, cancel = limit.Within(work.In(t.Context()), time.Minute, nil)
		cancel()
		if !errors.Is(ctx.Err(), context.Canceled) {
			t.Error(ctx.Err())
		}
	})
}

// TestKeep: what is kept is renewed while the work stands still, and not else.
func TestKeep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var work limit.Work
		var calls int
		var sum time.Duration
		stop := limit.Keep(work.In(t.Context()), time.Second, func(passed time.Duration) { calls++; sum += passed })
		at(time.Minute)
		for round := 1; round <= 2; round++ {
			work.Stop()
			at(2500 * time.Millisecond)
			work.GoOn()
			at(time.Minute)
			const each = 4 // at its begin, twice in between, at its end
			if calls != each*round || sum != time.Duration(round)*2500*time.Millisecond {
				t.Errorf("after %d rounds there were %d calls, for %s", round, calls, sum)
			}
		}
		work.Stop()
		at(0)
		stop()
		at(time.Minute)
		const all = 9
		if calls != all {
			t.Errorf("after stop it was called: %d", calls)
		}
		limit.Keep(work.In(t.Context()), time.Second, func(time.Duration) { calls++ })()
		at(time.Minute)
		work.GoOn()
		if calls > all+1 {
			t.Errorf("what has begun while it stood still, and stopped, was called %d times", calls-all)
		}
	})
}
