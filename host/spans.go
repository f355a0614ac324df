package host

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/trace"
)

// beginSpan begins the span of a request, if its trace is recorded.
func (r *request) beginSpan() {
	if t := r.server.settings.Tracer; t != nil {
		r.trace, r.traced = t.Record(traceOf(r.ctx), trace.Server, r.start), true
	}
}

// recordInner begins the span of a request that is made inside of the process, within that of the call it is made for.
func (r *request) recordInner(call context.Context) {
	if t, ok := trace.From(call); ok && t.Recorded() {
		r.trace = t.Start(trace.Internal, "")
	}
}

// endSpan ends the span of a request that has been answered.
func (w *watching) endSpan(r *request, f *failure) {
	span := r.trace.Span()
	if span == nil {
		return
	}
	w.span.End()
	method, status := methodLabel(string(r.ctx.Method())), r.ctx.Response.StatusCode()
	name, route := method, r.routeLabel()
	if method == otherMethod {
		name = "HTTP"
	}
	if route != "" {
		name += " " + route
		span.Set(slog.String("http.route", route))
	}
	span.Rename(name)
	span.Set(slog.String("http.request.method", method), slog.Int("http.response.status_code", status))
	if r.inner == nil {
		r.describeSpan(span)
	}
	if status >= 500 {
		tellFailure(f.err, span)
		span.Fail(strconv.Itoa(status), "")
	}
	span.EndAt(r.start.Add(w.took(r)))
}

// describeSpan sets what only requests from outside have.
func (r *request) describeSpan(span *trace.Span) {
	span.Set(slog.String("url.path", r.loggedPath()), slog.String("url.scheme", r.scheme()), slog.String("network.protocol.version", "1.1"))
	if host := r.host(); host != "" {
		span.Set(slog.String("server.address", host))
	}
	if addr := r.clientAddr().Addr(); addr.IsValid() {
		span.Set(slog.String("client.address", addr.String()))
	}
	if agent := r.ctx.Request.Header.UserAgent(); len(agent) > 0 {
		span.Set(slog.String("user_agent.original", string(agent)))
	}
}

// tellFailure adds the error of the application that is to blame.
func tellFailure(failure error, span *trace.Span) {
	if failure == nil {
		return
	}
	if thrown, ok := errors.AsType[*engine.ScriptError](failure); ok {
		span.Exception(thrown.Name, thrown.Message, thrown.Stack())
		return
	}
	span.Exception("", failure.Error(), "")
}

// routeLabel returns the template of the route, or the path of the mount; "" if the request has reached neither.
func (r *request) routeLabel() string {
	switch {
	case r.route != nil:
		return r.server.settings.ContextPath + r.route.path
	case r.mount != nil && r.mount.Outside:
		return r.mount.Path
	case r.mount != nil:
		return r.server.settings.ContextPath + r.mount.Path
	}
	return ""
}

const otherMethod = "_OTHER"

// methodLabel returns a method that is known, or _OTHER: clients may send any.
func methodLabel(method string) string {
	switch method {
	case "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH":
		return method
	}
	return otherMethod
}

// spanOf returns the name of the span of a stage; "" for a stage without one.
func (x *exchange) spanOf(s *engine.Scope) string {
	switch x.stage {
	case before:
		return x.hookSpan(s, engine.PreHandle, "preHandle")
	case after:
		return x.hookSpan(s, engine.PostHandle, "postHandle")
	case completing:
		return x.hookSpan(s, engine.AfterCompletion, "afterCompletion")
	case guarding:
		return x.req.route.guardSpan(s, engine.PreHandle, "preHandle")
	case guardAfter:
		return x.req.route.guardSpan(s, engine.PostHandle, "postHandle")
	case calling:
		return x.req.route.name
	case failing, apologising:
		if x.req.asksController() {
			return "handleError"
		}
	}
	return ""
}

// hookSpan returns name if an interceptor of the chain has the hook.
func (x *exchange) hookSpan(s *engine.Scope, hook engine.Hook, name string) string {
	for _, i := range x.chain {
		if s.Intercepts(i, hook) {
			return name
		}
	}
	return ""
}

// guardSpan returns name if the controller has the hook. There may be no route.
func (r *route) guardSpan(s *engine.Scope, hook engine.Hook, name string) string {
	if r != nil && r.guarded && s.InterceptsController(r.handler, hook) {
		return name
	}
	return ""
}

// enterRecorded enters a stage within a span of its own, which goes on while the stages have the same one.
func (x *exchange) enterRecorded(s *engine.Scope) (result engine.Value, err error) {
	if name := x.spanOf(s); name != x.watch.spanName {
		x.watch.span.End()
		x.watch.span, x.watch.spanName = nil, name
		if name != "" {
			x.watch.spanTrace = x.req.trace.Start(trace.Internal, name)
			x.watch.span = x.watch.spanTrace.Span()
		}
	}
	if x.watch.span == nil {
		return x.enterStage(s)
	}
	within := x.watch.spanTrace
	err = s.VM.Within(func(ctx context.Context) context.Context { return trace.With(ctx, within) }, func() (err error) {
		result, err = x.enterStage(s)
		return err
	})
	return result, err
}

// fail marks the span of the stage in progress as failed.
func (w *watching) fail(err error) {
	if w.span == nil {
		return
	}
	name := ""
	if thrown, ok := errors.AsType[*engine.ScriptError](err); ok {
		name = thrown.Name
	}
	w.span.Fail(name, "")
	w.span.EndAt(time.Now())
}
