package host

import (
	"encoding/base64"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/view"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
	"github.com/fwrun/fwrun/security/logins"
)

// basicCredentials are what a user sends with a request (RFC 7617).
type basicCredentials struct{ name, password string }

// byPassword finds out whether the request carries the password of a user, and reports whether it carries one. Browsers send it on their own,
// so what pages of other sites make them send is refused before; and they send cookies, too, so that the client may have a session.
func (who *sender) byPassword(r *request, w *watching, by *Security) (sent bool, p *problem) {
	lines := r.ctx.Request.Header.PeekAll(fasthttp.HeaderAuthorization)
	if len(lines) == 0 {
		return false, nil
	}
	if len(lines) > 1 {
		return true, who.refusedCredentials(r, "there are several Authorization headers")
	}
	scheme, encoded, _ := strings.Cut(view.Text(lines[0]), " ")
	if !strings.EqualFold(scheme, "Basic") {
		return false, nil // it may mean something to the application
	}
	found, ok := parseBasic(strings.Trim(encoded, " "))
	if !ok {
		return true, who.refusedCredentials(r, "the Authorization header does not hold a name and a password")
	}
	who.ambient = true
	if !by.AnySite {
		if p := who.checkSite(r); p != nil {
			return true, p
		}
	}
	if p := who.checkPassword(r, w, by, found); p != nil || by.Sessions == nil {
		return true, p
	}
	known := who.principal
	p = who.findSession(r, by.Sessions)
	who.principal = known // and not the one of the session
	return true, p
}

// checkPassword finds out whether a password is that of the user.
func (who *sender) checkPassword(r *request, w *watching, by *Security, sent *basicCredentials) *problem {
	found, err := by.Basic(security.WithCaller(who.onBehalf(r.alive(), r, w), r.caller()), sent.name, sent.password)
	if locked, is := errors.AsType[*logins.Locked](err); is {
		r.happenedTo(sent.name, events.Locked)
		return lockedOut(locked, logins.Refusal)
	}
	switch {
	case err != nil:
		return unsettled("the password", err)
	case found == nil:
		r.happenedTo(sent.name, events.Failure)
		return r.table.policies.Security.unknownBecause("the name or the password is wrong", bearerChallenge, nil)
	}
	who.principal = found
	return nil
}

// lockedOut returns the problem of somebody who is locked out, which says why.
func lockedOut(by *logins.Locked, detail string) *problem {
	return &problem{
		status: fasthttp.StatusTooManyRequests, detail: detail,
		headers: []engine.Header{{Name: fasthttp.HeaderRetryAfter, Value: by.RetryAfter()}},
	}
}

// parseBasic reads a name and a password: UTF-8 without control characters, which do not lie in the request's memory.
func parseBasic(sent string) (*basicCredentials, bool) {
	text, err := base64.StdEncoding.Strict().DecodeString(sent)
	isControl := func(r rune) bool { return r < ' ' || r == 0x7f }
	if err != nil || strings.ContainsAny(sent, "\r\n") || !utf8.Valid(text) || strings.ContainsFunc(view.Text(text), isControl) {
		return nil, false
	}
	name, password, found := strings.Cut(view.Text(text), ":")
	return &basicCredentials{name, password}, found && name != ""
}

// challengeOf returns how clients are asked for a name and a password.
func challengeOf(realm string) string {
	return `Basic realm="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(realm) + `", charset="UTF-8"`
}
