package host

import (
	"bytes"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/platform/view"
)

// locate finds the route. There is neither a route nor a problem if a static file was found, or if the request is an
// OPTIONS that the server answers itself. The problem of a preflight request is for its browser alone.
func (r *request) locate() *problem {
	if r.method = knownMethod(r.ctx.Method()); r.method == "" {
		return &problem{status: fasthttp.StatusNotImplemented}
	}
	target := r.ctx.Request.Header.RequestURI()
	if string(target) == "*" {
		return r.serverWide()
	}
	if p := r.readPath(target); p != nil {
		return p
	}
	path, ok := inContext(r.fullPath, r.server.settings.ContextPath)
	if r.inner != nil { // a mount that dispatches to a mount could loop
		if m := r.table.mounts.find(path, ok, r.fullPath); m != nil && !m.Yields {
			return notFound()
		}
	}
	if !ok {
		r.path, r.outside = r.fullPath, true
		if r.mount = r.table.mounts.find(r.path, false, r.fullPath); r.mount != nil {
			return nil
		}
		return notFound()
	}
	r.path = path
	var last *Mount // that answers if nothing else does
	r.mount = r.table.mounts.find(path, true, r.fullPath)
	if r.mount != nil && r.mount.Yields {
		last, r.mount = r.mount, nil
	}
	if r.method == fasthttp.MethodOptions {
		if refused := r.preflight(); r.preflighted {
			return refused
		}
	}
	if r.mount != nil {
		return nil
	}
	if r.route = r.table.matcher.find(r.method, r.closedPath(), r.ctx); r.route != nil {
		if r.inner != nil && r.route.handler != r.inner.Handler { // a value has turned the path into that of another route
			r.route = nil
			return notFound()
		}
		return nil
	}
	return r.unmatched(last)
}

// readPath makes the canonical path of a request's target.
func (r *request) readPath(target []byte) *problem {
	if bytes.IndexByte(target, '#') >= 0 {
		return badPath("the request's target has a fragment")
	}
	raw := target
	if raw[0] == '/' {
		raw, _, _ = bytes.Cut(raw, []byte("?"))
	} else { // with scheme and host, as sent to a proxy
		raw = r.ctx.URI().PathOriginal()
	}
	if len(raw) == 0 {
		raw = []byte("/")
	}
	path, refused := appendCanonical(r.buffer[:0], raw)
	if refused != "" {
		return badPath(refused)
	}
	r.buffer = append(path, pathEnd...)
	r.fullPath = view.Text(r.buffer[:len(path)])
	return nil
}

// closedPath returns path followed by pathEnd, as the matcher expects it: the end of the buffer, except for the root,
// whose slash is that of pathEnd.
func (r *request) closedPath() string {
	if r.path == "/" {
		return pathEnd
	}
	return view.Text(r.buffer[len(r.fullPath)-len(r.path):])
}

// serverWide answers "OPTIONS *".
func (r *request) serverWide() *problem {
	if r.method != fasthttp.MethodOptions {
		return badPath("the path must begin with a slash")
	}
	sendAllow(r.ctx, r.table.matcher.allowedAnywhere())
	return nil
}

// unmatched answers a request without a route: OPTIONS with Allow, a path that has other methods with 405, one that a mount has left to
// the application by that mount, any other path with 404.
func (r *request) unmatched(last *Mount) *problem {
	allowed := r.table.matcher.allowed(r.closedPath())
	isFile := r.findStatic()
	switch {
	case last != nil && allowed == "" && r.inner == nil && (!isFile || r.static.isFallback):
		r.mount, r.static = last, nil
		return nil
	case isFile:
		return nil
	case allowed == "":
		return notFound()
	case r.method == fasthttp.MethodOptions:
		sendAllow(r.ctx, allowed)
		return nil
	default:
		return &problem{
			status: fasthttp.StatusMethodNotAllowed, allow: allowed,
			detail: r.method + " is not allowed here; allowed: " + allowed,
		}
	}
}

func sendAllow(ctx *fasthttp.RequestCtx, methods string) {
	ctx.SetStatusCode(fasthttp.StatusNoContent)
	ctx.Response.Header.Set(fasthttp.HeaderAllow, methods)
}

func badPath(detail string) *problem {
	return &problem{status: fasthttp.StatusBadRequest, detail: detail}
}

func notFound() *problem {
	return &problem{status: fasthttp.StatusNotFound, detail: "nothing is served at this path"}
}

// admit checks what the header states: the body's size and type, and the accepted types.
func (x *exchange) admit() *problem {
	header := &x.req.ctx.Request.Header
	x.req.contentType = media{}
	if text := header.ContentType(); len(text) > 0 {
		x.req.contentType = parseMedia(view.Text(text))
	}
	if length := header.ContentLength(); length > 0 && length > x.req.bodyLimit() {
		return x.body.tooLarge(&x.req)
	}
	if p := x.body.checkCoding(&x.req); p != nil {
		return p
	}
	if len(x.req.route.consumes) > 0 && x.req.saysWhatItSends() && !consumed(x.req.route.consumes, x.req.contentType) {
		return &problem{
			status: fasthttp.StatusUnsupportedMediaType,
			detail: "the Content-Type must be " + listed(x.req.route.consumes),
		}
	}
	return x.req.negotiate()
}

// saysWhatItSends reports whether there is a Content-Type to check, or should be one.
func (r *request) saysWhatItSends() bool {
	length := r.ctx.Request.Header.ContentLength()
	return r.contentType.kind != "" || length > 0 || length == chunked
}

// mustWait reports whether the route reads a body that may not have arrived yet.
func (r *request) mustWait() bool {
	return hasBody(r.ctx) && !r.route.streams && (r.route.body != nil || r.route.readsBody || r.route.readsForm)
}

func hasBody(ctx *fasthttp.RequestCtx) bool {
	length := ctx.Request.Header.ContentLength()
	return length > 0 || length == chunked
}

// chunked is the length that fasthttp gives a body without an announced length.
const chunked = -1

func (r *request) negotiate() *problem {
	if len(r.route.produces) == 0 {
		return nil
	}
	accept := acceptOf(r.ctx)
	if accept == "" {
		accept = "*/*"
	}
	best, ok := negotiate(accept, r.route.produces)
	if !ok {
		return &problem{
			status: fasthttp.StatusNotAcceptable,
			detail: "this path produces " + listed(r.route.produces),
		}
	}
	if !best.isRange() {
		r.produces = best.text
	}
	return nil
}

// acceptOf returns the request's Accept headers, joined into one.
func acceptOf(ctx *fasthttp.RequestCtx) string {
	all := ctx.Request.Header.PeekAll(fasthttp.HeaderAccept)
	if len(all) == 1 {
		return view.Text(all[0])
	}
	return view.Text(bytes.Join(all, []byte(",")))
}

func listed(types []media) string {
	text := ""
	for i, t := range types {
		if i > 0 {
			text += ", "
		}
		text += t.text
	}
	return text
}
