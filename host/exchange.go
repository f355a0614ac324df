package host

import (
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
)

// exchange is one request on its way to a response. It is the engine.Invocation of the
// route's handler, and is used again afterwards: nothing may keep it. Its texts lie in
// the memory of fasthttp's request.
type exchange struct {
	server *Server
	table  *table
	ctx    *fasthttp.RequestCtx
	route  *route // nil until one matched
	start  time.Time
	trace  string // made when first asked for

	method      string
	buffer      []byte // what fullPath lies in, and pathEnd behind it
	fullPath    string // canonical, with the context path
	path        string // canonical, without it: what routes and scripts see
	contentType media
	produces    string // the negotiated Content-Type; empty when the route states none

	received // the body

	args     []engine.Value
	texts    []string
	refused  []refusal
	view     *requestView
	injected engine.Value // the ResponseEntity the handler was given
}

// serve answers one request, whatever happens.
func (s *Server) serve(ctx *fasthttp.RequestCtx) {
	x, ok := s.idle.Get().(*exchange)
	if !ok {
		x = new(exchange)
	}
	x.server, x.ctx, x.start = s, ctx, time.Now()
	x.table = enter(&s.current)
	defer x.end()
	if p := x.answer(); p != nil {
		x.respond(p)
	}
	x.share()
	x.encode()
}

// answer takes the request through all its stages. Interceptors will stand between admit and
// receive: they see the canonical path, and refuse before a body is read.
func (x *exchange) answer() *problem {
	if p := x.locate(); p != nil {
		return p
	}
	if x.route == nil {
		return x.sendStatic() // or OPTIONS, answered already
	}
	if p := x.admit(); p != nil {
		return p
	}
	if p := x.receive(); p != nil {
		return p
	}
	if err := x.table.app.Invoke(x.server.alive, x.route.handler, x); err != nil {
		return x.failed(err)
	}
	return nil
}

// end gives everything back. A script that kept its HttpRequest has lost it from here on.
func (x *exchange) end() {
	panicked := recover()
	if x.view != nil {
		x.view.close()
	}
	if panicked != nil {
		x.panicked(panicked)
	}
	x.settleBody()
	x.discard()
	x.logAccess()
	x.table.leave()
	if panicked == nil { // else it may be in any state
		idle := &x.server.idle
		x.reset()
		idle.Put(x)
	}
}

func (x *exchange) panicked(value any) {
	x.server.log.Error("a panic ended a request",
		slog.String("handler", x.handlerName()), slog.String("path", x.loggedPath()), slog.String("trace", x.traceID()),
		slog.Any("panic", value), slog.String("stack", string(debug.Stack())))
	p := &problem{status: fasthttp.StatusInternalServerError}
	document := p.document(x.fullPath, x.traceID()) // nothing but the least: who knows what else panics
	if x.server.settings.Dev {
		document.Detail = fmt.Sprint(value)
	}
	p.writeJSON(x.ctx, document)
}

func (x *exchange) reset() {
	clear(x.args)
	clear(x.texts[:cap(x.texts)])
	*x = exchange{buffer: x.buffer[:0], received: x.emptied(), args: x.args[:0], texts: x.texts[:0]}
}

func (x *exchange) handlerName() string {
	if x.route == nil {
		return ""
	}
	return x.route.name
}

func (x *exchange) traceID() string {
	if x.trace == "" {
		x.trace = traceID(x.ctx.Request.Header.Peek("Traceparent"))
	}
	return x.trace
}
