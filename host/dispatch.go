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

	"github.com/fwrun/fwrun/inproc"
)

// Dispatch sends a request through everything that requests from outside go through: interceptors, the
// binding of arguments, the controller, aspects and the error controller. It has the headers and
// cookies of the call's own, except for those that say something of that one request.
func (c *Call) Dispatch(ctx context.Context, r *inproc.Call, take func(inproc.Answer)) {
	outer := c.exchange()
	inner, ok := inners.Get().(*innerRequest)
	if !ok {
		inner = &innerRequest{}
	}
	inner.prepare(outer, r)
	call := &innerCall{Call: r, parent: ctx}
	var answered inproc.Answer
	outer.server.serveInner(outer, inner, call, func(x *exchange) {
		answered.Refused, answered.Failure = x.turned, x.failure
	})
	response := &inner.ctx.Response
	answered.Status, answered.ContentType = response.StatusCode(), string(response.Header.ContentType())
	if stream := response.BodyStream(); stream != nil {
		drain(&answered, stream, r.Limit, call.cut)
		defer func() { go inner.end() }() // a script that is cut off has time to clean up
	} else {
		answered.Body = response.Body()
		defer inner.release()
	}
	take(answered)
}

// longestStream is how long a body may be made that nobody reads while it is. It could be without end.
const longestStream = 30 * time.Second

// drain reads a body that is sent while it is made, up to a limit. Closing cut ends the reading.
func drain(r *inproc.Answer, stream io.Reader, limit int, cut chan struct{}) {
	if cut != nil {
		defer time.AfterFunc(longestStream, func() { close(cut) }).Stop()
	}
	body, err := io.ReadAll(io.LimitReader(stream, int64(limit)+1))
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		r.Late = true
	case err != nil:
		r.Status, r.Failure = fasthttp.StatusInternalServerError, err
	}
	r.Cut = len(body) > limit
	r.Body = body[:min(len(body), limit)]
}

// inners are requests that can be used again.
var inners sync.Pool

// innerRequest is the memory of one.
type innerRequest struct {
	ctx  fasthttp.RequestCtx
	conn innerConn
}

// innerCall is what an exchange knows of the call that it serves.
type innerCall struct {
	*inproc.Call
	parent context.Context // ends when the call is given up
	cut    chan struct{}   // closed when its stream is not read any more
}

func (i *innerRequest) prepare(outer *exchange, r *inproc.Call) {
	i.conn = innerConn{local: outer.ctx.LocalAddr(), remote: outer.ctx.RemoteAddr(), scheme: outer.scheme()}
	i.ctx.Init2(&i.conn, nil, false)
	request := &i.ctx.Request
	copyCaller(&request.Header, &outer.ctx.Request.Header)
	request.Header.SetMethod(r.Method)
	request.Header.SetRequestURI(outer.server.settings.ContextPath + r.Target)
	request.Header.SetHost(innerHost)
	for _, h := range r.Headers {
		request.Header.Set(h[0], h[1])
	}
	if r.Body != nil {
		request.Header.SetContentLength(len(r.Body))
		request.SetBodyRaw(r.Body)
	}
}

// end ends the request of a stream, which had not ended with its handler.
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

// innerHost is the Host of requests that nobody sent to one.
const innerHost = "localhost"

// copyCaller copies the headers that tell who calls, and leaves out those that tell something of the
// one request they came with.
func copyCaller(to, from *fasthttp.RequestHeader) {
	to.DisableNormalizing()
	defer to.EnableNormalizing()
	options := from.PeekAll(fasthttp.HeaderConnection)
	for key, value := range from.All() {
		if !isOfOneRequest(viewText(key)) && (len(options) == 0 || !hasToken(options, viewText(key))) {
			to.AddBytesKV(key, value)
		}
	}
}

// isOfOneRequest tells headers that do not belong to another request of the same caller: those about its
// body, about what it accepts, about its connection, and those that select a part of the answer.
func isOfOneRequest(name string) bool {
	var room [24]byte // the longest of them has 19
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

// serveInner answers a request of the same generation as another one, in its trace. look sees what has
// come of it, before its memory serves another one. A stream is still to be read.
func (s *Server) serveInner(outer *exchange, inner *innerRequest, call *innerCall, look func(x *exchange)) {
	x, ok := s.idle.Get().(*exchange)
	if !ok {
		x = new(exchange)
	}
	x.server, x.ctx, x.start, x.inner = s, &inner.ctx, time.Now(), call
	x.table = outer.table
	x.table.users.Add(1) // which is not retired while the outer one is under way
	x.trace, x.traced = outer.ownTrace(), true
	defer x.end()
	if p := x.answer(); p != nil {
		x.respond(p)
	}
	look(x)
}

// innerConn is the connection of a request that came over none.
type innerConn struct {
	local, remote net.Addr
	scheme        string // of the request it is made for
}

// Read finds nothing.
func (*innerConn) Read([]byte) (int, error) { return 0, io.EOF }

// Write goes nowhere.
func (*innerConn) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Close does nothing.
func (*innerConn) Close() error { return nil }

// LocalAddr is the outer request's.
func (c *innerConn) LocalAddr() net.Addr { return c.local }

// RemoteAddr is the outer request's client.
func (c *innerConn) RemoteAddr() net.Addr { return c.remote }

// SetDeadline does nothing, as the other two.
func (*innerConn) SetDeadline(time.Time) error { return nil }

// SetReadDeadline does nothing.
func (*innerConn) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing.
func (*innerConn) SetWriteDeadline(time.Time) error { return nil }
