package testapi

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/units"
)

// Schedules are the @Scheduled methods of the application under test.
type Schedules interface {
	// Begin lets them be due by the clock of the test.
	Begin()
	// End lets them be due no more, and waits for those that run.
	End()
	// Next returns when one is due next, and false if none will be.
	Next() (time.Time, bool)
	// Run begins those that are due.
	Run()
}

// hands are the hands of the clock, for vi.
type hands struct {
	owner     any       // the suite or test that has stood it still
	faking    bool      // by useFakeTimers, not for the date alone
	schedules Schedules // nil unless they run by this clock
}

// Enter says to whom a clock belongs that is stood still from now on: a *[Suite] or a *[Test].
func (m *Module) Enter(owner any) { m.running = owner }

// Leave returns what lets the clock go on when its owner ends; nil if it is not this one's.
func (m *Module) Leave(owner any) *Function {
	if r := m.realm; r.hands.owner == owner {
		return &Function{vm: r.vm, call: func(goja.Value, ...goja.Value) (goja.Value, error) { return r.letGo(goja.FunctionCall{}), nil }}
	}
	return nil
}

// Linger waits for what tests have left behind, and what that sets going: for timers that are due within a time, an interval once, and for
// promises, as long as turning the clock waits for them.
func (m *Module) Linger(ctx context.Context, within time.Duration) {
	const late = time.Millisecond // by which the machine may wake a timer after its time
	v, seen := m.realm.vm, map[*vm.Timer]time.Time{}
	by := time.Now().Add(within)
	ctx, cancel := context.WithDeadline(ctx, by.Add(within))
	defer cancel()
	for {
		m.options.Clock.Settle(ctx, v.Idle)
		due, some := v.NextLeft(by, seen)
		if !some || !clock.Sleep(ctx, clock.Real{}, max(time.Until(due), late)) {
			return
		}
	}
}

// clockHost returns the Go functions for vi.
func (r *Realm) clockHost() *goja.Object {
	host := r.rt.NewObject()
	for name, fn := range map[string]func(goja.FunctionCall) goja.Value{
		"stand": r.stand, "letGo": r.letGo, "setNow": r.setNow, "clear": r.clearTimers,
		"faking":  func(goja.FunctionCall) goja.Value { return r.rt.ToValue(r.hands.faking) },
		"stands":  func(goja.FunctionCall) goja.Value { return r.rt.ToValue(r.module.options.Clock.Stands(clock.Date)) },
		"now":     func(goja.FunctionCall) goja.Value { return r.rt.ToValue(r.module.options.Clock.Now().UnixMilli()) },
		"realNow": func(goja.FunctionCall) goja.Value { return r.rt.ToValue(time.Now().UnixMilli()) },
		"count":   func(goja.FunctionCall) goja.Value { return r.rt.ToValue(len(r.ends())) },
		"span":    r.span, "turn": r.turn, "turnAsync": r.turnAsync,
	} {
		_ = host.Set(name, fn)
	}
	return host
}

// stand takes (now, parts, faking, schedules). The timers of the running test or hook end with the time that it stands still, not with
// their call.
func (r *Realm) stand(call goja.FunctionCall) goja.Value {
	var parts []string
	if err := r.rt.ExportTo(call.Argument(1), &parts); err != nil {
		r.throw(err)
	}
	r.hands = hands{owner: r.module.running, faking: call.Argument(2).ToBoolean()}
	r.module.options.Clock.Begin(time.UnixMilli(call.Argument(0).ToInteger()), parts...)
	keepTimers(r.vm)
	if call.Argument(3).ToBoolean() {
		r.hands.schedules = r.module.options.Schedules()
		r.hands.schedules.Begin()
	}
	return goja.Undefined()
}

// keepTimers lets the timers of the running call live on after it while the clock stands still.
func keepTimers(v *vm.VM) {
	if call := v.Current(); call != nil && v.Turned().Stands(clock.Waits) {
		call.KeepTimers()
	}
}

func (r *Realm) letGo(goja.FunctionCall) goja.Value {
	if r.hands.schedules != nil {
		r.vm.Block(r.hands.schedules.End)
	}
	r.hands = hands{}
	r.module.options.Clock.End()
	r.vm.ClearTurned()
	return goja.Undefined()
}

func (r *Realm) setNow(call goja.FunctionCall) goja.Value {
	r.module.options.Clock.SetNow(time.UnixMilli(call.Argument(0).ToInteger()))
	return goja.Undefined()
}

func (r *Realm) clearTimers(goja.FunctionCall) goja.Value {
	r.vm.ClearTurned()
	return goja.Undefined()
}

// span takes a time such as 500 or "30m", and returns it in milliseconds, or undefined for what is none.
func (r *Realm) span(call goja.FunctionCall) goja.Value {
	d, ok := units.Duration(call.Argument(0).String())
	if !ok {
		return goja.Undefined()
	}
	return r.rt.ToValue(float64(d) / float64(time.Millisecond))
}

// ends returns when timers are due, and waits of retries and the like are over, in no order.
func (r *Realm) ends() []time.Time {
	return append(r.vm.TurnedTimers(), r.module.options.Clock.Sleeps()...)
}

// turn takes (how, milliseconds or steps).
func (r *Realm) turn(call goja.FunctionCall) goja.Value {
	t := &turn{Realm: r, clock: r.module.options.Clock, settle: func() {}, fire: r.vm.FireTurned, ended: func() bool { return false }}
	switch err := t.do(call.Argument(0).String(), call.Argument(1).ToFloat()); {
	case vm.Uncatchable(err):
		panic(err)
	case err != nil:
		r.throw(err)
	}
	return goja.Undefined()
}

// turnAsync is turn for code that awaits: what was set going is done, or waits again, before the time moves on.
func (r *Realm) turnAsync(call goja.FunctionCall) goja.Value {
	how, by := call.Argument(0).String(), call.Argument(1).ToFloat()
	t := &turn{Realm: r, clock: r.module.options.Clock, schedules: r.hands.schedules}
	return r.vm.Go(func(ctx context.Context) (vm.Result, error) {
		defer clock.Parked(ctx)()
		t.ended = func() bool { return ctx.Err() != nil || r.vm.Retired() != "" }
		t.settle = func() { t.clock.Settle(ctx, r.vm.Idle) }
		t.fire = func() (fired bool, err error) {
			r.vm.Enqueue(nil, func() error {
				if fired, err = r.vm.FireTurned(); vm.Uncatchable(err) {
					return err
				}
				return nil
			})
			t.settle()
			return fired, err
		}
		t.settle()
		err := t.do(how, by)
		t.settle()
		if err == nil {
			err = ctx.Err()
		}
		return func(*goja.Runtime) (goja.Value, error) { return goja.Undefined(), r.thrown(err) }, nil
	})
}

// thrown returns an error as scripts throw it.
func (r *Realm) thrown(err error) error {
	if err == nil || vm.Uncatchable(err) {
		return err
	}
	return &vm.Thrown{Value: r.vm.ErrorValue(err)}
}

// turn is one turn of the clock.
type turn struct {
	*Realm
	clock     *clock.Turned
	schedules Schedules // nil if none run
	settle    func()
	fire      func() (fired bool, err error) // the first timer, if it is due
	ended     func() bool                    // whether nobody waits for it any more
	failed    error                          // the first of what timers have thrown, or that nothing can be fired any more
}

// mostTimers is how many timers runAllTimers fires.
const mostTimers = 10_000

var errEndless = fault.New("testapi.runAllTimers", fault.Invalid, "10000 timers were fired, and there are more").
	WithHint("an interval, or a timer that sets the next one, has no end: turn the clock by a time, such as \"1h\", or clear it")

func (t *turn) do(how string, by float64) error {
	switch how {
	case "by":
		t.to(t.clock.At().Add(time.Duration(math.Round(by * float64(time.Millisecond)))))
	case "next":
		for range int(by) {
			next, some := t.next()
			if !some {
				break
			}
			t.to(next)
		}
	case "pending":
		if ends := t.ends(); len(ends) > 0 {
			t.to(slices.MaxFunc(ends, time.Time.Compare))
		}
	case "all":
		for range mostTimers {
			ends := t.ends()
			if len(ends) == 0 || t.ended() || vm.Uncatchable(t.failed) {
				return t.failed
			}
			t.untilOne(slices.MinFunc(ends, time.Time.Compare))
		}
		if len(t.ends()) > 0 {
			return errEndless
		}
	}
	return t.failed
}

// next returns when the next timer is due, or a wait or the time of a schedule is over.
func (t *turn) next() (next time.Time, some bool) {
	ends := t.ends()
	if due, some := t.due(); some {
		ends = append(ends, due)
	}
	if len(ends) == 0 {
		return time.Time{}, false
	}
	return slices.MinFunc(ends, time.Time.Compare), true
}

// due returns when the next schedule is due.
func (t *turn) due() (time.Time, bool) {
	if t.schedules == nil {
		return time.Time{}, false
	}
	return t.schedules.Next()
}

// to turns the clock to a time, and does at its time whatever is due until then, also what is added meanwhile.
func (t *turn) to(end time.Time) {
	for t.step(end) {
		t.one()
	}
	t.clock.Step(end)
}

// untilOne is to that ends after one timer has fired.
func (t *turn) untilOne(end time.Time) {
	for t.step(end) {
		if t.one() {
			return
		}
	}
}

// step turns the clock to the next moment until end at which something is due, and reports whether there is one.
func (t *turn) step(end time.Time) bool {
	at, some := t.vm.NextTurned()
	for _, next := range []func() (time.Time, bool){t.clock.Next, t.due} {
		if due, also := next(); also && (!some || due.Before(at)) {
			at, some = due, true
		}
	}
	if !some || at.After(end) || t.ended() || vm.Uncatchable(t.failed) {
		return false
	}
	t.clock.Step(at)
	return true
}

// one begins the schedules that are due, and fires one timer; it reports whether there was one.
func (t *turn) one() bool {
	if due, some := t.due(); some && !due.After(t.clock.At()) {
		t.schedules.Run()
	}
	t.settle()
	fired, err := t.fire()
	if t.failed == nil || vm.Uncatchable(err) {
		t.failed = err
	}
	return fired
}
