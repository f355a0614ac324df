package host

import (
	"bytes"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/report"
)

// form is the format of an error response.
type form uint8

// The formats, in order of preference among equal weights.
const (
	asJSON form = iota // problem+json
	asPage             // HTML
	asText             // plain text, Dev only
)

// respond answers with a problem.
func (x *exchange) respond(p *problem) {
	x.bare = false
	x.failure.respond(&x.req, p)
}

// respond answers with a problem, in the format that the client prefers.
func (f *failure) respond(r *request, p *problem) {
	f.writeKept(r, p.headers)
	if r.mount != nil && r.mount.Refuse != nil {
		r.mount.refuse(r, p)
		return
	}
	dev := r.server.settings.Dev && r.inner == nil // an agent is not a developer
	switch r.formOf(p) {
	case asPage:
		f.respondPage(r, p, dev)
	case asText:
		shown := f.report(r, p)
		p.write(r, typeText, func(body *bytes.Buffer) { shown.WriteText(body) })
		r.ctx.Response.Header.Set("X-Content-Type-Options", "nosniff")
	default:
		document := p.document(r.fullPath, r.traceID())
		if dev {
			document.describe(f.report(r, p))
		}
		p.writeJSON(r, document)
	}
	header := &r.ctx.Response.Header
	header.Add(fasthttp.HeaderVary, fasthttp.HeaderAccept)
	if dev {
		header.Set(fasthttp.HeaderCacheControl, "no-store")
	}
}

// respondPage answers with HTML that loads nothing and runs no scripts.
func (f *failure) respondPage(r *request, p *problem, dev bool) {
	p.write(r, "text/html; charset=utf-8", func(body *bytes.Buffer) {
		if dev {
			f.report(r, p).WritePage(body)
			return
		}
		report.WritePlainPage(body, p.document(r.fullPath, r.traceID()))
	})
	header := &r.ctx.Response.Header
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
}

// formOf chooses the format that the client asks for. If the client accepts anything, development mode uses plain text
// for failures of the application and for paths that nothing serves.
func (r *request) formOf(p *problem) form {
	fallback := asJSON
	if r.server.settings.Dev && (p.status >= 500 || r.isAstray(p)) && !isFetch(r.ctx) {
		fallback = asText
	}
	return errorForm(acceptOf(r.ctx), fallback)
}

// isAstray reports whether nothing serves the path or the method, as opposed to a handler that did not find something.
func (r *request) isAstray(p *problem) bool {
	return r.route == nil && p.cause == nil && (p.status == fasthttp.StatusNotFound || p.status == fasthttp.StatusMethodNotAllowed)
}

// isFetch reports whether a script in a browser makes the request. Such a request accepts anything, as curl does, but
// must get the same answer in development as in production.
func isFetch(ctx *fasthttp.RequestCtx) bool {
	header := &ctx.Request.Header
	return string(header.Peek("Sec-Fetch-Dest")) == "empty" ||
		strings.EqualFold(string(header.Peek("X-Requested-With")), "XMLHttpRequest")
}

// errorForm returns the format that an Accept header prefers. fallback is for clients that name neither JSON nor HTML,
// or prefer another type.
func errorForm(accept string, fallback form) form {
	best, bestRank, bestQuality := fallback, 0, 0.0
	for accept != "" {
		var one string
		one, accept, _ = strings.Cut(accept, ",")
		accepted, rank := acceptedForm(parseMedia(one), fallback)
		q := weightOf(one)
		if rank > 0 && (q > bestQuality || q == bestQuality && q > 0 && rank < bestRank) {
			best, bestRank, bestQuality = accepted, rank, q
		}
	}
	return best
}

// acceptedForm returns the format that a range means, and its rank among ranges of the same weight; rank 0 means no
// format.
func acceptedForm(m media, fallback form) (f form, rank int) {
	switch {
	case m.isJSON(), m.is("application", "*"):
		return asJSON, 1
	case m.is("text", "html"), m.is("application", "xhtml+xml"), m.is("text", "*"):
		return asPage, 2
	case m.is("*", "*"), m.is("text", "plain"):
		return fallback, 3
	default:
		return fallback, 0
	}
}
