package host

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/platform/fault"
)

// ServeHTTP lets h answer a request. Its URL has the scheme and the host by which the client calls the server, as far as proxies are
// trusted; its path is canonical, but for a slash at its end. RequestURI begins with what a proxy has removed from the path. The body is
// read up to limit bytes. The answer is kept in memory until it is whole.
func (c *Call) ServeHTTP(h http.Handler, limit int) {
	w := &callWriter{call: c, header: http.Header{}}
	request, err := c.request(limit)
	if err != nil {
		w.refuse(err)
		return
	}
	h.ServeHTTP(w, request)
	w.finish()
}

// request returns the request as net/http has it.
func (c *Call) request(limit int) (*http.Request, error) {
	x := c.exchange()
	var body []byte
	if c.req.method != http.MethodGet && c.req.method != http.MethodHead {
		var err error
		if body, err = c.Body(limit); err != nil {
			return nil, err
		}
	}
	path := c.Path()
	if sent, _, _ := bytes.Cut(c.req.ctx.Request.Header.RequestURI(), []byte("?")); bytes.HasSuffix(sent, []byte("/")) && path != "/" {
		path += "/"
	}
	target := &url.URL{Scheme: x.req.scheme(), Host: x.req.host(), Path: path, RawQuery: string(c.req.ctx.URI().QueryString())}
	origin, _ := x.req.forwarded()
	request := (&http.Request{
		Method: c.req.method, URL: target, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Host: string(c.req.ctx.Host()),
		Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
		RemoteAddr: x.req.clientAddr().String(), RequestURI: origin.Prefix + target.RequestURI(),
	}).WithContext(x.Context(x.req.alive()))
	for name, value := range c.req.ctx.Request.Header.All() {
		request.Header.Add(string(name), string(value))
	}
	return request, nil
}

// callWriter is the http.ResponseWriter of a Call.
type callWriter struct {
	call   *Call
	header http.Header
	status int
	body   bytes.Buffer
	failed bool

	streams bool // the answer is an event stream
}

func (w *callWriter) Header() http.Header { return w.header }

func (w *callWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

func (w *callWriter) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

// Refuse answers in the form that errors of this server have.
func (w *callWriter) Refuse(status int, detail string) {
	w.failed = true
	w.call.exchange().respond(&problem{status: status, detail: detail, allow: w.header.Get("Allow")})
	w.copyHeader()
}

// refuse answers to a body that cannot be read.
func (w *callWriter) refuse(err error) {
	switch fault.KindOf(err) {
	case fault.TooLarge:
		w.Refuse(http.StatusRequestEntityTooLarge, "the body is too large")
	case fault.Timeout:
		w.Refuse(http.StatusRequestTimeout, "the body did not arrive in time")
	default:
		w.Refuse(http.StatusBadRequest, "the body cannot be read")
	}
}

// finish sets the answer, unless it is an error's.
func (w *callWriter) finish() {
	if w.failed || w.streams {
		return
	}
	w.WriteHeader(http.StatusOK)
	w.call.Respond(w.status, w.header.Get(fasthttp.HeaderContentType), w.body.Bytes())
	if n, err := strconv.Atoi(w.header.Get(fasthttp.HeaderContentLength)); err == nil && w.body.Len() == 0 {
		w.call.req.ctx.Response.Header.SetContentLength(n) // of the body that an answer to HEAD does not have
	}
	w.copyHeader()
}

// copyHeader sets the headers that are not the server's own affair.
func (w *callWriter) copyHeader() {
	for name, lines := range w.header {
		if name == fasthttp.HeaderContentType || name == fasthttp.HeaderContentLength {
			continue
		}
		w.call.SetHeader(name, lines[0])
		for _, line := range lines[1:] {
			w.call.AddHeader(name, line)
		}
	}
}
