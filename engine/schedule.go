package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
)

// RunUntil is Run for a task that has its own deadline instead of the time of a handler.
func (a *Application) RunUntil(ctx context.Context, deadline time.Time, task Task) error {
	return a.pool.DoUntil(ctx, deadline, &work{task})
}

// noTimeout is longer than any run takes.
const noTimeout = 10 * 365 * 24 * time.Hour

// RunSchedule calls the method of a schedule, by its index in the manifest, on the bean of one of the workers, and
// waits for its result. The errors are those of [Application.Run], and a fault of kind Timeout if the schedule's
// own time limit was exceeded.
func (a *Application) RunSchedule(ctx context.Context, index int) error {
	s := a.manifest.Schedules[index]
	timeout := s.Timeout
	if timeout == 0 {
		timeout = noTimeout
	}
	err := a.RunUntil(ctx, time.Now().Add(timeout), &scheduled{
		name: s.Name, bean: s.Bean, method: s.Method, trigger: s.Trigger, known: &a.experiences[index],
	})
	if errors.Is(err, vm.ErrHandlerTimeout) {
		return fault.New("engine.RunSchedule", fault.Timeout, fmt.Sprintf("the job took longer than its timeout of %s", timeout)).
			WithHint("raise the option timeout of @Scheduled, or remove it")
	}
	return err
}

// scheduled is the Task of one run.
type scheduled struct {
	name    string
	bean    int
	method  string
	trigger schedule.Trigger
	known   *Experience
}

// keepUntil returns a time shortly before the next run.
func keepUntil(t schedule.Trigger, now time.Time) time.Time {
	next := now.Add(max(t.Rate, t.Delay))
	if t.Cron != nil {
		next = t.Cron.Next(now)
	}
	return now.Add(next.Sub(now) * 9 / 10)
}

// scheduledKey keys the run of a schedule, a scheduledRun.
type scheduledKey struct{}

type scheduledRun struct {
	name  string
	until time.Time
}

// ScheduledName returns the name of the schedule that runs on a VM; empty elsewhere.
func ScheduledName(v *vm.VM) string {
	run, _ := v.Value(scheduledKey{}).(scheduledRun)
	return run.name
}

// ScheduledUntil returns, within the run of a schedule, the time until which no other process with a slightly slow
// clock may run it, and the zero time elsewhere. A lock that makes a schedule run once in many processes is held
// for that long.
func ScheduledUntil(v *vm.VM) time.Time {
	run, _ := v.Value(scheduledKey{}).(scheduledRun)
	return run.until
}

// Experience implements [Experienced].
func (t *scheduled) Experience() *Experience { return t.known }

func (t *scheduled) Start(s *Scope) (Value, error) {
	object, isObject := s.instance.beans[t.bean].(*goja.Object)
	if !isObject {
		return nil, fmt.Errorf("the bean is not an object, so it has no method %s", t.method)
	}
	method, ok := goja.AssertFunction(object.Get(t.method)) // an aspect may have wrapped it
	if !ok {
		return nil, fmt.Errorf("the bean has no method %s", t.method)
	}
	var result Value
	run := scheduledRun{t.name, keepUntil(t.trigger, s.VM.Waits().Now())}
	err := s.VM.With(scheduledKey{}, run, func() (err error) {
		result, err = method(object)
		return err
	})
	return result, err
}

func (t *scheduled) Next(*Scope, Value) (Value, error) { return nil, nil }

func (t *scheduled) Catch(_ *Scope, err error) (Value, error) { return nil, err }
