package host

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/wire"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
	"github.com/fwrun/fwrun/security"
)

// Do answers one request inside of the process: it goes over a connection in memory, through the same stages as a
// request from outside. Where ctx is on behalf of somebody, so is the request, whatever its credentials are. It fails if the request cannot
// be sent or ctx ends first.
func (s *Server) Do(ctx context.Context, r inproc.Request) (inproc.Response, error) {
	if err := checkRequest(&r); err != nil {
		return inproc.Response{}, err
	}
	if ctx.Err() != nil {
		return inproc.Response{}, givenUp(ctx)
	}
	ours, theirs := net.Pipe()
	go func() { _ = s.fast.ServeConn(loopback{theirs, security.From(ctx), inproc.Origin(ctx)}) }() // an error there also shows here
	defer func() { _ = ours.Close() }()
	defer context.AfterFunc(ctx, func() { _ = ours.Close() })()
	go func() { _, _ = ours.Write(requestBytes(&r)) }() // the server may answer before it has read everything
	got, err := http.ReadResponse(bufio.NewReader(ours), &http.Request{Method: r.Method})
	if err == nil {
		defer func() { _ = got.Body.Close() }()
		var body []byte
		if body, err = io.ReadAll(limited(got.Body, r.Limit)); err == nil {
			got.Header.Del("Connection") // concerns this one connection only
			return inproc.Response{Status: got.StatusCode, Headers: got.Header, Body: body}, nil
		}
	}
	if ctx.Err() != nil {
		return inproc.Response{}, givenUp(ctx)
	}
	return inproc.Response{}, fault.New("host.Do", fault.Internal, "the request was not answered").Because(err)
}

// limited returns a reader of at most limit bytes; of everything if it is 0.
func limited(body io.Reader, limit int) io.Reader {
	if limit > 0 {
		return io.LimitReader(body, int64(limit))
	}
	return body
}

func givenUp(ctx context.Context) error {
	return fault.New("host.Do", fault.Canceled, "the request was canceled").Because(ctx.Err())
}

// checkRequest refuses a request that would be sent as a different one.
func checkRequest(r *inproc.Request) error {
	refuse := func(what, text string) error {
		return fault.New("host.Do", fault.Invalid, fmt.Sprintf("%q is not a valid %s", text, what))
	}
	switch {
	case !wire.IsToken(r.Method):
		return refuse("method", r.Method)
	case !strings.HasPrefix(r.Target, "/") || strings.ContainsFunc(r.Target, isNoTarget):
		return refuse("path", r.Target)
	}
	for _, h := range r.Headers {
		if !wire.IsToken(h[0]) {
			return refuse("header name", h[0])
		}
		if strings.ContainsAny(h[1], "\r\n\x00") {
			return refuse("header value", h[1])
		}
	}
	return nil
}

func isNoTarget(c rune) bool { return c <= ' ' || c == 0x7F }

// requestBytes returns the request as it is sent.
func requestBytes(r *inproc.Request) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nConnection: close\r\n", r.Method, r.Target)
	hasHost := false
	for _, h := range r.Headers {
		hasHost = hasHost || strings.EqualFold(h[0], fasthttp.HeaderHost)
		fmt.Fprintf(&b, "%s: %s\r\n", h[0], h[1])
	}
	if !hasHost {
		b.WriteString("Host: localhost\r\n")
	}
	if len(r.Body) > 0 || r.Method != fasthttp.MethodGet && r.Method != fasthttp.MethodHead {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(r.Body))
	}
	b.WriteString("\r\n")
	b.Write(r.Body)
	return b.Bytes()
}

// loopback gives a connection in memory the addresses of a connection from this machine.
type loopback struct {
	net.Conn
	as     *security.Principal // on whose behalf; nil if its requests say so themselves
	origin any                 // what its requests belong to; see [inproc.WithOrigin]
}

// LocalAddr returns the server's address.
func (loopback) LocalAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// RemoteAddr returns the client's address.
func (loopback) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 49152} }
