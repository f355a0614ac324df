package host

import (
	"errors"
	"log/slog"
	"strings"

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
		x.logError("the database refused a change", slog.LevelInfo, e)
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

func (x *exchange) logFailure(level slog.Level, err error) {
	x.logError("a handler failed", level, err)
	if heard := x.server.settings.Failed; heard != nil {
		heard(x.handlerName(), err)
	}
}

func (x *exchange) logError(what string, level slog.Level, err error) {
	log := x.server.log
	if !log.Enabled(x.server.alive, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("handler", x.handlerName()), slog.String("method", x.method), slog.String("path", x.loggedPath()),
		slog.String(requestKey, x.ownTrace().Request()), slog.String(traceKey, x.traceID()), slog.String("error", err.Error()),
	}
	add := func(key, value string) {
		if value != "" {
			attrs = append(attrs, slog.String(key, value))
		}
	}
	thrown, isThrown := errors.AsType[*engine.ScriptError](err)
	if isThrown && x.server.settings.Dev {
		add("hint", thrown.Hint())
	} else if e, ok := errors.AsType[*fault.Error](err); ok {
		add("hint", e.Hint)
	}
	if isThrown {
		add("cause", causesOf(thrown))
		add("stack", thrown.Stack())
		add("source", thrown.Excerpt())
	}
	log.LogAttrs(x.server.alive, level, what, attrs...)
}

// causesOf lists what is behind an error, each with its place.
func causesOf(e *engine.ScriptError) string {
	var list []string
	for _, behind := range e.Causes {
		text := behind.Error()
		if place, known := behind.Place(); known {
			text += " at " + place.String()
		}
		if deeper := causesOf(behind); deeper != "" {
			text += ", because of " + deeper
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}
