package web

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/limit"
	"github.com/fwrun/fwrun/platform/trace"
)

// control is the script object with which the prelude and Go control a request. The prelude may set timeout, in
// milliseconds, and retries before the request starts. Go sets cancel when the request has started, timedOut if it took too long,
// and unavailable, which takes the error that is thrown, if it must be answered with 503 when the script does not catch it.
type control struct{ object *goja.Object }

func (c control) number(name string) (n float64, ok bool) {
	if c.object == nil {
		return 0, false
	}
	value := c.object.Get(name)
	if value == nil || goja.IsUndefined(value) {
		return 0, false
	}
	return value.ToFloat(), true
}

func (c control) set(name string, value any) {
	if c.object != nil {
		_ = c.object.Set(name, value)
	}
}

// sender returns the function that starts a request with a client and returns the promise of the answer. The request
// ends with the call it belongs to.
func (r *Realm) sender(client Client) native {
	return func(call goja.FunctionCall) goja.Value {
		request := r.outgoing(call)
		object, _ := call.Argument(5).(*goja.Object)
		how := control{object}
		ctx, cancel := client.context(r.VM.Life(), how)
		answer := r.VM.GoFor("fetch", func(context.Context) (vm.Result, error) {
			got, err := client.exchange(ctx, cancel, request)
			if err != nil {
				err = inTime(ctx, err)
				cancel()
				return func(*goja.Runtime) (goja.Value, error) { return nil, r.unsent(how, err) }, nil
			}
			return func(*goja.Runtime) (goja.Value, error) { return r.answer(got), nil }, nil
		})
		how.set("cancel", func(goja.FunctionCall) goja.Value {
			cancel()
			return goja.Undefined()
		})
		return answer
	}
}

// context returns a context that ends with the call, or when the request takes too long.
func (c Client) context(call context.Context, how control) (context.Context, context.CancelFunc) {
	if c.Begin != nil {
		call = c.Begin(call)
	}
	timeout := c.Timeout
	if ms, ok := how.number("timeout"); ok && ms > 0 {
		timeout = time.Duration(min(ms, math.MaxInt64/float64(2*time.Millisecond)) * float64(time.Millisecond))
	}
	if most, ok := how.number("retries"); ok && c.Retry != nil {
		call = c.Retry(call, int(most))
	}
	if timeout <= 0 {
		return context.WithCancel(call)
	}
	return limit.Within(call, timeout, &timeoutError{timeout})
}

// unsent returns the error for a request without an answer.
func (r *Realm) unsent(how control, err error) error {
	if late, ok := errors.AsType[*timeoutError](err); ok {
		how.set("timedOut", late.Error())
	}
	if failed, ok := errors.AsType[*fault.Error](err); ok {
		how.set("unavailable", func(call goja.FunctionCall) goja.Value {
			if object, ok := call.Argument(0).(*goja.Object); ok {
				r.VM.Attach(object, failed)
			}
			return goja.Undefined()
		})
	}
	return &vm.Thrown{Value: r.cause(err)}
}

// passTrace adds the trace of the call to the request, unless the script has set one.
func passTrace(request *http.Request) {
	if request.Header["Traceparent"] != nil {
		return
	}
	found, ok := trace.From(request.Context())
	if !ok {
		return
	}
	request.Header["Traceparent"] = []string{found.Child()}
	if state := found.State(); state != "" && request.Header["Tracestate"] == nil {
		request.Header["Tracestate"] = []string{state}
	}
}

// Fetcher returns a fetch function that sends with another client. It takes a third argument, the limits of one
// request: {timeout: milliseconds, retries: number}.
func (r *Realm) Fetcher(client Client) (goja.Value, error) {
	if err := r.Use("fetch"); err != nil {
		return nil, err
	}
	fetcher, ok := goja.AssertFunction(r.Shared("fetcher"))
	if !ok {
		return nil, errors.New("web: the prelude has no fetcher")
	}
	send := r.Runtime.ToValue(r.sender(client.filled()))
	return fetcher(goja.Undefined(), send, r.Runtime.ToValue(true))
}
