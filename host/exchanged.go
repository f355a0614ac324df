package host

import (
	"bytes"
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/forwarded"
	"github.com/fwrun/fwrun/platform/view"
)

// Exchanged is a request that has been answered.
type Exchanged struct {
	Began  time.Time
	Took   time.Duration
	Method string
	Status int

	// Where it was sent, as far as proxies are trusted; see URL.
	Scheme     string
	Host, Path []byte

	// Request and Response are the headers, as they were sent, without those that only carry secrets.
	Request, Response HeaderLines
}

// URL returns the address that the client asked for, without the query. If the host is not known it is only the path.
func (e *Exchanged) URL() string {
	if host, ok := forwarded.ParseHost(string(e.Host)); ok && host != "" {
		return e.Scheme + "://" + host + string(e.Path)
	}
	return string(e.Path)
}

// Keep makes e a copy of another one, in the memory that e has.
func (e *Exchanged) Keep(other *Exchanged) {
	host, path, request, response := e.Host, e.Path, e.Request, e.Response
	*e = *other
	e.Host, e.Path = append(host[:0], other.Host...), append(path[:0], other.Path...)
	e.Request, e.Response = append(request[:0], other.Request...), append(response[:0], other.Response...)
}

// HeaderLines are lines of a header as bytes, which are taken apart only when somebody reads them.
type HeaderLines []byte

// All yields the names and values.
func (h HeaderLines) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for line := range strings.Lines(string(h)) {
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
			if !yield(name, value) {
				return
			}
		}
	}
}

// exchangedPool has memory for what is recorded. What is kept comes back in exchange for what is kept instead of it.
var exchangedPool = sync.Pool{New: func() any { return new(Exchanged) }}

// record reports the request, if somebody wants to know. Requests of tools are part of others.
func (w *watching) record(r *request) {
	tell := r.table.policies.Exchanged
	if tell == nil || r.inner != nil || r.mount != nil && r.mount.Private {
		return
	}
	e := exchangedPool.Get().(*Exchanged)
	e.Began, e.Took, e.Status = r.start, w.took(r), r.ctx.Response.StatusCode()
	if e.Method = r.method; e.Method == "" {
		e.Method = string(r.ctx.Method())
	}
	e.Scheme, e.Host = r.scheme(), append(e.Host[:0], r.ctx.Host()...)
	if origin, ok := r.forwarded(); ok && origin.Host != "" {
		e.Host = append(e.Host[:0], origin.Host...)
	}
	if e.Path = append(e.Path[:0], r.fullPath...); r.fullPath == "" {
		sent, _, _ := bytes.Cut(r.ctx.Request.Header.RequestURI(), []byte("?"))
		e.Path = append(e.Path, sent...)
	}
	e.Request = appendLines(e.Request[:0], r.ctx.Request.Header.All(), r.table.policies.Security.keyHeader())
	e.Response = appendLines(e.Response[:0], r.ctx.Response.Header.All(), r.table.policies.Security.keyHeader())
	if other := tell(e); other != nil {
		exchangedPool.Put(other)
	}
}

// appendLines copies a header, without what proves who a client is. Neither names nor values have line breaks, and names have no
// colons.
func appendLines(lines HeaderLines, all iter.Seq2[[]byte, []byte], keyHeader string) HeaderLines {
	for name, value := range all {
		switch string(name) { // in their canonical form
		case fasthttp.HeaderAuthorization, fasthttp.HeaderProxyAuthorization, fasthttp.HeaderCookie, fasthttp.HeaderSetCookie:
			continue
		}
		if keyHeader != "" && strings.EqualFold(view.Text(name), keyHeader) {
			continue
		}
		lines = append(append(append(append(lines, name...), ':'), value...), '\n')
	}
	return lines
}
