package host

import (
	"errors"
	"log/slog"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/fault"
)

// problemError carries a problem through the engine, out of Bind or Finish.
type problemError struct{ problem *problem }

func (e *problemError) Error() string { return e.problem.detail }

func (e *problemError) Unwrap() error { return e.problem.cause }

// failed turns what ended an invocation into an answer, and logs it when it is for the
// application's people to know.
func (x *exchange) failed(err error) *problem {
	if known, ok := errors.AsType[*problemError](err); ok {
		return known.problem
	}
	if x.failure == nil {
		x.failure = err
	}
	if !overloaded(err) {
		x.blamed = x.blame()
	}
	if thrown, ok := errors.AsType[*engine.ScriptError](err); ok {
		return x.ofScript(thrown)
	}
	p := &problem{status: statusOf(fault.KindOf(err)), detail: err.Error(), cause: err}
	if e, ok := errors.AsType[*fault.Error](err); ok && p.status < 500 {
		p.detail = e.Public
	}
	x.logFailure(levelOf(fault.KindOf(err)), err)
	return p
}

// ofScript answers an error of the script: with the status it asks for, if it asks for one.
// Otherwise it is the application's own failure, whatever made it, except that a
// host function that found something unavailable or too slow leaves it so.
func (x *exchange) ofScript(e *engine.ScriptError) *problem {
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
		x.logFailure(slog.LevelError, e)
	case e.Public != "": // nobody in the application has seen it
		x.logError(failureOf("the database refused a change"), slog.LevelInfo, e)
	}
	return p
}

// statusOf is the one table from kinds to statuses.
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

// levelOf keeps what a client can cause at will, such as overload, out of the error log.
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
