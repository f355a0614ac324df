package host

import (
	"context"
	"errors"
	"log/slog"
	"mime"
	"net/url"
	"slices"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
	"github.com/fwrun/fwrun/security/sessions"
)

// end ends the session of the browser, and sends it to where the provider ends its own.
func (l *Logins) end(x *exchange) *problem {
	by := x.req.table.policies.Security.sessions()
	if p := x.who.findSession(&x.req, by); p != nil {
		return p
	}
	if !x.req.table.policies.Security.AnySite {
		if p := x.who.checkSite(&x.req); p != nil {
			return p
		}
	}
	to := l.prefix(x) + "/"
	if x.who.session != nil {
		voucher := x.who.session.Voucher()
		if name := x.who.session.Name(); name != "" {
			x.req.happenedTo(name, events.Logout)
		}
		x.who.session.End()
		if address := l.endAtProvider(x, voucher); address != "" {
			to = address
		}
	}
	sendRedirect(x.req.ctx, fasthttp.StatusSeeOther, to)
	return nil
}

// endAtProvider returns the address at which the provider ends its session; empty if there is none, or if nobody can tell.
func (l *Logins) endAtProvider(x *exchange, voucher *sessions.Voucher) string {
	with := l.named(voucher)
	if with == nil {
		return ""
	}
	back := l.base(x)
	if with.Redirect != "" {
		back = strings.TrimSuffix(with.Redirect, loginPath+with.Name+callbackPath)
		if back == with.Redirect {
			u, _ := url.Parse(with.Redirect) // the settings are sound
			back = u.Scheme + "://" + u.Host
		}
	}
	ctx, cancel := context.WithTimeout(x.req.server.alive, logoutPatience)
	defer cancel()
	address, err := with.Provider.EndSession(ctx, voucher.Token, back+"/")
	if err != nil {
		x.req.server.log.Warn("a provider was not told of a log-out", slog.String("provider", with.Name), slog.Any("error", err))
	}
	return address
}

// named returns the provider that has vouched for somebody; nil if there is none, or none any more.
func (l *Logins) named(voucher *sessions.Voucher) *Login {
	if voucher == nil {
		return nil
	}
	for i := range l.list {
		if l.list[i].Name == voucher.Provider {
			return &l.list[i]
		}
	}
	return nil
}

// longestLogout is how much is read of a request in which a provider says that somebody has logged out.
const longestLogout = 64 << 10

// endOutside ends the sessions of somebody who has logged out elsewhere, as the provider says (OpenID Connect Back-Channel Logout 1.0).
// Whatever is wrong is answered with 400, as that demands (2.8).
func (l *Logins) endOutside(x *exchange, with *Login) *problem {
	if err := endVouched(x, with); err != nil {
		x.req.server.log.Info("a log-out by a provider was refused", slog.String("provider", with.Name), slog.Any("error", err),
			slog.String(requestKey, x.req.ownTrace().Request()))
		p := &problem{status: fasthttp.StatusBadRequest, detail: "the sessions could not be ended", cause: err}
		if refused, ok := errors.AsType[*security.BadCredentials](err); ok {
			p.detail = refused.Public
			x.who.happened(&x.req, events.Refused)
		}
		return p
	}
	x.req.ctx.SetStatusCode(fasthttp.StatusOK)
	return nil
}

func endVouched(x *exchange, with *Login) error {
	text, err := logoutToken(x)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(x.req.server.alive, stepPatience)
	defer cancel()
	token, err := with.Provider.Logout(ctx, text)
	if err != nil {
		return err
	}
	of := x.req.table.policies.Security.sessions().Of
	first, err := of.UseOnce(ctx, with.Name, token.ID, token.Until)
	if err != nil {
		return err
	}
	if !first {
		return &security.BadCredentials{Public: "the token was used already"}
	}
	ended, err := of.EndVouched(ctx, with.Name, token.Subject, token.Session)
	slices.Sort(ended)
	for _, name := range slices.Compact(ended) {
		x.req.happenedTo(name, events.Revoked)
	}
	return err
}

// logoutToken reads the body, which is a form.
func logoutToken(x *exchange) (string, error) {
	kind, _, err := mime.ParseMediaType(string(x.req.ctx.Request.Header.ContentType()))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return "", &security.BadCredentials{Public: "the body is not a form"}
	}
	body, err := (*Call)(x).Body(longestLogout)
	if err != nil {
		return "", err
	}
	form, err := url.ParseQuery(string(body))
	if err != nil || len(form["logout_token"]) != 1 {
		return "", &security.BadCredentials{Public: "the body has no logout_token"}
	}
	return form["logout_token"][0], nil
}
