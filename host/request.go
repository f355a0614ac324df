package host

import (
	"bytes"
	"net/netip"
	"strings"
	"sync"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/charset"
)

// requestView is a script's HttpRequest, seen from here. It reads from the request when
// it is asked, and copies what it hands out. A script may keep it and ask on another goroutine after
// its request was answered, when the memory behind it serves the next request: close cuts
// it off, waiting for whoever is just reading.
type requestView struct {
	mu       sync.Mutex
	exchange *exchange // nil once answered
}

func (v *requestView) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.exchange = nil
}

// look reads from the request, or gives the zero value when that is over.
func look[T any](v *requestView, read func(x *exchange) T) (value T) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.exchange != nil {
		value = read(v.exchange)
	}
	return value
}

// Alive tells whether the request still waits for its answer.
func (v *requestView) Alive() bool {
	return look(v, func(*exchange) bool { return true })
}

// Internal tells a request that was made inside of the process.
func (v *requestView) Internal() bool {
	return look(v, func(x *exchange) bool { return x.inner != nil })
}

// Method is the request's method, upper case.
func (v *requestView) Method() string {
	return look(v, func(x *exchange) string { return x.method })
}

// URI is the canonical path, without the context path and the query.
func (v *requestView) URI() string {
	return look(v, func(x *exchange) string { return strings.Clone(x.path) })
}

// QueryString is the query as it was sent.
func (v *requestView) QueryString() string {
	return look(v, func(x *exchange) string { return string(x.ctx.URI().QueryString()) })
}

// ServerProtocol is the version of HTTP, such as "HTTP/1.1".
func (v *requestView) ServerProtocol() string {
	return look(v, func(x *exchange) string { return string(x.ctx.Request.Header.Protocol()) })
}

// QueryParams are the query's fields.
func (v *requestView) QueryParams() [][2]string {
	return look(v, func(x *exchange) [][2]string { return pairs(x.ctx.QueryArgs()) })
}

// PostParams are the texts of a form.
func (v *requestView) PostParams() [][2]string {
	return look(v, func(x *exchange) [][2]string { return pairs(x.form()) })
}

func pairs(fields *fasthttp.Args) [][2]string {
	list := make([][2]string, 0, fields.Len())
	for key, value := range fields.All() {
		list = append(list, [2]string{string(key), string(value)})
	}
	return list
}

// Headers are the request's headers in the order they were sent.
func (v *requestView) Headers() [][2]string {
	return look(v, func(x *exchange) (list [][2]string) {
		all := x.ctx.Request.Header.AllInOrder()
		if x.inner != nil { // which was never text, and has no other order
			all = x.ctx.Request.Header.All()
		}
		for key, value := range all {
			list = append(list, [2]string{string(key), string(value)})
		}
		return list
	})
}

// Cookies are the request's cookies, decoded.
func (v *requestView) Cookies() [][2]string {
	return look(v, func(x *exchange) (list [][2]string) {
		for name, value := range cookiesOf(&x.ctx.Request.Header) {
			list = append(list, [2]string{strings.Clone(name), strings.Clone(value)})
		}
		return list
	})
}

// BodyRead tells whether the body has been read, or there is none.
func (v *requestView) BodyRead() bool {
	return look(v, func(x *exchange) bool { return x.bodyRead || x.parts != nil || !x.hasBody() })
}

// Body is a copy of the body. Of a multipart one that was taken apart there is none.
func (v *requestView) Body() []byte {
	return look(v, func(x *exchange) []byte { return bytes.Clone(x.body) })
}

// Text is the body as text; false when it is none in a charset that is known.
func (v *requestView) Text() (text string, ok bool) {
	ok = look(v, func(x *exchange) bool {
		if charset.IsUTF8(x.contentType.charset) {
			text = string(x.body)
			return true
		}
		var err error
		text, err = charset.Decode(x.contentType.charset, x.body)
		return err == nil
	})
	return text, ok
}

// Files are those of a multipart body.
func (v *requestView) Files() []any {
	return look(v, func(x *exchange) (list []any) {
		if x.parts != nil {
			for _, file := range x.parts.Files {
				list = append(list, file)
			}
		}
		return list
	})
}

// ContentType is the Content-Type as it was sent.
func (v *requestView) ContentType() string {
	return look(v, func(x *exchange) string { return string(x.ctx.Request.Header.ContentType()) })
}

// RemoteAddr is the client's address.
func (v *requestView) RemoteAddr() (addr string, port int, ok bool) {
	client := look(v, func(x *exchange) netip.AddrPort { return x.clientAddr() })
	if !client.Addr().IsValid() {
		return "", 0, false
	}
	return client.Addr().String(), int(client.Port()), true
}

// ServerAddr is the address the request came in on.
func (v *requestView) ServerAddr() (addr string, ok bool) {
	server := look(v, func(x *exchange) netip.AddrPort { return addrPort(x.ctx.LocalAddr()) })
	if !server.Addr().IsValid() {
		return "", false
	}
	return server.Addr().String(), true
}

// Scheme is how the client asked: "http" or "https".
func (v *requestView) Scheme() string {
	return look(v, func(x *exchange) string { return x.scheme() })
}

// Host is whom it asked for, perhaps with a port.
func (v *requestView) Host() string {
	return look(v, func(x *exchange) string { return x.host() })
}

// URL is the whole address it asked for.
func (v *requestView) URL() string {
	return look(v, func(x *exchange) string { return x.url() })
}

// RequestTime is when the request began.
func (v *requestView) RequestTime() (unix int64, ok bool) {
	unix = look(v, func(x *exchange) int64 { return x.start.Unix() })
	return unix, unix != 0
}
