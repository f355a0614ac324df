package host

import (
	"bytes"
	"strings"

	"github.com/valyala/fasthttp"
)

// form is how an error is told.
type form uint8

// The forms, in the order in which equals are preferred.
const (
	asJSON form = iota // problem+json
	asPage             // HTML
	asText             // plain text, Dev only
)

// respond answers with a problem, in the form that the client wants.
func (x *exchange) respond(p *problem) {
	x.writeKept(p.headers)
	if x.mount != nil && x.mount.Refuse != nil {
		x.refuseMount(p)
		return
	}
	dev := x.server.settings.Dev && x.inner == nil // an agent is no developer
	switch x.formOf(p) {
	case asPage:
		x.respondPage(p, dev)
	case asText:
		r := x.report(p)
		p.write(x.ctx, typeText, func(body *bytes.Buffer) { r.writeText(body) })
		x.ctx.Response.Header.Set("X-Content-Type-Options", "nosniff")
	default:
		document := p.document(x.fullPath, x.traceID())
		if dev {
			x.report(p).into(&document)
		}
		p.writeJSON(x.ctx, document)
	}
	header := &x.ctx.Response.Header
	header.Add(fasthttp.HeaderVary, fasthttp.HeaderAccept)
	if dev {
		header.Set(fasthttp.HeaderCacheControl, "no-store")
	}
}

// respondPage answers with HTML that loads nothing and runs nothing.
func (x *exchange) respondPage(p *problem, dev bool) {
	p.write(x.ctx, "text/html; charset=utf-8", func(body *bytes.Buffer) {
		if dev {
			writeDevPage(body, x.report(p))
			return
		}
		writePlainPage(body, p.document(x.fullPath, x.traceID()))
	})
	header := &x.ctx.Response.Header
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
}

// formOf decides between what the client asks for and, when that is anything, what helps
// most: a failure of the application, and a path that nothing serves, are told in plain text to whoever develops it.
func (x *exchange) formOf(p *problem) form {
	fallback := asJSON
	if x.server.settings.Dev && (p.status >= 500 || x.isAstray(p)) && !x.isFetch() {
		fallback = asText
	}
	return errorForm(x.accept(), fallback)
}

// isAstray tells a path, or a method, that nothing serves from what a handler has not found.
func (x *exchange) isAstray(p *problem) bool {
	return x.route == nil && p.cause == nil && (p.status == fasthttp.StatusNotFound || p.status == fasthttp.StatusMethodNotAllowed)
}

// isFetch tells requests that a script in a browser makes. It accepts anything, as curl does,
// but it shall see the same in development as in production.
func (x *exchange) isFetch() bool {
	header := &x.ctx.Request.Header
	return string(header.Peek("Sec-Fetch-Dest")) == "empty" ||
		strings.EqualFold(string(header.Peek("X-Requested-With")), "XMLHttpRequest")
}

// errorForm reads an Accept header. Fallback is for clients that name neither JSON nor HTML,
// or like something else better.
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

// acceptedForm tells which form a range stands for, and its rank among ranges of the same
// quality; rank 0 is none.
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
