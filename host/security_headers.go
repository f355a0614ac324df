package host

import (
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/platform/view"
)

// Headers of answers that tell browsers what to protect their users from.
const (
	headerHSTS        = "Strict-Transport-Security"
	headerFrame       = "X-Frame-Options"
	headerContentType = "X-Content-Type-Options"
	headerReferrer    = "Referrer-Policy"
	headerCSP         = "Content-Security-Policy"
)

// Protections are the values of headers that tell browsers what to protect their users from. One that is empty is not sent.
type Protections struct {
	HSTS        string // Strict-Transport-Security, over encrypted connections only
	Frame       string // X-Frame-Options: DENY or SAMEORIGIN
	ContentType string // X-Content-Type-Options
	Referrer    string // Referrer-Policy
	CSP         string // Content-Security-Policy
}

// protections are the headers as they are sent with every answer that has none of its own.
type protections struct {
	hsts, frame, contentType, referrer []byte

	csp    []byte // says who may frame the page as well, for browsers that read it there
	ownCSP []byte // for an answer that says itself, in X-Frame-Options, who may
}

// prepare returns nil if there are no headers.
func (p Protections) prepare() *protections {
	if p == (Protections{}) {
		return nil
	}
	csp := p.CSP
	if csp != "" && p.Frame != "" && !hasDirective(csp, "frame-ancestors") {
		ancestors := "'none'"
		if p.Frame == "SAMEORIGIN" {
			ancestors = "'self'"
		}
		csp = strings.TrimRight(csp, "; \t") + "; frame-ancestors " + ancestors
	}
	return &protections{[]byte(p.HSTS), []byte(p.Frame), []byte(p.ContentType), []byte(p.Referrer), []byte(csp), []byte(p.CSP)}
}

// hasDirective reports whether a policy has a directive.
func hasDirective(csp, name string) bool {
	for directive := range strings.SplitSeq(csp, ";") {
		if words := strings.Fields(directive); len(words) > 0 && strings.EqualFold(words[0], name) {
			return true
		}
	}
	return false
}

// protect adds the headers that the answer does not have. What a script, a mount or an error page has set is better known there.
func (x *exchange) protect() {
	if p := x.req.table.protections; p != nil {
		p.addTo(&x.req.ctx.Response.Header, len(p.hsts) > 0 && x.req.scheme() == "https", x.bare)
	}
}

// protectUnread is protect for a request that no table has seen.
func (s *Server) protectUnread(ctx *fasthttp.RequestCtx) {
	if p := s.current.Load().protections; p != nil {
		c, ok := ctx.Conn().(*conn)
		p.addTo(&ctx.Response.Header, ok && c.isTLS(), false)
	}
}

// addTo adds the headers that are not there; none of them is if the answer is bare, which need not be looked for.
func (p *protections) addTo(header *fasthttp.ResponseHeader, encrypted, bare bool) {
	add := func(name string, value []byte) {
		if len(value) > 0 && (bare || len(header.PeekAll(name)) == 0) {
			header.SetCanonical(view.Bytes(name), value)
		}
	}
	csp := p.csp
	if !bare && len(csp) > 0 && len(header.PeekAll(headerFrame)) > 0 {
		csp = p.ownCSP
	}
	add(headerFrame, p.frame)
	add(headerContentType, p.contentType)
	add(headerReferrer, p.referrer)
	add(headerCSP, csp)
	if encrypted {
		add(headerHSTS, p.hsts)
	}
}
