package host

import (
	"log/slog"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/sessions"
)

// Sessions are those of the clients, who are known by a cookie.
type Sessions struct {
	Of        *sessions.Sessions
	Principal func(name string, roles []string, claims string) *security.Principal // who has logged in

	Cookie   string
	SameSite string        // Strict, Lax or None
	Secure   Secure        // when the cookie is for encrypted connections only
	TTL      time.Duration // of the cookie
}

// Secure says when a cookie is for encrypted connections only.
type Secure uint8

// The choices.
const (
	SecureIfEncrypted Secure = iota // if the request came over one
	SecureAlways
	SecureNever
)

// findSession finds the session of the request's cookie, and who has logged in with it.
func (who *sender) findSession(r *request, by *Sessions) *problem {
	id, several := cookieOf(r.ctx, by.Cookie)
	if id == "" || several { // somebody else may have put one of them there
		return nil
	}
	found, err := by.Of.Find(r.server.alive, id)
	if err != nil {
		return &problem{status: statusOf(fault.KindOf(err)), detail: "sessions cannot be read; try again in a moment", cause: err}
	}
	who.sessionID = id
	if found == nil {
		return nil
	}
	who.session = found
	r.holdSession(by.Of, found)
	if name := found.Name(); name != "" {
		who.principal = by.Principal(name, found.Roles(), found.Claims())
	}
	return nil
}

// cookieOf returns the value of a cookie, which lies in the request's memory, and whether the client has sent several of that name.
func cookieOf(ctx *fasthttp.RequestCtx, name string) (value string, several bool) {
	for n, v := range cookiesOf(&ctx.Request.Header) {
		if n != name {
			continue
		}
		if value != "" {
			return "", true
		}
		value = v
	}
	return value, false
}

// askSession returns the session of the request, or a new one; nil if there are no sessions here.
func (who *sender) askSession(r *request, w *watching) *sessions.Session {
	if w.follower != nil {
		w.follower.session = true
	}
	if by := r.table.policies.Security.sessions(); who.session == nil && by != nil && r.inner == nil {
		who.session = by.Of.Begin()
	}
	return who.session
}

// keepSession keeps what was changed of the session, before the answer is sent; nothing if the request has failed.
func (x *exchange) keepSession() {
	by := x.req.table.policies.Security.sessions()
	if by == nil || x.req.inner != nil || x.who.session == nil || x.req.ctx.Response.StatusCode() >= fasthttp.StatusInternalServerError {
		return
	}
	if err := by.Of.Keep(x.req.server.alive, x.who.session); err != nil {
		x.req.server.log.Error("a session could not be kept", slog.Any("error", err),
			slog.String(requestKey, x.req.ownTrace().Request()), slog.String(traceKey, x.req.traceID()))
		if x.stream == nil {
			x.respond(&problem{status: statusOf(fault.KindOf(err)), detail: "the session could not be kept; try again in a moment", cause: err})
		}
		return
	}
	x.who.writeSession(&x.req, by)
}

// writeSession gives the client the id that its session has now, and makes nobody keep what the session is part of.
func (who *sender) writeSession(r *request, by *Sessions) {
	header := &r.ctx.Response.Header
	switch id := who.session.ID(); {
	case who.session.IsEnded() && who.sessionID != "":
		r.setSessionCookies(by, "", time.Unix(1, 0))
	case id != "" && id != who.sessionID && !who.session.IsEnded():
		r.setSessionCookies(by, id, r.server.now().Add(by.TTL))
	}
	header.Add(fasthttp.HeaderVary, fasthttp.HeaderCookie)
	if len(header.Peek(fasthttp.HeaderCacheControl)) == 0 {
		header.Set(fasthttp.HeaderCacheControl, "no-store")
	}
}

// setSessionCookies gives the client an id, which no script can read, and the token that shows that a request is not forged.
func (r *request) setSessionCookies(by *Sessions, id string, ends time.Time) {
	one := engine.Cookie{
		Name: by.Cookie, Value: id, Path: "/", Expires: ends.Unix(), HTTPOnly: true, SameSite: by.SameSite,
		Secure: by.Secure == SecureAlways || by.Secure == SecureIfEncrypted && r.scheme() == "https",
	}
	header := &r.ctx.Response.Header
	header.Add(fasthttp.HeaderSetCookie, cookieLine(one, r.server.now()))
	if r.table.policies.Security.AnySite {
		return
	}
	one.Name, one.HTTPOnly = tokenCookie, false
	if id != "" {
		one.Value = by.Of.Token(id)
	}
	header.Add(fasthttp.HeaderSetCookie, cookieLine(one, r.server.now()))
}
