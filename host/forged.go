package host

import (
	"crypto/subtle"
	"errors"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/security/events"
)

// The cookie with the token of a session, and the header in which pages send it back. Clients such as those of Angular and axios do that on
// their own.
const (
	tokenCookie = "XSRF-TOKEN"
	tokenHeader = "X-XSRF-TOKEN"
)

var (
	errCrossSite = errors.New("a page of another site has sent it")
	errFromWhere = errors.New("it has a session cookie, but neither an Origin nor the token of the session")
)

// checkSite refuses what a page of another site makes a browser send, except for what only reads and for pages that CORS allows.
//
// Browsers say where a request comes from, and scripts cannot change that. What says nothing and has a session needs the token of the
// session, which only pages of this origin can read: no browser of today sends that, but an old one may. A client without a session has
// nothing that somebody could make use of.
func (who *sender) checkSite(r *request) *problem {
	if onlyReads(r.method) {
		return nil
	}
	header := &r.ctx.Request.Header
	site, from := string(header.Peek("Sec-Fetch-Site")), string(header.Peek(fasthttp.HeaderOrigin))
	switch {
	case site == "same-origin" || site == "none":
		return nil
	case from != "" && (site == "" && r.isOwn(from) || who.grants(r, from)):
		return nil
	case site == "" && who.hasToken(r):
		return nil
	case site != "" || from != "":
		return who.forged(r, "pages of other sites may not do this", errCrossSite)
	case who.session == nil || isWithin(r.ctx):
		return nil
	}
	return who.forged(r, "send the value of the cookie "+tokenCookie+" in the header "+tokenHeader, errFromWhere)
}

// onlyReads reports whether the method is safe, as RFC 9110 has it: the client asks for no change.
func onlyReads(method string) bool {
	switch method {
	case fasthttp.MethodGet, fasthttp.MethodHead, fasthttp.MethodOptions, fasthttp.MethodTrace:
		return true
	}
	return false
}

// forged returns the problem of a request that somebody else may have caused.
func (who *sender) forged(r *request, detail string, cause error) *problem {
	who.happened(r, events.Denied)
	return &problem{status: fasthttp.StatusForbidden, detail: detail, cause: cause}
}

// hasToken reports whether the request has the token of its session.
func (who *sender) hasToken(r *request) bool {
	if who.session == nil {
		return false
	}
	sent := r.ctx.Request.Header.Peek(tokenHeader)
	return subtle.ConstantTimeCompare(sent, []byte(r.table.policies.Security.sessions().Of.Token(who.sessionID))) == 1
}

// isWithin reports whether the process itself has sent the request, as tests of an application do.
func isWithin(ctx *fasthttp.RequestCtx) bool {
	_, within := ctx.Conn().(loopback)
	return within
}

// isOwn reports whether an origin is that of the request's own address.
func (r *request) isOwn(origin string) bool {
	host := r.host()
	return host != "" && (origin == "http://"+host || origin == "https://"+host)
}

// grants reports whether CORS lets pages of an origin that it names use the answers: with credentials, if there are any.
func (who *sender) grants(r *request, origin string) bool {
	if r.table.policies.CORS == nil {
		return false
	}
	grant := r.table.policies.CORS.For(r.path)
	return grant != nil && !grant.Anyone() && grant.Allows(origin) && (grant.Credentials || who.sessionID == "" && !who.ambient)
}
