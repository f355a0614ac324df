package host

import (
	"bytes"
	"iter"
	"net/netip"
	"strings"
	"sync"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/charset"
	"github.com/fwrun/fwrun/platform/view"
)

// requestView is the Go side of a script's HttpRequest. Each getter reads from the request and copies what it returns.
// A script may keep the view and use it on another goroutine after its request was answered, when the memory behind it
// serves the next request: close cuts the view off, and waits for a getter in progress.
type requestView struct {
	mu   sync.Mutex
	req  *request // nil once the request is answered
	body *received
}

func (v *requestView) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.req, v.body = nil, nil
}

// look calls read with the request and its body, or returns the zero value once the request is answered.
func look[T any](v *requestView, read func(r *request, b *received) T) (value T) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.req != nil {
		value = read(v.req, v.body)
	}
	return value
}

// Alive reports whether the request is still to be answered.
func (v *requestView) Alive() bool {
	return look(v, func(*request, *received) bool { return true })
}

// Internal reports whether the request was made inside of the process.
func (v *requestView) Internal() bool {
	return look(v, func(r *request, _ *received) bool { return r.inner != nil })
}

// Method returns the request's method, upper case.
func (v *requestView) Method() string {
	return look(v, func(r *request, _ *received) string { return r.method })
}

// URI returns the whole canonical path, without the query.
func (v *requestView) URI() string {
	return look(v, func(r *request, _ *received) string { return strings.Clone(r.fullPath) })
}

// QueryString returns the query as it was sent.
func (v *requestView) QueryString() string {
	return look(v, func(r *request, _ *received) string { return string(r.ctx.URI().QueryString()) })
}

// ServerProtocol returns the version of HTTP, such as "HTTP/1.1".
func (v *requestView) ServerProtocol() string {
	return look(v, func(r *request, _ *received) string { return string(r.ctx.Request.Header.Protocol()) })
}

// QueryParams returns the query's fields.
func (v *requestView) QueryParams() [][2]string {
	return look(v, func(r *request, _ *received) [][2]string { return pairs(r.ctx.QueryArgs()) })
}

// PostParams returns the texts of a form.
func (v *requestView) PostParams() [][2]string {
	return look(v, func(r *request, b *received) [][2]string { return pairs(b.form(r)) })
}

func pairs(fields *fasthttp.Args) [][2]string {
	list := make([][2]string, 0, fields.Len())
	for key, value := range fields.All() {
		list = append(list, [2]string{string(key), string(value)})
	}
	return list
}

// Headers returns all headers in the order they were sent, with names in lower case.
func (v *requestView) Headers() [][2]string {
	return look(v, func(r *request, b *received) (pairs [][2]string) {
		for key, value := range b.headers(r) {
			pairs = append(pairs, [2]string{strings.ToLower(string(key)), string(value)})
		}
		return pairs
	})
}

// Header returns the values of a header in the order they were sent.
func (v *requestView) Header(name string) []string {
	return look(v, func(r *request, b *received) (values []string) {
		for key, value := range b.headers(r) {
			if strings.EqualFold(view.Text(key), name) {
				values = append(values, string(value))
			}
		}
		return values
	})
}

// headers are those that scripts see: not the server's own, and not what is not true of the body any more.
func (b *received) headers(r *request) iter.Seq2[[]byte, []byte] {
	return func(yield func([]byte, []byte) bool) {
		all := r.ctx.Request.Header.AllInOrder()
		if r.inner != nil { // it was never sent as text, so there is no order to keep
			all = r.ctx.Request.Header.All()
		}
		for key, value := range all {
			if r.hops > 0 && isOfHops(key) || b.decoded && strings.EqualFold(view.Text(key), fasthttp.HeaderContentEncoding) {
				continue
			}
			if !yield(key, value) {
				return
			}
		}
	}
}

// Cookies returns the request's cookies, decoded.
func (v *requestView) Cookies() [][2]string {
	return look(v, func(r *request, _ *received) (list [][2]string) {
		for name, value := range cookiesOf(&r.ctx.Request.Header) {
			list = append(list, [2]string{strings.Clone(name), strings.Clone(value)})
		}
		return list
	})
}

// BodyRead reports whether the body has been read, or there is no body.
func (v *requestView) BodyRead() bool {
	return look(v, func(r *request, b *received) bool { return b.isRead || b.parts != nil || !hasBody(r.ctx) })
}

// Body returns a copy of the body. There is none for a multipart body that was split into its parts.
func (v *requestView) Body() []byte {
	return look(v, func(_ *request, b *received) []byte { return bytes.Clone(b.raw) })
}

// Text returns the body as text; false if its charset is unknown or the bytes do not fit it.
func (v *requestView) Text() (text string, ok bool) {
	ok = look(v, func(r *request, b *received) bool {
		if charset.IsUTF8(r.contentType.charset) {
			text = string(b.raw)
			return true
		}
		var err error
		text, err = charset.Decode(r.contentType.charset, b.raw)
		return err == nil
	})
	return text, ok
}

// Files returns the files of a multipart body.
func (v *requestView) Files() []any {
	return look(v, func(_ *request, b *received) (list []any) {
		if b.parts != nil {
			for _, file := range b.parts.Files {
				list = append(list, file)
			}
		}
		return list
	})
}

// ContentType returns the Content-Type as it was sent.
func (v *requestView) ContentType() string {
	return look(v, func(r *request, _ *received) string { return string(r.ctx.Request.Header.ContentType()) })
}

// RemoteAddr returns the client's address.
func (v *requestView) RemoteAddr() (addr string, port int, ok bool) {
	client := look(v, func(r *request, _ *received) netip.AddrPort { return r.clientAddr() })
	if !client.Addr().IsValid() {
		return "", 0, false
	}
	return client.Addr().String(), int(client.Port()), true
}

// ServerAddr returns the address at which the request arrived.
func (v *requestView) ServerAddr() (addr string, ok bool) {
	server := look(v, func(r *request, _ *received) netip.AddrPort { return addrPort(r.ctx.LocalAddr()) })
	if !server.Addr().IsValid() {
		return "", false
	}
	return server.Addr().String(), true
}

// Scheme returns the scheme that the client used: "http" or "https".
func (v *requestView) Scheme() string {
	return look(v, func(r *request, _ *received) string { return r.scheme() })
}

// Host returns the host that the client asked for, perhaps with a port.
func (v *requestView) Host() string {
	return look(v, func(r *request, _ *received) string { return r.host() })
}

// URL returns the whole address that the client asked for.
func (v *requestView) URL() string {
	return look(v, func(r *request, _ *received) string { return r.url() })
}

// RequestTime returns the time at which the request began.
func (v *requestView) RequestTime() (unix int64, ok bool) {
	unix = look(v, func(r *request, _ *received) int64 { return r.start.Unix() })
	return unix, unix != 0
}
