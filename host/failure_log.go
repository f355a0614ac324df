package host

import (
	"log/slog"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/fault"
)

// culprit is the interceptor, or the controller with hooks, whose hook has failed; the zero value is the handler.
type culprit struct {
	name  string
	hook  engine.Hook
	place fault.Place
}

// blame returns the culprit for an error that ends the stage.
func (x *exchange) blame() culprit {
	switch x.stage {
	case before, after, completing:
		if x.step < 0 || x.step >= len(x.chain) {
			return culprit{}
		}
		one := &x.table.interceptions[x.chain[x.step]]
		return culprit{one.name, hookOf(x.stage), one.place}
	case guarding, guardAfter:
		return culprit{x.route.name, hookOf(x.stage), x.table.app.Manifest().Handlers[x.route.handler].Place}
	}
	return culprit{}
}

func hookOf(s stage) engine.Hook {
	switch s {
	case before, guarding:
		return engine.PreHandle
	case completing:
		return engine.AfterCompletion
	}
	return engine.PostHandle
}

// String returns a text such as "preHandle of Guard"; empty for the handler.
func (c culprit) String() string {
	if c.name == "" {
		return ""
	}
	return c.hook.String() + " of " + c.name
}

// failure returns the log line for a failure of the culprit.
func (c culprit) failure() failureLine {
	if c.name == "" {
		return failureOf("a handler failed")
	}
	return failureLine{c.String() + " failed", []slog.Attr{slog.String("interceptor", c.name), slog.String("place", c.place.String())}}
}

// failureLine is the beginning of a log line about a failure; the attributes of the request follow.
type failureLine struct {
	what  string
	attrs []slog.Attr
}

func failureOf(what string) failureLine { return failureLine{what: what} }

// untold is a failure that is logged once its answer is known.
type untold struct {
	line  failureLine
	level slog.Level
	err   error
}

// logFailure logs the error that a request ended with. If there is an error controller, it is logged after the
// controller has answered.
func (x *exchange) logFailure(level slog.Level, err error) {
	x.logFailureAs(x.blamed.failure(), level, err)
}

func (x *exchange) logFailureAs(line failureLine, level slog.Level, err error) {
	x.logUntold() // an earlier failure
	x.untold = &untold{line, level, err}
	if !x.asksController() {
		x.logUntold()
	}
}

// logUntold logs a failure that the error controller has not answered.
func (x *exchange) logUntold() {
	if x.untold == nil {
		return
	}
	u := x.untold
	x.untold = nil
	x.logError(u.line, u.level, u.err)
	if heard := x.server.settings.Failed; heard != nil {
		heard(x.handlerName(), u.err)
	}
}

// answered logs the answer of the error controller: with a 4xx status an error is the client's, and not a failure.
func (x *exchange) answered(status int) {
	u := x.untold
	if u == nil || status < fasthttp.StatusBadRequest || status >= fasthttp.StatusInternalServerError {
		x.logUntold()
		return
	}
	x.untold = nil
	level := min(u.level, slog.LevelInfo)
	if log := x.server.log; log.Enabled(x.server.alive, level) {
		attrs := append(x.requestAttrs(), slog.Int("status", status), slog.String("error", u.err.Error()))
		log.LogAttrs(x.server.alive, level, "an error was answered by the error controller", attrs...)
	}
}

// requestAttrs returns the attributes that identify the request in a log line.
func (x *exchange) requestAttrs() []slog.Attr {
	return x.withRoute([]slog.Attr{
		slog.String("handler", x.handlerName()), slog.String("method", x.method), slog.String("path", x.loggedPath()),
		slog.String(requestKey, x.ownTrace().Request()), slog.String(traceKey, x.traceID()),
	})
}

func (x *exchange) logError(line failureLine, level slog.Level, err error) {
	log := x.server.log
	if !log.Enabled(x.server.alive, level) {
		return
	}
	attrs := append(append(line.attrs, x.requestAttrs()...), engine.FailureAttrs(err, x.server.settings.Dev)...)
	log.LogAttrs(x.server.alive, level, line.what, attrs...)
}
