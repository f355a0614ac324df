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
	live map[int64]*timer
	last int64
}

// timer is one call of setTimeout, setInterval or setImmediate. Only the waiting happens outside of the VM.
type timer struct {
	callback  goja.Callable
	arguments []goja.Value
	every     time.Duration // 0 for a timer that fires once
	waiting   *vm.Timer
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
	if len(r.timers.live) >= r.options.MaxTimers {
		r.RangeError(fmt.Sprintf("%s: %d timers are live already; clear some first", name, r.options.MaxTimers))
	}
	t := &timer{callback: callback}
	if len(call.Arguments) > 2 {
		t.arguments = append(t.arguments, call.Arguments[2:]...)
	}
	if again {
		t.every = max(after, time.Millisecond)
		after = t.every
	}
	if r.timers.live == nil {
		r.timers.live = map[int64]*timer{}
	}
	r.timers.last++
	id := r.timers.last
	r.timers.live[id] = t
	options := vm.TimerOptions{Kind: name, Part: cmp.Or(name, "setTimeout"), Drop: func() { delete(r.timers.live, id) }}
	t.waiting = r.VM.After(after, options, func() error { return r.fire(id, t) })
	return r.Runtime.ToValue(id)
}

// fire runs a callback, unless the timer was cleared after its time had come. The callback runs in the frame of the
// call that set the timer. An interval keeps its phase: if it is late by more than a period, the missed calls are
// skipped.
func (r *Realm) fire(id int64, t *timer) error {
	if r.timers.live[id] != t {
		return nil
	}
	if t.every == 0 {
		delete(r.timers.live, id)
	} else {
		t.waiting.Again(r.VM, t.every)
	}
	_, err := t.callback(goja.Undefined(), t.arguments...)
	return err
}

func (r *Realm) clearTimer(call goja.FunctionCall) goja.Value {
	// An object may stand for a number, as those of node:timers do.
	if _, isObject := call.Argument(0).(*goja.Object); !isObject && !goja.IsNumber(call.Argument(0)) {
		return goja.Undefined()
	}
	id := call.Arguments[0].ToInteger()
	if t, ok := r.timers.live[id]; ok {
		t.waiting.Stop()
		delete(r.timers.live, id)
	}
	return goja.Undefined()
}
