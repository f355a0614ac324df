package host

import (
	"errors"
	"log/slog"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// statusLeft is what the log and the metrics show of a request whose client has left. It is nginx's, and no failure of the server.
const statusLeft = 499

// problemError carries a problem through the engine, out of Bind or Finish.
type problemError struct{ problem *problem }

func (e *problemError) Error() string { return e.problem.detail }

func (e *problemError) Unwrap() error { return e.problem.cause }

// failed returns the answer to the error that ended an invocation in the stage in progress.
func (x *exchange) failed(err error) *problem { return x.failure.of(&x.req, x.blame(), err) }

// failure is what has gone wrong with a request, until it is answered and logged. Of the rest it needs the request.
type failure struct {
	err         error    // the first error of a script
	blamed      culprit  // whose hook has failed; zero for the handler
	untold      *untold  // a failure that is still to be logged
	kept        kept     // what stays of the response when an error replaces it
	missing     *problem // why there is no route
	problem     *problem // the problem that the scripts are handling
	fromOutside bool     // which is an error from outside of the VM
	denied      bool     // the request was refused by an interceptor, or because of its sender
}

// of returns the answer to the error that ended an invocation, and logs the error if it concerns the application's
// operators.
func (f *failure) of(r *request, blamed culprit, err error) *problem {
	if known, ok := errors.AsType[*problemError](err); ok {
		return known.problem
	}
	if f.err == nil {
		f.err = err
	}
	if !overloaded(err) {
		f.blamed = blamed
	}
	if thrown, ok := errors.AsType[*engine.ScriptError](err); ok {
		return f.ofScript(r, thrown)
	}
	p := &problem{status: statusOf(fault.KindOf(err)), detail: err.Error(), cause: err}
	if errors.Is(err, vm.ErrCanceled) && hasLeft(r.ctx) {
		p.status = statusLeft
	}
	if e, ok := errors.AsType[*fault.Error](err); ok && p.status < 500 {
		p.detail = e.Public
	}
	f.logFailure(r, levelOf(fault.KindOf(err)), err)
	return p
}

// ofScript returns the answer to a script's error: the status that the script asks for, if it does. Otherwise the error
// is the application's own failure, unless it comes from a host function that found something unavailable or too slow.
func (f *failure) ofScript(r *request, e *engine.ScriptError) *problem {
	if known, ok := errors.AsType[*problemError](e.Cause); ok { // of the body that it has read
		return known.problem
	}
	p := &problem{status: e.Status, detail: e.Detail(), constraint: e.Constraint, cause: e, headers: e.Headers}
	if p.status == 0 {
		p.status, p.detail = fasthttp.StatusInternalServerError, e.Error()
		switch kind := fault.KindOf(e.Cause); kind {
		case fault.Unavailable, fault.Timeout, fault.Canceled:
			p.status = statusOf(kind)
		}
	}
	if p.status < 400 || p.status > 599 {
		p.status = fasthttp.StatusInternalServerError
	}
	switch {
	case p.status >= 500:
		f.logFailure(r, slog.LevelError, e)
	case e.Public != "": // no code of the application has seen it
		r.logError(failureOf("the database refused a change"), slog.LevelInfo, e)
	}
	return p
}

// statusOf returns the HTTP status of a kind of error. It is the only such table.
func statusOf(kind fault.Kind) int {
	switch kind {
	case fault.Invalid:
		return fasthttp.StatusBadRequest
	case fault.Denied:
		return fasthttp.StatusForbidden
	case fault.NotFound:
		return fasthttp.StatusNotFound
	case fault.Conflict:
		return fasthttp.StatusConflict
	case fault.TooLarge:
		return fasthttp.StatusRequestEntityTooLarge
	case fault.Unavailable, fault.Timeout, fault.Canceled:
		return fasthttp.StatusServiceUnavailable
	default:
		return fasthttp.StatusInternalServerError
	}
}

// levelOf returns the log level of a kind of error. What a client can cause at will, such as overload, is not logged as
// an error.
func levelOf(kind fault.Kind) slog.Level {
	switch kind {
	case fault.Internal:
		return slog.LevelError
	case fault.Timeout:
		return slog.LevelWarn
	default:
		return slog.LevelDebug
	}
}
