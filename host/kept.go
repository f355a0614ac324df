package host

import (
	"slices"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
)

// kept is the part of a response that stays when an error replaces it: its headers, such as the request's id, and its
// cookies, but no headers that describe the discarded body.
type kept struct {
	headers []engine.Header
	cookies []engine.Cookie
}

// keep stores the headers and cookies that scripts have set so far. They remain available when the VM is gone.
func (x *exchange) keep(s *engine.Scope) {
	if x.given.response != nil {
		entity, _ := s.Response(x.given.response)
		x.failure.kept = kept{entity.Headers, entity.Cookies}
	}
	if x.stage == rendering && x.result != x.given.response { // the handler's result is not merged into the injected entity
		entity, _ := s.Response(x.result)
		x.failure.kept.headers = append(x.failure.kept.headers, entity.Headers...)
		x.failure.kept.cookies = append(x.failure.kept.cookies, entity.Cookies...)
	}
}

// writeKept adds the kept headers and cookies to the answer to an error, and reports whether there was a header. One in own takes precedence.
func (f *failure) writeKept(r *request, own ...[]engine.Header) (wrote bool) {
	for _, h := range f.kept.headers {
		isOwn := func(list []engine.Header) bool { return has(list, h.Name) }
		if tellsOfBody(h) || isOurs(h.Name, false) || checkHeader(h) != nil || slices.ContainsFunc(own, isOwn) {
			continue
		}
		r.ctx.Response.Header.Add(h.Name, h.Value)
		wrote = true
	}
	for _, c := range f.kept.cookies {
		if checkCookie(c) == nil {
			r.ctx.Response.Header.Add(fasthttp.HeaderSetCookie, cookieLine(c, r.server.now()))
		}
	}
	f.kept = kept{}
	return wrote
}

// drop removes the cookies that the answer sets anew: of two equal cookies browsers use the last, other clients may
// not.
func (k *kept) drop(list []engine.Cookie) {
	k.cookies = slices.DeleteFunc(k.cookies, func(c engine.Cookie) bool {
		return slices.ContainsFunc(list, func(own engine.Cookie) bool {
			return own.Name == c.Name && own.Path == c.Path && own.Domain == c.Domain
		})
	})
}

func has(list []engine.Header, name string) bool {
	return slices.ContainsFunc(list, func(h engine.Header) bool { return strings.EqualFold(h.Name, name) })
}

// tellsOfBody reports whether a header is about a representation or its location, rather than about the request or the
// connection. no-store stays: it applies to an error, too.
func tellsOfBody(h engine.Header) bool {
	name := strings.ToLower(h.Name)
	switch name {
	case "etag", "last-modified", "accept-ranges", "expires", "location", "refresh":
		return true
	case "cache-control":
		return !strings.Contains(strings.ToLower(h.Value), "no-store")
	}
	return strings.HasPrefix(name, "content-") && !strings.HasPrefix(name, "content-security-policy")
}
