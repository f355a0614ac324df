package host

import (
	"bytes"

	"github.com/valyala/fasthttp"
)

// locate finds the route. There is neither a route nor a problem if a static file was found, or if the request is an
// OPTIONS that the server answers itself.
func (x *exchange) locate() *problem {
	if x.method = knownMethod(x.ctx.Method()); x.method == "" {
		return &problem{status: fasthttp.StatusNotImplemented}
	}
	target := x.ctx.Request.Header.RequestURI()
	if string(target) == "*" {
		return x.serverWide()
	}
	if p := x.readPath(target); p != nil {
		return p
	}
	path, ok := inContext(x.fullPath, x.server.settings.ContextPath)
	if x.inner != nil { // a mount that dispatches to a mount could loop
		if m := x.mountAt(path, ok); m != nil && !m.Yields {
			return notFound()
		}
	}
	if !ok {
		x.path, x.outside = x.fullPath, true
		if x.findMount() {
			return nil
		}
		return notFound()
	}
	x.path = path
	var last *Mount // that answers if nothing else does
	if x.findMount() && x.mount.Yields {
		last, x.mount = x.mount, nil
	}
	if x.mount != nil {
		if x.method == fasthttp.MethodOptions {
			x.preflight()
		}
		return nil
	}
	if x.method == fasthttp.MethodOptions && x.preflight() {
		return nil
	}
	if x.route = x.table.matcher.find(x.method, x.closedPath(), x.ctx); x.route != nil {
		if x.inner != nil && x.route.handler != x.inner.Handler { // a value has turned the path into that of another route
			x.route = nil
			return notFound()
		}
		return nil
	}
	return x.unmatched(last)
}

// readPath makes the canonical path of a request's target.
func (x *exchange) readPath(target []byte) *problem {
	if bytes.IndexByte(target, '#') >= 0 {
		return badPath("the request's target has a fragment")
	}
	raw := target
	if raw[0] == '/' {
		raw, _, _ = bytes.Cut(raw, []byte("?"))
	} else { // with scheme and host, as sent to a proxy
		raw = x.ctx.URI().PathOriginal()
	}
	if len(raw) == 0 {
		raw = []byte("/")
	}
	path, refused := appendCanonical(x.buffer[:0], raw)
	if refused != "" {
		return badPath(refused)
	}
	x.buffer = append(path, pathEnd...)
	x.fullPath = viewText(x.buffer[:len(path)])
	return nil
}

// closedPath returns path followed by pathEnd, as the matcher expects it: the end of the buffer, except for the root,
// whose slash is that of pathEnd.
func (x *exchange) closedPath() string {
	if x.path == "/" {
		return pathEnd
	}
	return viewText(x.buffer[len(x.fullPath)-len(x.path):])
}

// serverWide answers "OPTIONS *".
func (x *exchange) serverWide() *problem {
	if x.method != fasthttp.MethodOptions {
		return badPath("the path must begin with a slash")
	}
	sendAllow(x.ctx, x.table.matcher.allowedAnywhere())
	return nil
}

// unmatched answers a request without a route: OPTIONS with Allow, a path that has other methods with 405, one that a mount has left to
// the application by that mount, any other path with 404.
func (x *exchange) unmatched(last *Mount) *problem {
	allowed := x.table.matcher.allowed(x.closedPath())
	isFile := x.findStatic()
	switch {
	case last != nil && allowed == "" && x.inner == nil && (!isFile || x.static.isFallback):
		x.mount, x.static = last, nil
		return nil
	case isFile:
		return nil
	case allowed == "":
		return notFound()
	case x.method == fasthttp.MethodOptions:
		sendAllow(x.ctx, allowed)
		return nil
	default:
		return &problem{
			status: fasthttp.StatusMethodNotAllowed, allow: allowed,
			detail: x.method + " is not allowed here; allowed: " + allowed,
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
	header := &x.ctx.Request.Header
	x.contentType = media{}
	if text := header.ContentType(); len(text) > 0 {
		x.contentType = parseMedia(viewText(text))
	}
	if length := header.ContentLength(); length > 0 && length > x.bodyLimit() {
		return x.tooLarge()
	}
	if p := x.checkCoding(); p != nil {
		return p
	}
	if len(x.route.consumes) > 0 && x.saysWhatItSends() && !consumed(x.route.consumes, x.contentType) {
		return &problem{
			status: fasthttp.StatusUnsupportedMediaType,
			detail: "the Content-Type must be " + listed(x.route.consumes),
		}
	}
	return x.negotiate()
}

// saysWhatItSends reports whether there is a Content-Type to check, or should be one.
func (x *exchange) saysWhatItSends() bool {
	length := x.ctx.Request.Header.ContentLength()
	return x.contentType.kind != "" || length > 0 || length == chunked
}

// mustWait reports whether the route reads a body that may not have arrived yet.
func (x *exchange) mustWait() bool {
	return hasBody(x.ctx) && !x.route.streams && (x.route.body != nil || x.route.readsBody || x.route.readsForm)
}

func hasBody(ctx *fasthttp.RequestCtx) bool {
	length := ctx.Request.Header.ContentLength()
	return length > 0 || length == chunked
}

// chunked is the length that fasthttp gives a body without an announced length.
const chunked = -1

func (x *exchange) negotiate() *problem {
	if len(x.route.produces) == 0 {
		return nil
	}
	accept := acceptOf(x.ctx)
	if accept == "" {
		accept = "*/*"
	}
	best, ok := negotiate(accept, x.route.produces)
	if !ok {
		return &problem{
			status: fasthttp.StatusNotAcceptable,
			detail: "this path produces " + listed(x.route.produces),
		}
	}
	if !best.isRange() {
		x.produces = best.text
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
