package host

import (
	"log/slog"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/fault"
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
		one := &x.req.table.interceptions[x.chain[x.step]]
		return culprit{one.name, hookOf(x.stage), one.place}
	case guarding, guardAfter:
		return culprit{x.req.route.name, hookOf(x.stage), x.req.table.app.Manifest().Handlers[x.req.route.handler].Place}
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
func (f *failure) logFailure(r *request, level slog.Level, err error) {
	f.logFailureAs(r, f.blamed.failure(), level, err)
}

func (f *failure) logFailureAs(r *request, line failureLine, level slog.Level, err error) {
	f.logUntold(r) // an earlier failure
	f.untold = &untold{line, level, err}
	if !r.asksController() {
		f.logUntold(r)
	}
}

// noted logs the failure that goes with a problem, if one does.
func (f *failure) noted(r *request, p *problem) *problem {
	if p != nil && p.untold != nil {
		f.logFailureAs(r, p.untold.line, p.untold.level, p.untold.err)
	}
	return p
}

// logUntold logs a failure that the error controller has not answered.
func (f *failure) logUntold(r *request) {
	if f.untold == nil {
		return
	}
	u := f.untold
	f.untold = nil
	r.logError(u.line, u.level, u.err)
	if heard := r.server.settings.Failed; heard != nil {
		heard(r.handlerName(), u.err)
	}
}

// answered logs the answer of the error controller: with a 4xx status an error is the client's, and not a failure.
func (f *failure) answered(r *request, status int) {
	u := f.untold
	if u == nil || status < fasthttp.StatusBadRequest || status >= fasthttp.StatusInternalServerError {
		f.logUntold(r)
		return
	}
	f.untold = nil
	level := min(u.level, slog.LevelInfo)
	if log := r.server.log; log.Enabled(r.server.alive, level) {
		attrs := append(r.requestAttrs(), slog.Int("status", status), slog.String("error", u.err.Error()))
		log.LogAttrs(r.server.alive, level, "an error was answered by the error controller", attrs...)
	}
}

// requestAttrs returns the attributes that identify the request in a log line.
func (r *request) requestAttrs() []slog.Attr {
	return r.withRoute([]slog.Attr{
		slog.String("handler", r.handlerName()), slog.String("method", r.method), slog.String("path", r.loggedPath()),
		slog.String(requestKey, r.ownTrace().Request()), slog.String(traceKey, r.traceID()),
	})
}

func (r *request) logError(line failureLine, level slog.Level, err error) {
	log := r.server.log
	if !log.Enabled(r.server.alive, level) {
		return
	}
	attrs := append(append(line.attrs, r.requestAttrs()...), engine.FailureAttrs(err, r.server.settings.Dev)...)
	log.LogAttrs(r.server.alive, level, line.what, attrs...)
}
