package host

import (
	"context"
	"net/http"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
)

// Events answers with an event stream, whose bytes come from a source until that ends or the client has gone. It ends as well when the
// application is replaced, or the server stops: browsers connect again by themselves. Source is stopped in any case.
func (c *Call) Events(source engine.Stream) {
	x := c.exchange()
	a := answer{status: http.StatusOK, contentType: typeEvents}
	if x.req.ctx.IsHead() {
		source.Stop()
		a.writeHeader(&x.req)
		return
	}
	t := x.newStream(a)
	t.form, t.source, t.pulse = eventForm, source, time.NewTimer(heartbeat)
	t.answer.writeHeader(&x.req)
	x.body.closeUnlessRead(&x.req)
	header := &x.req.ctx.Response.Header
	header.Set(fasthttp.HeaderCacheControl, "no-cache")
	header.Set("X-Accel-Buffering", "no")
	ctx, cancel := context.WithCancel(x.req.alive())
	t.open, t.cancel = true, cancel
	x.req.ctx.Response.ImmediateHeaderFlush = true
	setStream(x.req.ctx, t, -1)
	go func() {
		t.cause = t.pump(ctx) // which the client sees as the end
		close(t.ended)
	}()
}

// Events lets a handler of net/http answer with an event stream, as [Call.Events] does: it finds the method by an interface of its own.
// The headers are those that the handler has set before.
func (w *callWriter) Events(source engine.Stream) {
	w.streams = true
	w.copyHeader()
	w.call.Events(source)
}
