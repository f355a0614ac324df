package host

import (
	"bytes"

	"github.com/valyala/fasthttp"
)

// locate finds the route. There is neither a route nor a problem if a static file was found, or if the request is an
// OPTIONS that the server answers itself.
func (x *exchange) locate() *problem {
	if x.req.method = knownMethod(x.req.ctx.Method()); x.req.method == "" {
		return &problem{status: fasthttp.StatusNotImplemented}
	}
	target := x.req.ctx.Request.Header.RequestURI()
	if string(target) == "*" {
		return x.req.serverWide()
	}
	if p := x.req.readPath(target); p != nil {
		return p
	}
	path, ok := inContext(x.req.fullPath, x.req.server.settings.ContextPath)
	if x.req.inner != nil { // a mount that dispatches to a mount could loop
		if m := x.req.table.mounts.find(path, ok, x.req.fullPath); m != nil && !m.Yields {
			return notFound()
		}
	}
	if !ok {
		x.req.path, x.req.outside = x.req.fullPath, true
		if x.req.mount = x.req.table.mounts.find(x.req.path, false, x.req.fullPath); x.req.mount != nil {
			return nil
		}
		return notFound()
	}
	x.req.path = path
	var last *Mount // that answers if nothing else does
	x.req.mount = x.req.table.mounts.find(path, true, x.req.fullPath)
	if x.req.mount != nil && x.req.mount.Yields {
		last, x.req.mount = x.req.mount, nil
	}
	if x.req.mount != nil {
		if x.req.method == fasthttp.MethodOptions {
			x.preflight()
		}
		return nil
	}
	if x.req.method == fasthttp.MethodOptions && x.preflight() {
		return nil
	}
	if x.req.route = x.req.table.matcher.find(x.req.method, x.req.closedPath(), x.req.ctx); x.req.route != nil {
		if x.req.inner != nil && x.req.route.handler != x.req.inner.Handler { // a value has turned the path into that of another route
			x.req.route = nil
			return notFound()
		}
		return nil
	}
	return x.req.unmatched(last)
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
	r.fullPath = viewText(r.buffer[:len(path)])
	return nil
}

// closedPath returns path followed by pathEnd, as the matcher expects it: the end of the buffer, except for the root,
// whose slash is that of pathEnd.
func (r *request) closedPath() string {
	if r.path == "/" {
		return pathEnd
	}
	return viewText(r.buffer[len(r.fullPath)-len(r.path):])
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
		x.req.contentType = parseMedia(viewText(text))
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
		return viewText(all[0])
	}
	return viewText(bytes.Join(all, []byte(",")))
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
