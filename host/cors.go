package host

import (
	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/cors"
	"github.com/fwrun/fwrun/platform/view"
)

// preflight answers the preflight request of a browser, before any other stage, if the request is one. A request
// that is not allowed is refused without headers of CORS, which browsers take for a refusal, and with the reason in the
// body for developers.
func (r *request) preflight() *problem {
	if r.table.policies.CORS == nil {
		return nil
	}
	request, response := &r.ctx.Request.Header, &r.ctx.Response.Header
	from := request.Peek(fasthttp.HeaderOrigin)
	method := string(request.Peek(fasthttp.HeaderAccessControlRequestMethod))
	grant := r.table.policies.CORS.For(r.path)
	if grant == nil || len(from) == 0 || method == "" {
		return nil
	}
	r.preflighted = true
	asked := joined(r.ctx, fasthttp.HeaderAccessControlRequestHeaders)
	if refused := whyRefused(grant, view.Text(from), method, asked); refused != "" {
		return &problem{status: fasthttp.StatusForbidden, detail: refused}
	}
	r.ctx.SetStatusCode(fasthttp.StatusNoContent)
	allowOrigin(r.ctx, grant, from)
	response.Set(fasthttp.HeaderAccessControlAllowMethods, grant.Methods(method))
	if asked != "" {
		response.Set(fasthttp.HeaderAccessControlAllowHeaders, asked)
	}
	if grant.AllowsPrivateNetwork() && string(request.Peek("Access-Control-Request-Private-Network")) == "true" {
		response.Set("Access-Control-Allow-Private-Network", "true")
	}
	response.Set(fasthttp.HeaderAccessControlMaxAge, grant.MaxAge)
	return nil
}

// whyRefused returns the reason why a preflight is refused; empty if it is allowed.
func whyRefused(grant *cors.Grant, from, method, headers string) string {
	switch {
	case !grant.Allows(from):
		return "pages of this origin may not send requests to this path"
	case knownMethod([]byte(method)) == "" || !grant.AllowsMethod(method):
		return "pages of other origins may not send requests with this method"
	}
	if name, ok := grant.AllowsHeaders(headers); !ok {
		return "pages of other origins may not send the header " + name
	}
	return ""
}

// share adds the headers that tell browsers which origins may read the response, errors included, and caches what the
// response depends on.
func (r *request) share() {
	if r.table.policies.CORS == nil {
		return
	}
	grant := r.table.policies.CORS.For(r.path)
	if grant == nil {
		return
	}
	response := &r.ctx.Response.Header
	switch {
	case r.method == fasthttp.MethodOptions:
		response.Add(fasthttp.HeaderVary, "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
	case !grant.Anyone():
		response.Add(fasthttp.HeaderVary, fasthttp.HeaderOrigin)
	}
	from := r.ctx.Request.Header.Peek(fasthttp.HeaderOrigin)
	own := len(response.Peek(fasthttp.HeaderAccessControlAllowOrigin)) > 0 // set by the script, which takes precedence
	if r.preflighted || own || !grant.Anyone() && (len(from) == 0 || !grant.Allows(view.Text(from))) {
		return
	}
	allowOrigin(r.ctx, grant, from)
	if grant.Exposed != "" {
		response.Set(fasthttp.HeaderAccessControlExposeHeaders, grant.Exposed)
	}
}

// allowOrigin sets the origin that may read the response: any, or the one of this request.
func allowOrigin(ctx *fasthttp.RequestCtx, grant *cors.Grant, from []byte) {
	response := &ctx.Response.Header
	if grant.Anyone() {
		response.Set(fasthttp.HeaderAccessControlAllowOrigin, "*")
		return
	}
	response.SetBytesV(fasthttp.HeaderAccessControlAllowOrigin, from)
	if grant.Credentials {
		response.Set(fasthttp.HeaderAccessControlAllowCredentials, "true")
	}
}
