package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/trace"
)

// exchange is one request on its way to a response. It is the [engine.Task] of all scripts that run for it, and is used
// again afterwards: nothing may keep it.
type exchange struct {
	req     request
	who     sender
	body    received
	failure failure
	args    binder
	given   given
	watch   watching

	bare bool // the answer is a handler's that has set no header but its type and cookies

	progress
	stream *stream
}

// serve answers one request.
func (s *Server) serve(ctx *fasthttp.RequestCtx) { s.serveSince(ctx.Time(), ctx) }

// serveSince answers one request that began at start, whatever happens.
func (s *Server) serveSince(start time.Time, ctx *fasthttp.RequestCtx) {
	x, ok := s.idle.Get().(*exchange)
	if !ok {
		x = new(exchange)
	}
	x.req.server, x.req.ctx, x.req.start = s, ctx, start
	endConnection(ctx)
	s.conns.begins(ctx)
	x.watch.begin(&x.req)
	x.req.countHops()
	x.req.table = enter(&s.current)
	x.req.beginSpan()
	defer x.end()
	if p := x.answer(); p != nil {
		x.respond(p)
	}
	if x.req.mount != nil && x.req.mount.Finish != nil {
		x.req.mount.Finish((*Call)(x))
	}
	x.keepSession()
	x.who.keepPrivate(&x.req)
	x.req.share()
	x.protect()
	if x.stream == nil {
		x.tellFollower(x.stream)
	}
	encode(ctx, x.req.table.compressor)
	s.conns.endsAfter(ctx)
}

// answer takes the request through all its stages. A request that has neither a route nor an interceptor needs no
// scripts.
func (x *exchange) answer() *problem {
	p := x.locate()
	x.watch.follow(&x.req)
	if x.req.preflighted {
		return nil
	}
	if p := x.who.admitClient(&x.req); p != nil {
		return p
	}
	if p := x.req.checkHops(); p != nil {
		return p
	}
	began := x.watch.followedSince(&x.req)
	denied := x.mayPass()
	x.watch.tellAuthorized(&x.who, began, denied)
	if denied != nil {
		x.failure.denied = true
		return x.tell(denied)
	}
	if len(x.req.table.interceptions) > 0 && x.req.path != "" && !x.req.outside && !x.req.isOpen() {
		x.chain = x.req.table.appendChain(x.chain, x.req.path)
	}
	switch {
	case len(x.chain) > 0:
		x.failure.missing = p
		return x.run()
	case x.req.mount != nil:
		x.answerMount()
		return nil
	case p != nil:
		return x.tell(p)
	case x.req.route == nil:
		return x.tell(x.answerWithoutRoute())
	}
	if p := x.admit(); p != nil {
		return x.tell(p)
	}
	if p := x.receive(); p != nil {
		return x.tell(p)
	}
	x.stage = binding
	return x.run()
}

// mayPass finds out who sends the request, and refuses it if that one may not.
func (x *exchange) mayPass() *problem {
	denied := x.who.authorize(&x.req, &x.watch)
	if denied != nil && denied.untold != nil && x.failure.err == nil {
		x.failure.err = denied.untold.err
	}
	return x.failure.noted(&x.req, denied)
}

// isOpen reports whether the request is for a mount without interceptors.
func (r *request) isOpen() bool { return r.mount != nil && r.mount.Outside }

// answerWithoutRoute sends a static file, or returns the problem that says why there is nothing; OPTIONS is answered
// already.
func (x *exchange) answerWithoutRoute() *problem {
	if x.failure.missing != nil {
		return x.failure.missing
	}
	return x.sendStatic()
}

// run runs the scripts. When they stop because they need the body, it reads the body and lets them continue.
func (x *exchange) run() *problem {
	began := x.req.start
	if x.body.isRead { // reading does not count towards the time of the handler
		began = time.Now()
	}
	err := x.req.table.app.Run(x.req.alive(), began, x)
	if err == nil && x.pause {
		if p := x.outOfVM(); p != nil {
			return x.tell(p)
		}
		err = x.req.table.app.RunOn(x.req.alive(), x.lease, x)
	}
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*problemError](err); ok {
		return known.problem
	}
	p := x.failed(err)
	if x.failure.problem != nil { // a problem was being handled already
		return x.failure.problem
	}
	if x.lease == nil {
		x.given.request, x.given.response, x.thrown = nil, nil, nil // these are of a VM that is gone
	}
	return x.tell(p)
}

// outOfVM does the work for which the scripts have left the VM.
func (x *exchange) outOfVM() *problem {
	if x.req.mount != nil {
		x.answerMount()
		return nil
	}
	return x.receive()
}

// receive reads what the route needs of the body.
func (x *exchange) receive() *problem { return x.failure.noted(&x.req, x.body.receive(&x.req)) }

// alive returns a context that ends when the request is given up.
func (r *request) alive() context.Context {
	if r.inner != nil {
		return r.inner.parent
	}
	return r.server.alive
}

// cutOff returns a channel that is closed when the stream of an inner request is not read any more; nil for any other
// request.
func (r *request) cutOff() <-chan struct{} {
	if r.inner == nil {
		return nil
	}
	return r.inner.cut
}

// tell passes a problem to the scripts that handle errors. The problem that it returns is still to be answered.
func (x *exchange) tell(p *problem) *problem {
	if p == nil || !x.concernsScripts() || p.status == fasthttp.StatusServiceUnavailable && overloaded(p.cause) {
		return p
	}
	x.failure.problem, x.stage, x.failure.fromOutside = p, failing, true
	var err error
	if x.lease == nil {
		err = x.req.table.app.Run(x.req.alive(), time.Now(), x)
	} else {
		err = x.req.table.app.RunOn(x.req.alive(), x.lease, x)
	}
	if err != nil {
		x.failure.controllerFailed(&x.req, err)
		return p
	}
	return nil
}

// overloaded reports whether an error is one that more work on the VMs would make worse.
func overloaded(err error) bool { return errors.Is(err, vm.ErrBusy) || errors.Is(err, vm.ErrClosed) }

// end releases everything. A script that kept its HttpRequest cannot use it from here on. The request of a stream ends
// with Close, after fasthttp has read the body.
func (x *exchange) end() {
	panicked := recover()
	if panicked != nil {
		x.panicked(panicked)
	} else if x.stream != nil && x.stream.open {
		return
	}
	x.finish(panicked == nil)
}

func (x *exchange) finish(sound bool) {
	if x.given.view != nil {
		x.given.view.close()
	}
	if x.lease != nil {
		x.lease.Release()
	}
	x.body.leaveTurn(&x.req)
	x.who.leaveClient(&x.req)
	x.body.settle(&x.req)
	x.body.leaveDecoder(&x.req)
	x.body.discard()
	x.failure.logUntold(&x.req)
	x.watch.logAccess(&x.req, x.stream)
	x.watch.observe(&x.req, &x.body, &x.failure, x.stream)
	x.watch.record(&x.req)
	x.tellFollower(x.stream) // of a stream, or of what has panicked
	x.watch.endSpan(&x.req, &x.failure)
	x.req.table.leave()
	if sound { // otherwise it may be in any state
		idle := &x.req.server.idle
		x.reset()
		idle.Put(x)
	}
}

func (x *exchange) panicked(value any) {
	x.req.server.log.Error("a panic ended a request",
		slog.String("handler", x.req.handlerName()), slog.String("path", x.req.loggedPath()),
		slog.String(requestKey, x.req.ownTrace().Request()), slog.String(traceKey, x.req.traceID()),
		slog.Any("panic", value), slog.String("stack", string(debug.Stack())))
	x.bare = false
	p := &problem{status: fasthttp.StatusInternalServerError}
	if x.req.mount != nil && x.req.mount.Refuse != nil {
		x.req.refuseMount(p)
		x.protect()
		return
	}
	document := p.document(x.req.fullPath, x.req.traceID()) // with as little code as possible: other parts may panic, too
	if x.req.server.settings.Dev {
		document.Detail = fmt.Sprint(value)
	}
	p.writeJSON(x.req.ctx, document)
	x.protect()
}

func (x *exchange) reset() {
	clear(x.args.values)
	clear(x.args.texts[:cap(x.args.texts)])
	body, buffer, args, texts, chain, followed := x.body.emptied(), x.req.buffer[:0], x.args.values[:0], x.args.texts[:0], x.chain[:0], x.watch.followed
	*x = exchange{}
	x.body.raw, x.req.buffer, x.args.values, x.args.texts, x.chain, x.watch.followed = body, buffer, args, texts, chain, followed
}

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

// Context implements [engine.Contexter]: requests that scripts send on behalf of this one belong to its trace, and scripts learn who
// has sent it.
func (x *exchange) Context(parent context.Context) context.Context {
	return x.who.onBehalf(parent, &x.req, &x.watch)
}

func (r *request) traceID() string { return r.ownTrace().ID() }

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
