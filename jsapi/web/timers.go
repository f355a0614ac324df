package web

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// timers are the live timers of one VM.
type timers struct {
	live      map[int64]*timer
	last      int64
	prototype *goja.Object // of what stands for them in scripts; nil until there is one
}

// timer is one call of setTimeout, setInterval or setImmediate. Only the waiting happens outside of the VM.
type timer struct {
	id        int64
	name      string // of the function that set it; empty if no script sees it
	after     time.Duration
	callback  goja.Callable
	arguments []goja.Value
	every     time.Duration // 0 for a timer that fires once
	waiting   *vm.Timer

	cleared bool                  // refresh does not set it again
	idle    bool                  // unref was called, which changes nothing else: nothing waits for timers
	own     map[string]goja.Value // what scripts have put on the object; usually nil
}

func (r *Realm) setTimeout(call goja.FunctionCall) goja.Value {
	return r.startTimer("setTimeout", call, delay(call.Argument(1)), false)
}

// setQuietTimeout is setTimeout for AbortSignal.timeout, which nobody can clear.
func (r *Realm) setQuietTimeout(call goja.FunctionCall) goja.Value {
	return r.startTimer("", call, delay(call.Argument(1)), false)
}

func (r *Realm) setInterval(call goja.FunctionCall) goja.Value {
	return r.startTimer("setInterval", call, delay(call.Argument(1)), true)
}

func (r *Realm) setImmediate(call goja.FunctionCall) goja.Value {
	if len(call.Arguments) > 0 { // the delay precedes the callback's arguments
		rest := append([]goja.Value{call.Arguments[0], goja.Undefined()}, call.Arguments[1:]...)
		call.Arguments = rest
	}
	return r.startTimer("setImmediate", call, 0, false)
}

// delay reads milliseconds. A value that is not a number, is negative or is longer than browsers allow (24.8 days)
// means no delay.
func delay(v goja.Value) time.Duration {
	if goja.IsUndefined(v) {
		return 0
	}
	ms := v.ToFloat()
	if !(ms >= 1 && ms <= math.MaxInt32) {
		return 0
	}
	return time.Duration(ms * float64(time.Millisecond))
}

func (r *Realm) startTimer(name string, call goja.FunctionCall, after time.Duration, again bool) goja.Value {
	callback, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		return r.TypeError(name + ": the first argument is not a function")
	}
	t := &timer{name: name, after: after, callback: callback}
	if len(call.Arguments) > 2 {
		t.arguments = append(t.arguments, call.Arguments[2:]...)
	}
	if again {
		t.every = max(after, time.Millisecond)
		t.after = t.every
	}
	r.timers.last++
	t.id = r.timers.last
	r.wait(t)
	if name == "" {
		return goja.Undefined()
	}
	return r.timerObject(t)
}

// wait lets a timer be live.
func (r *Realm) wait(t *timer) {
	if len(r.timers.live) >= r.options.MaxTimers {
		r.RangeError(fmt.Sprintf("%s: %d timers are live already; clear some first", t.name, r.options.MaxTimers))
	}
	if r.timers.live == nil {
		r.timers.live = map[int64]*timer{}
	}
	r.timers.live[t.id] = t
	options := vm.TimerOptions{Kind: t.name, Part: cmp.Or(t.name, "setTimeout"), Drop: func() { delete(r.timers.live, t.id) }}
	t.waiting = r.VM.After(t.after, options, func() error { return r.fire(t) })
}

// fire runs a callback, unless the timer was cleared after its time had come. The callback runs in the frame of the
// call that set the timer. An interval keeps its phase: if it is late by more than a period, the missed calls are
// skipped.
func (r *Realm) fire(t *timer) error {
	if r.timers.live[t.id] != t {
		return nil
	}
	if t.every == 0 {
		delete(r.timers.live, t.id)
	} else {
		t.waiting.Again(r.VM, t.every)
	}
	_, err := t.callback(goja.Undefined(), t.arguments...)
	return err
}

func (r *Realm) clearTimer(call goja.FunctionCall) goja.Value {
	if t, ok := timerOf(call.Argument(0)); ok {
		r.stop(t)
		t.cleared = true
	} else if goja.IsNumber(call.Argument(0)) {
		if t, ok := r.timers.live[call.Arguments[0].ToInteger()]; ok {
			r.stop(t)
			t.cleared = true
		}
	}
	return goja.Undefined()
}

func (r *Realm) stop(t *timer) {
	if r.timers.live[t.id] == t {
		t.waiting.Stop()
		delete(r.timers.live, t.id)
	}
}
