package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/hops"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/sessions"
	"github.com/fwrun/fwrun/trace"
)

// exchange is one request on its way to a response. It is the [engine.Task] of all scripts that run for it, and is used
// again afterwards: nothing may keep it.
type exchange struct {
	req  request
	body received

	bare bool // the answer is a handler's that has set no header but its type and cookies

	args     []engine.Value
	texts    []string
	nested   *fasthttp.Args // in which there are fields within the argument that is bound
	refused  []refusal
	view     *requestView
	asked    engine.Value    // the HttpRequest that scripts are given
	injected engine.Value    // the ResponseEntity that scripts are given
	hooked   [3]engine.Value // what a hook is called with

	counted   *atomic.Int64 // what counts it while it is in progress; nil if it comes from inside of the process
	client    netip.Addr    // that it counts for; invalid if it counts for none
	secure    bool
	principal *security.Principal // who sends it; nil if nobody knows
	keyed     bool                // that is known by an API key
	ambient   bool                // it carries a password, which browsers send on their own
	session   *sessions.Session   // the client's; nil if it has none, and no script has asked for one
	sessionID string              // that the client has sent, whether or not there is such a session
	lasted    time.Duration       // see took
	observed  Observation

	progress
	stages
	follower *following // nil if nobody follows the request
	followed *following // memory for the follower of the next request
	missing  *problem   // why there is no route
	failing  bool       // an error from outside of the VM is passed to the scripts
	denied   bool       // it was refused by an interceptor, or because of who sends it
	failure  error      // the first error of a script
	blamed   culprit    // whose hook has failed; zero for the handler
	untold   *untold    // a failure that is still to be logged
	kept     kept       // what stays of the response when an error replaces it
	problem  *problem   // the problem that the scripts are handling
	stream   *stream
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
	x.begin()
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
	x.keepPrivate()
	x.req.share()
	x.protect()
	if x.stream == nil {
		x.tellFollower()
	}
	encode(ctx, x.req.table.compressor)
	s.conns.endsAfter(ctx)
}

// answer takes the request through all its stages. A request that has neither a route nor an interceptor needs no
// scripts.
func (x *exchange) answer() *problem {
	p := x.locate()
	x.follow()
	if x.req.preflighted {
		return nil
	}
	if p := x.admitClient(); p != nil {
		return p
	}
	if p := x.req.checkHops(); p != nil {
		return p
	}
	began := x.followedSince()
	denied := x.authorize()
	x.tellAuthorized(began, denied)
	if denied != nil {
		x.denied = true
		return x.tell(denied)
	}
	if len(x.req.table.interceptions) > 0 && x.req.path != "" && !x.req.outside && !x.req.isOpen() {
		x.chain = x.req.table.appendChain(x.chain, x.req.path)
	}
	switch {
	case len(x.chain) > 0:
		x.missing = p
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

// isOpen reports whether the request is for a mount without interceptors.
func (r *request) isOpen() bool { return r.mount != nil && r.mount.Outside }

// answerWithoutRoute sends a static file, or returns the problem that says why there is nothing; OPTIONS is answered
// already.
func (x *exchange) answerWithoutRoute() *problem {
	if x.missing != nil {
		return x.missing
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
	if x.problem != nil { // a problem was being handled already
		return x.problem
	}
	if x.lease == nil {
		x.asked, x.injected, x.thrown = nil, nil, nil // these are of a VM that is gone
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
func (x *exchange) receive() *problem { return x.noted(x.body.receive(&x.req)) }

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
	x.problem, x.stage, x.failing = p, failing, true
	var err error
	if x.lease == nil {
		err = x.req.table.app.Run(x.req.alive(), time.Now(), x)
	} else {
		err = x.req.table.app.RunOn(x.req.alive(), x.lease, x)
	}
	if err != nil {
		x.controllerFailed(err)
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
	if x.view != nil {
		x.view.close()
	}
	if x.lease != nil {
		x.lease.Release()
	}
	x.body.leaveTurn(&x.req)
	x.leaveClient()
	x.body.settle(&x.req)
	x.body.leaveDecoder(&x.req)
	x.body.discard()
	x.logUntold()
	x.logAccess()
	x.observe()
	x.record()
	x.tellFollower() // of a stream, or of what has panicked
	x.endSpan()
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
	clear(x.args)
	clear(x.texts[:cap(x.texts)])
	body, buffer, args, texts, chain, followed := x.body.emptied(), x.req.buffer[:0], x.args[:0], x.texts[:0], x.chain[:0], x.followed
	*x = exchange{}
	x.body.raw, x.req.buffer, x.args, x.texts, x.chain, x.followed = body, buffer, args, texts, chain, followed
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
	ctx := hops.With(trace.With(parent, x.req.ownTrace()), x.req.hops)
	if x.follower != nil {
		ctx = x.follower.by.Context(ctx)
	}
	if x.principal != nil {
		ctx = security.With(ctx, x.principal)
	}
	if wanted := x.req.table.policies.Callers; wanted != nil && wanted.Load() {
		ctx = security.WithCaller(ctx, x.req.caller())
	}
	return ctx
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
