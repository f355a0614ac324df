package host

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/platform/inproc"
	"github.com/fwrun/fwrun/platform/limit"
	"github.com/fwrun/fwrun/platform/view"
	"github.com/fwrun/fwrun/security"
)

// Dispatch sends a request through the same stages as requests from outside: interceptors, the binding of arguments,
// the controller, aspects and the error controller. The request has the headers and cookies of the call, except for
// those that concern the call's own request only.
func (c *Call) Dispatch(ctx context.Context, r *inproc.Call, take func(inproc.Answer)) {
	outer := c.exchange()
	inner, ok := inners.Get().(*innerRequest)
	if !ok {
		inner = &innerRequest{}
	}
	inner.prepare(outer, r)
	call := &innerCall{Call: r, principal: outer.who.principal, parent: ctx}
	var answered inproc.Answer
	outer.req.server.serveInner(outer, inner, call, func(x *exchange) {
		answered.Refused, answered.Failure = x.failure.denied, x.failure.err
	})
	response := &inner.ctx.Response
	answered.Status, answered.ContentType = response.StatusCode(), string(response.Header.ContentType())
	if stream := response.BodyStream(); stream != nil {
		drain(call.parent, &answered, stream, r.Limit, call.cut)
		defer func() { go inner.end() }() // a script that is cut off gets time to clean up
	} else {
		answered.Body = response.Body()
		defer inner.release()
	}
	take(answered)
}

// longestStream is the longest time for which a streamed body is read. Without it the stream could be endless.
const longestStream = 30 * time.Second

// drain reads a streamed body up to a number of bytes. Closing cut ends the reading.
func drain(ctx context.Context, r *inproc.Answer, stream io.Reader, most int, cut chan struct{}) {
	if cut != nil {
		ctx, cancel := limit.Within(ctx, longestStream, nil)
		defer cancel()
		defer context.AfterFunc(ctx, func() { close(cut) })()
	}
	body, err := io.ReadAll(io.LimitReader(stream, int64(most)+1))
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		r.Late = true
	case err != nil:
		r.Status, r.Failure = fasthttp.StatusInternalServerError, err
	}
	r.Cut = len(body) > most
	r.Body = body[:min(len(body), most)]
}

// inners holds requests that can be used again.
var inners sync.Pool

// innerRequest is the memory of a request inside of the process.
type innerRequest struct {
	ctx  fasthttp.RequestCtx
	conn innerConn
}

// innerCall is what an exchange knows of the call that it serves.
type innerCall struct {
	*inproc.Call
	principal *security.Principal // who sends the request around it
	parent    context.Context     // ends when the call is cancelled
	cut       chan struct{}       // closed when its stream is not read any more
}

func (i *innerRequest) prepare(outer *exchange, r *inproc.Call) {
	i.conn = innerConn{local: outer.req.ctx.LocalAddr(), remote: outer.req.ctx.RemoteAddr(), scheme: outer.req.scheme()}
	i.ctx.Init2(&i.conn, nil, false)
	request := &i.ctx.Request
	copyCaller(&request.Header, &outer.req.ctx.Request.Header)
	request.Header.SetMethod(r.Method)
	request.Header.SetRequestURI(outer.req.server.settings.ContextPath + r.Target)
	request.Header.SetHost(innerHost)
	for _, h := range r.Headers {
		request.Header.Set(h[0], h[1])
	}
	if r.Body != nil {
		request.Header.SetContentLength(len(r.Body))
		request.SetBodyRaw(r.Body)
	}
}

// end ends the request of a stream, which did not end with its handler.
func (i *innerRequest) end() {
	_ = i.ctx.Response.CloseBodyStream()
	i.release()
}

func (i *innerRequest) release() {
	i.ctx.Request.Reset()
	i.ctx.Response.Reset()
	i.ctx.ResetUserValues()
	inners.Put(i)
}

// innerHost is the Host of requests that have none of their own.
const innerHost = "localhost"

// copyCaller copies the headers that describe the caller, and leaves out those that describe the request they came
// with.
func copyCaller(to, from *fasthttp.RequestHeader) {
	to.DisableNormalizing()
	defer to.EnableNormalizing()
	options := from.PeekAll(fasthttp.HeaderConnection)
	for key, value := range from.All() {
		if !isOfOneRequest(view.Text(key)) && (len(options) == 0 || !hasToken(options, view.Text(key))) {
			to.AddBytesKV(key, value)
		}
	}
}

// isOfOneRequest reports whether a header does not belong to another request of the same caller: headers about the
// body, about what the request accepts, about the connection, and those that select a part of the answer.
func isOfOneRequest(name string) bool {
	var room [24]byte // the longest of them has 19 characters
	lower := room[:min(len(name), len(room))]
	for i := range lower {
		lower[i] = name[i]
		if 'A' <= name[i] && name[i] <= 'Z' {
			lower[i] += 'a' - 'A'
		}
	}
	switch string(lower) {
	case "accept", "accept-encoding", "origin", "host", "last-event-id", "expect", "range", "connection", "keep-alive",
		"proxy-connection", "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade":
		return true
	}
	return bytes.HasPrefix(lower, []byte("content-")) || bytes.HasPrefix(lower, []byte("mcp-")) || bytes.HasPrefix(lower, []byte("if-"))
}

// serveInner answers a request with the same generation as the outer one, in the same trace. look sees the outcome
// before the memory serves another request. A stream is still to be read then.
func (s *Server) serveInner(outer *exchange, inner *innerRequest, call *innerCall, look func(x *exchange)) {
	x := s.spare()
	x.req.server, x.req.ctx, x.req.start, x.req.inner = s, &inner.ctx, time.Now(), call
	x.req.table, x.req.hops = outer.req.table, outer.req.hops
	x.req.table.users.Add(1) // the table is not retired while the outer request is in progress
	x.req.trace, x.req.traced = outer.req.ownTrace(), true
	x.req.recordInner(call.parent)
	defer x.end()
	x.answer()
	look(x)
}

// innerConn is the connection of a request inside of the process, which came over no network.
type innerConn struct {
	local, remote net.Addr
	scheme        string // the scheme of the outer request
}

// Read returns io.EOF.
func (*innerConn) Read([]byte) (int, error) { return 0, io.EOF }

// Write fails: an answer does not go over this connection.
func (*innerConn) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Close does nothing.
func (*innerConn) Close() error { return nil }

// LocalAddr returns the local address of the outer request.
func (c *innerConn) LocalAddr() net.Addr { return c.local }

// RemoteAddr returns the client's address of the outer request.
func (c *innerConn) RemoteAddr() net.Addr { return c.remote }

// SetDeadline does nothing.
func (*innerConn) SetDeadline(time.Time) error { return nil }

// SetReadDeadline does nothing.
func (*innerConn) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing.
func (*innerConn) SetWriteDeadline(time.Time) error { return nil }
