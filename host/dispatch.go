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

	"github.com/fwrun/fwrun/engine"
)

// Inner is a request made inside of the process on behalf of another one, whose credentials it has.
type Inner struct {
	Method      string
	Path        string // with its query, below the context path, and escaped
	Handler     int    // whom it is meant for; another one is not called
	Accept      string
	ContentType string // of the body; empty for none
	Body        []byte
	Limit       int // of the response's body, when that is a stream
	Tool        ToolContext
}

// ToolContext makes what an McpToolContext reads from, for the tool on whose behalf a request is made. request gives
// the HttpRequest of that.
type ToolContext func(request func() (engine.Value, error)) any

// InnerResponse is what was answered. It is good until the function returns that it is handed to.
type InnerResponse struct {
	Status      int
	ContentType string
	Body        []byte
	Cut         bool  // the body went on
	Late        bool  // the body did not end in time
	Refused     bool  // an interceptor has not let the request pass
	Failure     error // what the handler failed with, if it did
}

// Dispatch sends a request through everything that requests from outside go through: interceptors, the
// binding of arguments, the controller, aspects and the error controller. It has the headers and
// cookies of the call's own, except for those that say something of that one request.
func (c *Call) Dispatch(ctx context.Context, r Inner, take func(InnerResponse)) {
	outer := c.exchange()
	inner, ok := inners.Get().(*innerRequest)
	if !ok {
		inner = &innerRequest{}
	}
	inner.prepare(outer, r)
	var answered InnerResponse
	var cut chan struct{}
	outer.server.serveInner(ctx, outer, inner, &r, func(x *exchange) {
		answered.Refused, answered.Failure, cut = x.turned, x.failure, x.cut
	})
	response := &inner.ctx.Response
	answered.Status, answered.ContentType = response.StatusCode(), string(response.Header.ContentType())
	if stream := response.BodyStream(); stream != nil {
		answered.drain(stream, r.Limit, cut)
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
func (r *InnerResponse) drain(stream io.Reader, limit int, cut chan struct{}) {
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

func (i *innerRequest) prepare(outer *exchange, r Inner) {
	i.conn = innerConn{local: outer.ctx.LocalAddr(), remote: outer.ctx.RemoteAddr(), scheme: outer.scheme()}
	i.ctx.Init2(&i.conn, nil, false)
	request := &i.ctx.Request
	copyCaller(&request.Header, &outer.ctx.Request.Header)
	request.Header.SetMethod(r.Method)
	request.Header.SetRequestURI(outer.server.settings.ContextPath + r.Path)
	request.Header.SetHost(innerHost)
	if r.Accept != "" {
		request.Header.Set(fasthttp.HeaderAccept, r.Accept)
	}
	if r.ContentType != "" {
		request.Header.SetContentType(r.ContentType)
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
func (s *Server) serveInner(parent context.Context, outer *exchange, inner *innerRequest, r *Inner, look func(x *exchange)) {
	x, ok := s.idle.Get().(*exchange)
	if !ok {
		x = new(exchange)
	}
	x.server, x.ctx, x.start, x.inner, x.parent = s, &inner.ctx, time.Now(), true, parent
	x.meant, x.tool = r.Handler, r.Tool
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
