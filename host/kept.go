package host

import (
	"slices"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
)

// kept is what of a response stays when an error takes its place: its headers, such as the id of the request, and its
// cookies; not what tells of the body that is not sent.
type kept struct {
	headers []engine.Header
	cookies []engine.Cookie
}

// keep reads what scripts have set so far. What was read before stands when the VM is gone.
func (x *exchange) keep(s *engine.Scope) {
	if x.injected != nil {
		entity, _ := s.Response(x.injected)
		x.kept = kept{entity.Headers, entity.Cookies}
	}
	if x.stage == rendering && x.result != x.injected { // what a handler has returned is not merged into it
		entity, _ := s.Response(x.result)
		x.kept.headers = append(x.kept.headers, entity.Headers...)
		x.kept.cookies = append(x.kept.cookies, entity.Cookies...)
	}
}

// writeKept adds what is kept to the answer to an error, unless that says it itself.
func (x *exchange) writeKept(own ...[]engine.Header) {
	for _, h := range x.kept.headers {
		if tellsOfBody(h) || isOurs(h.Name, false) || checkHeader(h) != nil || slices.ContainsFunc(own, func(list []engine.Header) bool { return has(list, h.Name) }) {
			continue
		}
		x.ctx.Response.Header.Add(h.Name, h.Value)
	}
	for _, c := range x.kept.cookies {
		if checkCookie(c) == nil {
			x.ctx.Response.Header.Add(fasthttp.HeaderSetCookie, cookieLine(c))
		}
	}
	x.kept = kept{}
}

// drop leaves out the cookies that are set anew: browsers take the last one, and agents may not.
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

// tellsOfBody tells the headers that are about a representation, or where it is, rather than about the request or
// the connection. That nothing may be stored is as true of an error.
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
