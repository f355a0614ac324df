package host

import (
	"bytes"
	"net/netip"
	"strings"
	"sync"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/charset"
)

// requestView is the Go side of a script's HttpRequest. Each getter reads from the request and copies what it returns.
// A script may keep the view and use it on another goroutine after its request was answered, when the memory behind it
// serves the next request: close cuts the view off, and waits for a getter in progress.
type requestView struct {
	mu       sync.Mutex
	exchange *exchange // nil once the request is answered
}

func (v *requestView) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.exchange = nil
}

// look calls read with the exchange, or returns the zero value once the request is answered.
func look[T any](v *requestView, read func(x *exchange) T) (value T) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.exchange != nil {
		value = read(v.exchange)
	}
	return value
}

// Alive reports whether the request is still to be answered.
func (v *requestView) Alive() bool {
	return look(v, func(*exchange) bool { return true })
}

// Internal reports whether the request was made inside of the process.
func (v *requestView) Internal() bool {
	return look(v, func(x *exchange) bool { return x.req.inner != nil })
}

// Method returns the request's method, upper case.
func (v *requestView) Method() string {
	return look(v, func(x *exchange) string { return x.req.method })
}

// URI returns the whole canonical path, without the query.
func (v *requestView) URI() string {
	return look(v, func(x *exchange) string { return strings.Clone(x.req.fullPath) })
}

// QueryString returns the query as it was sent.
func (v *requestView) QueryString() string {
	return look(v, func(x *exchange) string { return string(x.req.ctx.URI().QueryString()) })
}

// ServerProtocol returns the version of HTTP, such as "HTTP/1.1".
func (v *requestView) ServerProtocol() string {
	return look(v, func(x *exchange) string { return string(x.req.ctx.Request.Header.Protocol()) })
}

// QueryParams returns the query's fields.
func (v *requestView) QueryParams() [][2]string {
	return look(v, func(x *exchange) [][2]string { return pairs(x.req.ctx.QueryArgs()) })
}

// PostParams returns the texts of a form.
func (v *requestView) PostParams() [][2]string {
	return look(v, func(x *exchange) [][2]string { return pairs(x.body.form(&x.req)) })
}

func pairs(fields *fasthttp.Args) [][2]string {
	list := make([][2]string, 0, fields.Len())
	for key, value := range fields.All() {
		list = append(list, [2]string{string(key), string(value)})
	}
	return list
}

// Header returns the values of a header in the order they were sent.
func (v *requestView) Header(name string) []string {
	return look(v, func(x *exchange) (values []string) {
		all := x.req.ctx.Request.Header.AllInOrder()
		if x.req.inner != nil { // it was never sent as text, so there is no order to keep
			all = x.req.ctx.Request.Header.All()
		}
		for key, value := range all {
			if x.req.hops > 0 && isOfHops(key) || x.body.decoded && strings.EqualFold(viewText(key), fasthttp.HeaderContentEncoding) {
				continue // it is the server's own, or not true of the body any more
			}
			if strings.EqualFold(viewText(key), name) {
				values = append(values, string(value))
			}
		}
		return values
	})
}

// Cookies returns the request's cookies, decoded.
func (v *requestView) Cookies() [][2]string {
	return look(v, func(x *exchange) (list [][2]string) {
		for name, value := range cookiesOf(&x.req.ctx.Request.Header) {
			list = append(list, [2]string{strings.Clone(name), strings.Clone(value)})
		}
		return list
	})
}

// BodyRead reports whether the body has been read, or there is no body.
func (v *requestView) BodyRead() bool {
	return look(v, func(x *exchange) bool { return x.body.isRead || x.body.parts != nil || !hasBody(x.req.ctx) })
}

// Body returns a copy of the body. There is none for a multipart body that was split into its parts.
func (v *requestView) Body() []byte {
	return look(v, func(x *exchange) []byte { return bytes.Clone(x.body.raw) })
}

// Text returns the body as text; false if its charset is unknown or the bytes do not fit it.
func (v *requestView) Text() (text string, ok bool) {
	ok = look(v, func(x *exchange) bool {
		if charset.IsUTF8(x.req.contentType.charset) {
			text = string(x.body.raw)
			return true
		}
		var err error
		text, err = charset.Decode(x.req.contentType.charset, x.body.raw)
		return err == nil
	})
	return text, ok
}

// Files returns the files of a multipart body.
func (v *requestView) Files() []any {
	return look(v, func(x *exchange) (list []any) {
		if x.body.parts != nil {
			for _, file := range x.body.parts.Files {
				list = append(list, file)
			}
		}
		return list
	})
}

// ContentType returns the Content-Type as it was sent.
func (v *requestView) ContentType() string {
	return look(v, func(x *exchange) string { return string(x.req.ctx.Request.Header.ContentType()) })
}

// RemoteAddr returns the client's address.
func (v *requestView) RemoteAddr() (addr string, port int, ok bool) {
	client := look(v, func(x *exchange) netip.AddrPort { return x.req.clientAddr() })
	if !client.Addr().IsValid() {
		return "", 0, false
	}
	return client.Addr().String(), int(client.Port()), true
}

// ServerAddr returns the address at which the request arrived.
func (v *requestView) ServerAddr() (addr string, ok bool) {
	server := look(v, func(x *exchange) netip.AddrPort { return addrPort(x.req.ctx.LocalAddr()) })
	if !server.Addr().IsValid() {
		return "", false
	}
	return server.Addr().String(), true
}

// Scheme returns the scheme that the client used: "http" or "https".
func (v *requestView) Scheme() string {
	return look(v, func(x *exchange) string { return x.req.scheme() })
}

// Host returns the host that the client asked for, perhaps with a port.
func (v *requestView) Host() string {
	return look(v, func(x *exchange) string { return x.req.host() })
}

// URL returns the whole address that the client asked for.
func (v *requestView) URL() string {
	return look(v, func(x *exchange) string { return x.req.url() })
}

// RequestTime returns the time at which the request began.
func (v *requestView) RequestTime() (unix int64, ok bool) {
	unix = look(v, func(x *exchange) int64 { return x.req.start.Unix() })
	return unix, unix != 0
}
