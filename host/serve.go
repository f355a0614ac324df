package host

import (
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/valyala/fasthttp"
)

// serve answers one request.
func (s *Server) serve(ctx *fasthttp.RequestCtx) { s.serveSince(ctx.Time(), ctx) }

// serveSince answers one request that began at start, whatever happens. It is opened, answered and closed, and then it ends: for those who
// wait for it, for those who watch it, and for what it has held.
func (s *Server) serveSince(start time.Time, ctx *fasthttp.RequestCtx) {
	x := s.open(start, ctx)
	defer x.end()
	x.answer()
	x.close()
}

// spare returns an exchange without a request.
func (s *Server) spare() *exchange {
	if x, ok := s.idle.Get().(*exchange); ok {
		return x
	}
	return new(exchange)
}

// open begins the exchange of a request from outside. Its connection learns of it first: it must not be taken for an idle one while the
// server stops. Then the request is counted, and loses the header of hops, which nobody is to see; it holds the generation that is current
// now to its end; and its span begins, which has the trace of whatever happens from here on.
func (s *Server) open(start time.Time, ctx *fasthttp.RequestCtx) *exchange {
	x := s.spare()
	x.req.server, x.req.ctx, x.req.start = s, ctx, start
	endConnection(ctx)
	s.conns.begins(ctx)
	x.watch.begin(&x.req)
	x.req.countHops()
	x.req.table = enter(&s.current)
	x.req.work()
	x.req.beginSpan()
	return x
}

// answer makes the answer to the request.
func (x *exchange) answer() {
	if p := x.handle(); p != nil {
		x.respond(p)
	}
}

// close completes the answer, of which nothing was sent yet. Each step may change what those before it have left, and nothing that those
// after it look at is changed behind them:
//
//   - the mount sees the answer as it was made, to add to it;
//   - the session is kept, since it is the last that can fail, and so make another answer of it;
//   - a key makes the answer private, unless the session or a script has said more of caches;
//   - other origins are let read the answer, whatever it has become;
//   - what protects its users is added where nobody before has said otherwise;
//   - a follower gets the answer, headers and all, while its body can be read;
//   - the body is compressed;
//   - the connection ends with the answer if the server stops, unless another request has arrived behind it meanwhile.
func (x *exchange) close() {
	if x.req.mount != nil && x.req.mount.Finish != nil {
		x.req.mount.Finish((*Call)(x))
	}
	x.keepSession()
	x.who.keepPrivate(&x.req)
	x.req.share()
	x.protect()
	if x.stream == nil { // a stream is reported when it has ended
		x.tellFollower(x.stream)
	}
	encode(x.req.ctx, x.req.table.compressor)
	x.req.server.conns.endsAfter(x.req.ctx)
}

// end ends the exchange, even if it has panicked. That of a stream ends with Close, after fasthttp has read the body.
func (x *exchange) end() {
	panicked := recover()
	if panicked != nil {
		x.panicked(panicked)
	} else if x.stream != nil && x.stream.open {
		return
	}
	x.finish(panicked == nil)
}

// finish lets go of what the exchange has held, and reports how it was answered; then the generation may be replaced, and the exchange be
// used again, unless it may be in any state.
func (x *exchange) finish(sound bool) {
	x.release()
	x.tellWatchers()
	x.req.table.leave()
	if sound {
		idle := &x.req.server.idle
		x.reset()
		idle.Put(x)
	}
}

// release lets go of what others wait for, before the answer is reported: the VM, the places, the connection. A script that kept its HttpRequest
// cannot use it from here on.
func (x *exchange) release() {
	if x.given.view != nil {
		x.given.view.close()
	}
	if x.lease != nil {
		x.lease.Release()
	}
	x.body.leaveTurn(&x.req)
	x.who.leaveClient(&x.req)
	x.req.leave()
	x.body.settle(&x.req)
	x.body.leaveDecoder(&x.req)
	x.body.discard()
}

// tellWatchers reports how the request was answered: to the log, first why it has failed, if that is still to be said; to those who measure;
// to those who keep what was sent. The span ends last, since all of them may name its trace.
func (x *exchange) tellWatchers() {
	x.failure.logUntold(&x.req)
	x.watch.logAccess(&x.req, x.stream)
	x.watch.observe(&x.req, &x.body, &x.failure, x.stream)
	x.watch.record(&x.req)
	x.tellFollower(x.stream) // of a stream, or of what has panicked
	x.watch.endSpan(&x.req, &x.failure)
}

// panicked answers a request of which a part of this process has panicked.
func (x *exchange) panicked(value any) {
	x.req.server.log.Error("a panic ended a request",
		slog.String("handler", x.req.handlerName()), slog.String("path", x.req.loggedPath()),
		slog.String(requestKey, x.req.ownTrace().Request()), slog.String(traceKey, x.req.traceID()),
		slog.Any("panic", value), slog.String("stack", string(debug.Stack())))
	x.bare = false
	p := &problem{status: fasthttp.StatusInternalServerError}
	if x.req.mount != nil && x.req.mount.Refuse != nil {
		x.req.mount.refuse(&x.req, p)
		x.protect()
		return
	}
	document := p.document(x.req.fullPath, x.req.traceID()) // with as little code as possible: other parts may panic, too
	if x.req.server.settings.Dev {
		document.Detail = fmt.Sprint(value)
	}
	p.writeJSON(&x.req, document)
	x.protect()
}

// reset keeps the memory of the exchange for another request, and nothing else.
func (x *exchange) reset() {
	clear(x.args.values)
	clear(x.args.texts[:cap(x.args.texts)])
	body, buffer, args, texts := x.body.emptied(), x.req.buffer[:0], x.args.values[:0], x.args.texts[:0]
	chain, followed := x.chain[:0], x.watch.followed
	*x = exchange{}
	x.body.raw, x.req.buffer, x.args.values, x.args.texts = body, buffer, args, texts
	x.chain, x.watch.followed = chain, followed
}
