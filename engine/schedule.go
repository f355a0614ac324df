package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schedule"
)

// RunUntil is Run for a task that has a deadline of its own, and not the time of a handler.
func (a *Application) RunUntil(ctx context.Context, deadline time.Time, task Task) error {
	return a.pool.DoUntil(ctx, deadline, &work{task})
}

// noTimeout is longer than any run.
const noTimeout = 10 * 365 * 24 * time.Hour

// RunSchedule calls the method of a schedule, by its index in the manifest, on the bean of one of the workers, and waits for
// what it returns. The errors are those of [Application.Run], and a fault of kind Timeout when the schedule's own time was
// not enough.
func (a *Application) RunSchedule(ctx context.Context, index int) error {
	s := a.manifest.Schedules[index]
	timeout := s.Timeout
	if timeout == 0 {
		timeout = noTimeout
	}
	err := a.RunUntil(ctx, time.Now().Add(timeout), &scheduled{
		bean: s.Bean, method: s.Method, keep: keepUntil(s.Trigger, time.Now()), known: &a.experiences[index],
	})
	if errors.Is(err, vm.ErrHandlerTimeout) {
		return fault.New("engine.RunSchedule", fault.Timeout, fmt.Sprintf("the job took longer than its timeout of %s", timeout)).
			WithHint("raise the option timeout of @Scheduled, or leave it out")
	}
	return err
}

// scheduled is the Task of one run.
type scheduled struct {
	bean   int
	method string
	keep   time.Time // see ScheduledUntil
	known  *Experience
}

// keepUntil is shortly before the next run.
func keepUntil(t schedule.Trigger, now time.Time) time.Time {
	next := now.Add(max(t.Rate, t.Delay))
	if t.Cron != nil {
		next = t.Cron.Next(now)
	}
	return now.Add(next.Sub(now) * 9 / 10)
}

// scheduledKey keys the run of a schedule.
type scheduledKey struct{}

// ScheduledUntil tells, within the run of a schedule, until when no other process shall run it,
// whose clock is a little late; it is zero elsewhere. A lock that makes a schedule run once in
// many processes is kept for that long.
func ScheduledUntil(v *vm.VM) time.Time {
	until, _ := v.Value(scheduledKey{}).(time.Time)
	return until
}

// Experience implements [Experienced].
func (t *scheduled) Experience() *Experience { return t.known }

func (t *scheduled) Start(s *Scope) (Value, error) {
	object, isObject := s.instance.beans[t.bean].(*goja.Object)
	if !isObject {
		return nil, fmt.Errorf("the bean is no object, and has no method %s", t.method)
	}
	method, ok := goja.AssertFunction(object.Get(t.method)) // which aspects may have wrapped
	if !ok {
		return nil, fmt.Errorf("the bean has no method %s", t.method)
	}
	var result Value
	err := s.VM.With(scheduledKey{}, t.keep, func() (err error) {
		result, err = method(object)
		return err
	})
	return result, err
}

func (t *scheduled) Next(*Scope, Value) (Value, error) { return nil, nil }

func (t *scheduled) Catch(_ *Scope, err error) (Value, error) { return nil, err }
