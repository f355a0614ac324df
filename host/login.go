package host

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/limit"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
	"github.com/fwrun/fwrun/security/oidc"
	"github.com/fwrun/fwrun/security/sessions"
)

// Login lets somebody log in with a provider of OpenID Connect.
type Login struct {
	Name     string // in the paths
	Provider *oidc.Provider
	Home     string // where somebody goes who does not say where to: a path below the context path
	Redirect string // the address of the callback; if it is empty, it is made of the request's

	// Find returns the application's user for an identity; the error is [ErrNoUser] if it has none.
	Find func(ctx context.Context, who *oidc.Identity) (LoggedIn, error)
}

// LoggedIn is the application's user for an identity.
type LoggedIn struct {
	Name   string
	Roles  []string
	Claims string // a JSON object, or nothing
}

// ErrNoUser is the error for a user whom the provider knows and the application does not.
var ErrNoUser = errors.New("the application knows no such user")

// Logins are the routes of log-ins. They are part of finding out who is asking: no interceptor is called before them, and no rule is asked.
type Logins struct {
	contextPath string
	list        []Login
}

// NewLogins returns the routes for some providers.
func NewLogins(contextPath string, list []Login) *Logins {
	return &Logins{strings.TrimSuffix(contextPath, "/"), list}
}

// LoginRoute is one of the routes.
type LoginRoute struct{ Method, Path string } // below the context path

// The paths of log-ins, after the name of a provider, and that of log-outs.
const (
	loginPath    = "/login/"
	callbackPath = "/callback"
	outsidePath  = "/back-channel-logout"
	logoutPath   = "/logout"
)

// LoginRoutes returns the routes for providers with some names.
func LoginRoutes(names []string) (list []LoginRoute) {
	for _, name := range names {
		at := loginPath + name
		list = append(list,
			LoginRoute{fasthttp.MethodGet, at}, LoginRoute{fasthttp.MethodGet, at + callbackPath}, LoginRoute{fasthttp.MethodPost, at + outsidePath})
	}
	return append(list, LoginRoute{fasthttp.MethodPost, logoutPath})
}

// Mounts returns what answers at the routes.
func (l *Logins) Mounts() (list []Mount) {
	mount := func(method, path string, answer func(*exchange) *problem) {
		one := Mount{Path: l.contextPath + path, Outside: true, Private: true, About: "log-in", Methods: []string{method}}
		one.Answer = func(call *Call) {
			x := call.exchange()
			if p := x.ofMethod(method, answer); p != nil {
				x.failure.denied = p.status < fasthttp.StatusInternalServerError
				x.respond(p)
			}
			x.req.ctx.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
		}
		list = append(list, one)
	}
	for i := range l.list {
		one := &l.list[i]
		at := loginPath + one.Name
		mount(fasthttp.MethodGet, at, func(x *exchange) *problem { return l.begin(x, one) })
		mount(fasthttp.MethodGet, at+callbackPath, func(x *exchange) *problem { return l.finish(x, one) })
		mount(fasthttp.MethodPost, at+outsidePath, func(x *exchange) *problem { return l.endOutside(x, one) })
	}
	mount(fasthttp.MethodPost, logoutPath, l.end)
	return list
}

// ofMethod answers requests of one method; the problem says what is wrong with others, and what the answer has said.
func (x *exchange) ofMethod(method string, answer func(*exchange) *problem) *problem {
	switch x.req.method {
	case method:
		return answer(x)
	case fasthttp.MethodOptions:
		sendAllow(x.req.ctx, method)
		return nil
	}
	return &problem{status: fasthttp.StatusMethodNotAllowed, allow: method, detail: x.req.method + " is not allowed here; allowed: " + method}
}

// How long a provider may take for a step of a log-in, and for a log-out, in which the user waits for what is done already.
const (
	stepPatience   = 20 * time.Second
	logoutPatience = 5 * time.Second
)

// begin sends the browser to the provider.
func (l *Logins) begin(x *exchange, with *Login) *problem {
	if p := x.who.findSession(&x.req, x.req.table.policies.Security.sessions()); p != nil {
		return p
	}
	redirect := with.Redirect
	if redirect == "" {
		base := l.base(x)
		if base == "" {
			return noHost()
		}
		redirect = base + loginPath + with.Name + callbackPath
	}
	ctx, cancel := context.WithTimeout(x.req.server.alive, stepPatience)
	defer cancel()
	attempt, address, err := with.Provider.Begin(ctx, redirect)
	if err != nil {
		return x.loginFailed(with, err)
	}
	remember(x.who.askSession(&x.req, &x.watch), pending{attempt, with.Name, l.target(x, with.Home), x.req.server.now().UnixNano()})
	sendRedirect(x.req.ctx, fasthttp.StatusFound, address)
	return nil
}

// target returns where the browser goes after a log-in: to where the request asks for, if that is within the application and does not
// begin the next log-in; otherwise home.
func (l *Logins) target(x *exchange, home string) string {
	asked := string(x.req.ctx.QueryArgs().Peek("to"))
	path, ok := ownPath(asked)
	if !ok {
		return home
	}
	path = strings.TrimSuffix(path, "/")
	for _, one := range l.list {
		if path == loginPath+one.Name || path == loginPath+one.Name+callbackPath {
			return home
		}
	}
	return asked
}

func noHost() *problem {
	return &problem{status: fasthttp.StatusBadRequest, detail: "the request does not say which host it is for"}
}

// base returns the address of the application, without a slash at its end; empty if the host is not known.
func (l *Logins) base(x *exchange) string {
	host := x.req.host()
	if host == "" {
		return ""
	}
	return x.req.scheme() + "://" + host + l.prefix(x)
}

// prefix returns what comes before the paths of the application in the addresses of browsers.
func (l *Logins) prefix(x *exchange) string {
	origin, _ := x.req.forwarded()
	return origin.Prefix + l.contextPath
}

func sendRedirect(ctx *fasthttp.RequestCtx, status int, address string) {
	ctx.SetStatusCode(status)
	ctx.Response.Header.Set(fasthttp.HeaderLocation, address)
	ctx.Response.Header.Set("Referrer-Policy", "no-referrer") // other sites must not see the query of this address
}

// finish answers the browser that comes back from the provider.
func (l *Logins) finish(x *exchange, with *Login) *problem {
	x.req.ctx.Response.Header.Set("Referrer-Policy", "no-referrer")
	by := x.req.table.policies.Security.sessions()
	if p := x.who.findSession(&x.req, by); p != nil {
		return p
	}
	said, single := readBack(x.req.ctx)
	if !single {
		return &problem{status: fasthttp.StatusBadRequest, detail: "the answer has a parameter twice"}
	}
	one, err := take(x.req.server.alive, by.Of, x.who.session, said.state, with.Name, x.req.server.now())
	switch {
	case err != nil:
		return x.loginFailed(with, err)
	case one == nil:
		const why = "this log-in was not begun in this browser, has taken too long or is over; begin again at "
		return &problem{status: fasthttp.StatusBadRequest, detail: why + l.contextPath + loginPath + with.Name}
	}
	ctx, cancel := limit.Within(x.req.alive(), stepPatience, nil)
	defer cancel()
	if err := with.Provider.CheckIssuer(ctx, said.issuer); err != nil {
		return x.loginFailed(with, err)
	}
	if said.failed || said.code == "" {
		why := cmp.Or(oidc.ErrorCode(said.failure), "it does not say why")
		return x.loginFailed(with, &security.BadCredentials{Public: "the provider did not log you in: " + why})
	}
	who, err := with.Provider.Finish(ctx, one.Attempt, said.code)
	if err != nil {
		return x.loginFailed(with, err)
	}
	user, err := with.Find(ctx, who)
	if err != nil {
		return x.loginFailed(with, err)
	}
	if name := x.who.session.Name(); name != "" && name != user.Name {
		x.who.session.End() // what it has is of somebody else
	}
	x.who.session.LoginBy(user.Name, user.Roles, voucherOf(with.Name, who, user))
	x.req.happenedTo(user.Name, events.Login)
	sendRedirect(x.req.ctx, fasthttp.StatusFound, l.prefix(x)+one.To)
	return nil
}

// longestHint is how long an id token is that is kept for the log-out.
const longestHint = 8 << 10

func voucherOf(provider string, who *oidc.Identity, user LoggedIn) *sessions.Voucher {
	out := &sessions.Voucher{Provider: provider, Subject: who.Subject, Session: who.Session, Claims: user.Claims}
	if len(who.Token) <= longestHint {
		out.Token = who.Token
	}
	return out
}

// loginFailed returns the answer to a log-in that did not succeed, and says why in the log. Codes and tokens are not part of it.
func (x *exchange) loginFailed(with *Login, err error) *problem {
	log := func(level slog.Level, text string) {
		x.req.server.log.LogAttrs(x.req.server.alive, level, text, slog.String("provider", with.Name), slog.Any("error", err),
			slog.String(requestKey, x.req.ownTrace().Request()), slog.String(traceKey, x.req.traceID()))
	}
	x.who.happened(&x.req, events.Failure)
	if errors.Is(err, ErrNoUser) {
		return &problem{status: fasthttp.StatusForbidden, detail: "you have logged in, but have no account in this application"}
	}
	if refused, ok := errors.AsType[*security.BadCredentials](err); ok {
		log(slog.LevelInfo, "a log-in was refused")
		p := x.req.table.policies.Security.unknown(err)
		p.detail = refused.Public
		return p
	}
	p := &problem{status: statusOf(fault.KindOf(err)), detail: "logging in with " + with.Name + " is not possible at the moment", cause: err}
	log(slog.LevelWarn, "a log-in has failed")
	return p
}
