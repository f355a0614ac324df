package host

import (
	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/cors"
)

// preflight answers a browser that asks whether a page of another origin may send a request: before
// anything else hears of it. It tells whether it has. What is not allowed is refused without
// a header of CORS, which browsers take for a no, and with the reason for whoever looks.
func (x *exchange) preflight() bool {
	if x.table.policies.CORS == nil {
		return false
	}
	request, response := &x.ctx.Request.Header, &x.ctx.Response.Header
	from := request.Peek(fasthttp.HeaderOrigin)
	method := string(request.Peek(fasthttp.HeaderAccessControlRequestMethod))
	grant := x.table.policies.CORS.For(x.path)
	if grant == nil || len(from) == 0 || method == "" {
		return false
	}
	x.preflighted = true
	asked := x.joined(fasthttp.HeaderAccessControlRequestHeaders)
	if refused := whyRefused(grant, viewText(from), method, asked); refused != "" {
		x.respond(&problem{status: fasthttp.StatusForbidden, detail: refused})
		return true
	}
	x.ctx.SetStatusCode(fasthttp.StatusNoContent)
	x.allowOrigin(grant, from)
	response.Set(fasthttp.HeaderAccessControlAllowMethods, grant.Methods(method))
	if asked != "" {
		response.Set(fasthttp.HeaderAccessControlAllowHeaders, asked)
	}
	if grant.AllowsPrivateNetwork() && string(request.Peek("Access-Control-Request-Private-Network")) == "true" {
		response.Set("Access-Control-Allow-Private-Network", "true")
	}
	response.Set(fasthttp.HeaderAccessControlMaxAge, grant.MaxAge)
	return true
}

// whyRefused says why a preflight is refused; nothing when it is not.
func whyRefused(grant *cors.Grant, from, method, headers string) string {
	switch {
	case !grant.Allows(from):
		return "pages of this origin may not use what is served here"
	case knownMethod([]byte(method)) == "" || !grant.AllowsMethod(method):
		return "pages of other origins may not send requests with this method"
	}
	if name, ok := grant.AllowsHeaders(headers); !ok {
		return "pages of other origins may not send the header " + name
	}
	return ""
}

// share tells browsers which origins may read the response, errors included, and caches what
// it depends on.
func (x *exchange) share() {
	if x.table.policies.CORS == nil {
		return
	}
	grant := x.table.policies.CORS.For(x.path)
	if grant == nil {
		return
	}
	response := &x.ctx.Response.Header
	switch {
	case x.method == fasthttp.MethodOptions:
		response.Add(fasthttp.HeaderVary, "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
	case !grant.Anyone():
		response.Add(fasthttp.HeaderVary, fasthttp.HeaderOrigin)
	}
	from := x.ctx.Request.Header.Peek(fasthttp.HeaderOrigin)
	own := len(response.Peek(fasthttp.HeaderAccessControlAllowOrigin)) > 0 // the script's, who knows better
	if x.preflighted || own || !grant.Anyone() && (len(from) == 0 || !grant.Allows(viewText(from))) {
		return
	}
	x.allowOrigin(grant, from)
	if grant.Exposed != "" {
		response.Set(fasthttp.HeaderAccessControlExposeHeaders, grant.Exposed)
	}
}

// allowOrigin says who may read the response: anyone, or the one that asks.
func (x *exchange) allowOrigin(grant *cors.Grant, from []byte) {
	response := &x.ctx.Response.Header
	if grant.Anyone() {
		response.Set(fasthttp.HeaderAccessControlAllowOrigin, "*")
		return
	}
	response.SetBytesV(fasthttp.HeaderAccessControlAllowOrigin, from)
	if grant.Credentials {
		response.Set(fasthttp.HeaderAccessControlAllowCredentials, "true")
	}
}
