package host

import (
	"context"
	"log/slog"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/platform/limit"
	"github.com/fwrun/fwrun/platform/trace"
	"github.com/fwrun/fwrun/security/sessions"
)

// request is what is asked, and what that leads to. Everything else that is known of an exchange comes from it; it needs nothing of the
// rest. Its texts lie in the memory of fasthttp's request.
type request struct {
	server *Server
	table  *table
	ctx    *fasthttp.RequestCtx
	inner  *innerCall // nil unless the request was made inside of the process, on behalf of another
	start  time.Time
	hops   int         // how many requests of the application itself it lies within
	trace  trace.Trace // made when first needed

	method      string
	buffer      []byte // fullPath lies in it, followed by pathEnd
	fullPath    string // canonical, with the context path: what scripts see
	path        string // canonical, without it: what routes and patterns see
	contentType media
	produces    string // the negotiated Content-Type; empty if the route states none

	working *working // nil unless workers may stand still

	route  *route      // nil until one matched
	mount  *Mount      // nil unless the path is a mount's
	static *staticFile // the file that was found where there is no route

	traced      bool // there is a trace
	outside     bool // the path is not below the context path, where the application has nothing
	preflighted bool // it was a preflight request, and is answered
}

// isOpen reports whether the request is for a mount without interceptors.
func (r *request) isOpen() bool { return r.mount != nil && r.mount.Outside }

// alive returns a context that ends when the request is given up. It carries the work that the request is, if workers may stand still.
func (r *request) alive() context.Context {
	switch {
	case r.inner != nil:
		return r.inner.parent
	case r.working != nil:
		return r.working.life
	}
	return r.server.alive
}

// working is a request that may stand still.
type working struct {
	life context.Context // carries it
	ages func()          // lets its session become older again; nil if there is none
}

// work makes the request one that may stand still, if its generation does.
func (r *request) work() {
	if life := r.table.app.Working(r.server.alive); life != r.server.alive {
		r.working = &working{life: life}
	}
}

// stood returns for how long the request has stood still so far.
func (r *request) stood() time.Duration {
	if r.working == nil && r.inner == nil {
		return 0
	}
	return limit.Of(r.alive()).Stood()
}

// holdSession keeps a session from becoming older while the request stands still, until leave.
func (r *request) holdSession(by *sessions.Sessions, one *sessions.Session) {
	if r.working != nil {
		r.working.ages = by.HoldStill(r.working.life, one)
	}
}

// leave lets go of what was held because the request may stand still.
func (r *request) leave() {
	if r.working != nil && r.working.ages != nil {
		r.working.ages()
	}
}

// cutOff returns a channel that is closed when the stream of an inner request is not read any more; nil for any other
// request.
func (r *request) cutOff() <-chan struct{} {
	if r.inner == nil {
		return nil
	}
	return r.inner.cut
}

// handlerName returns the name of the handler; empty if the request has reached none.
func (r *request) handlerName() string {
	if r.route == nil {
		return ""
	}
	return r.route.name
}

// withRoute adds the label of the mapping, if it has one, to the attributes of a log line.
func (r *request) withRoute(attrs []slog.Attr) []slog.Attr {
	if r.route == nil || r.route.label == "" {
		return attrs
	}
	return append(attrs, slog.String("route", r.route.label))
}

func (r *request) traceID() string { return r.ownTrace().ID() }

// ownTrace returns the trace of the request: what the client has sent, or a new one.
func (r *request) ownTrace() trace.Trace {
	if !r.traced {
		r.trace, r.traced = traceOf(r.ctx), true
	}
	return r.trace
}

// traceOf returns the trace that the client has sent, or a new one.
func traceOf(ctx *fasthttp.RequestCtx) trace.Trace {
	header := &ctx.Request.Header
	return trace.Read(header.Peek("Traceparent"), header.Peek("Tracestate"))
}
