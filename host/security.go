package host

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
)

// Security finds out who sends a request, and says what is demanded at its path. Both happen before an interceptor is called, before the
// body is read and before a VM is taken.
type Security struct {
	Rules *security.Rules // of canonical paths below the context path; nil if there are none

	// Bearer finds out whose a token is. The error is a [RefusedCredentials] if it is not good. Bearer is nil where tokens are not
	// looked at.
	Bearer func(ctx context.Context, token string) (*security.Principal, error)

	// APIKey finds out whose a key is, which comes in the header; it returns nil if it is nobody's. APIKey is nil where keys are not
	// looked at.
	APIKey    func(ctx context.Context, key string) (*security.Principal, error)
	KeyHeader string

	// Basic finds out who has a name and a password; it returns nil if nobody has. Basic is nil where they are not looked at.
	Basic func(ctx context.Context, name, password string) (*security.Principal, error)
	Realm string // that clients are told of

	Sessions *Sessions // nil where there are none

	// Happened is told of requests that are denied, and of credentials that are refused. It may be nil.
	Happened func(events.Event)
	AnySite  bool // pages of other sites may send what browsers send credentials with: there is another protection against forged requests
}

// RefusedCredentials is an error about credentials that are not good.
type RefusedCredentials interface {
	error
	Told() string // what their bearer may know
}

// authorize finds out who sends the request, and refuses it if that one may not.
func (x *exchange) authorize() *problem {
	rules := x.table.policies.Security
	settled := x.isSettled()
	if x.isOpen() || rules == nil && (x.route == nil || x.route.demand == nil) {
		return nil
	}
	if rules != nil {
		if !settled {
			if p := x.authenticate(rules); p != nil {
				if p.status == fasthttp.StatusUnauthorized {
					x.happened(events.Refused)
				}
				return p
			}
		}
		if rules.Rules != nil && !x.outside && x.path != "" {
			if demand, found := rules.Rules.Demand(x.method, x.path); found {
				if p := x.demand(demand); p != nil {
					return p
				}
			}
		}
	}
	if x.route != nil && x.route.demand != nil {
		return x.demand(x.route.demand.Demand)
	}
	return nil
}

// isSettled reports whether it is known without credentials who sends the request, since it was made inside of the process on behalf of
// somebody.
func (x *exchange) isSettled() bool {
	if x.inner != nil {
		x.principal = x.inner.principal
		return true
	}
	within, _ := x.ctx.Conn().(loopback)
	x.principal = within.as
	return within.as != nil
}

// authenticate looks at the credentials. What is not good is refused even where nobody has to be known, since a client that sends
// something wants to be known by it.
func (x *exchange) authenticate(by *Security) *problem {
	token, p := "", (*problem)(nil)
	if by.Bearer != nil {
		token, p = x.bearerToken()
	}
	key := ""
	if p == nil && token == "" && by.APIKey != nil {
		key, p = x.apiKey(by)
	}
	var password *basicCredentials
	if p == nil && token == "" && key == "" && by.Basic != nil {
		password, p = x.basicOf()
	}
	switch {
	case p != nil:
		return p
	case token != "":
		return x.authenticateBearer(by, token)
	case key != "":
		return x.authenticateKey(by, key)
	case password != nil:
		return x.authenticateBasic(by, password)
	case by.Sessions == nil:
		return nil
	}
	if p := x.findSession(by.Sessions); p != nil || by.AnySite {
		return p
	}
	return x.checkSite()
}

// authenticateBearer finds out whose a token is.
func (x *exchange) authenticateBearer(by *Security, token string) *problem {
	found, err := by.Bearer(x.server.alive, token)
	if err == nil {
		x.principal = found
		return nil
	}
	if refused, ok := errors.AsType[RefusedCredentials](err); ok {
		return x.unknown("invalid_token", refused.Told(), err)
	}
	return &problem{status: statusOf(fault.KindOf(err)), detail: "nobody can tell whose the token is; try again in a moment", cause: err}
}

// bearerToken returns the token that the request carries, if it does (RFC 6750, 2.1).
func (x *exchange) bearerToken() (token string, p *problem) {
	lines := x.ctx.Request.Header.PeekAll(fasthttp.HeaderAuthorization)
	if len(lines) == 0 {
		return "", nil
	}
	if len(lines) > 1 {
		return "", x.unknown("invalid_request", "There are several Authorization headers", nil)
	}
	scheme, token, _ := strings.Cut(viewText(lines[0]), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return "", nil // it may mean something to the application
	}
	if token = strings.TrimLeft(token, " "); token == "" {
		return "", x.unknown("invalid_token", "The token is empty", nil)
	}
	return token, nil
}

// demand refuses the request if its sender does not meet a demand.
func (x *exchange) demand(d security.Demand) *problem {
	switch d.Of(x.principal) {
	case security.Unknown:
		return x.unknown("", "", nil)
	case security.Refused:
		x.happened(events.Denied)
		return x.forbidden(d)
	}
	return nil
}

// unknown returns the problem of a request of which nobody knows who sends it; with the code and the description of RFC 6750, 3.1 if it
// is because of its token.
func (x *exchange) unknown(code, description string, cause error) *problem {
	if code == "" {
		return x.unknownBecause("who sends this is not known; log in, or send a token", "Bearer", cause)
	}
	return x.unknownBecause(description, `Bearer error="`+code+`", error_description="`+description+`"`, cause)
}

// unknownBecause returns the problem of a request of which nobody knows who sends it, with all the ways to say so: a line for each. That of
// tokens is the challenge.
func (x *exchange) unknownBecause(detail, challenge string, cause error) *problem {
	p := &problem{status: fasthttp.StatusUnauthorized, detail: detail, cause: cause}
	add := func(challenge string) {
		p.headers = append(p.headers, engine.Header{Name: fasthttp.HeaderWWWAuthenticate, Value: challenge})
	}
	by := x.table.policies.Security
	if by == nil || by.Bearer != nil || by.APIKey == nil && by.Basic == nil {
		add(challenge)
	}
	if by != nil && by.APIKey != nil {
		add("ApiKey")
	}
	if by != nil && by.Basic != nil {
		add(challengeOf(by.Realm))
	}
	return p
}

// unsettled returns the problem of credentials that nobody could look at. Whatever the reason, it lets nobody in, and is none of the client's.
func (x *exchange) unsettled(what string, err error) *problem {
	kind := fault.KindOf(err)
	p := &problem{status: max(statusOf(kind), fasthttp.StatusInternalServerError), detail: "nobody can tell " + what + "; try again in a moment", cause: err}
	level := levelOf(kind)
	if p.status == fasthttp.StatusInternalServerError {
		level = slog.LevelError
	}
	if x.failure == nil {
		x.failure = err
	}
	x.logFailureAs(failureOf("nobody can tell "+what), level, err)
	return p
}

func (x *exchange) forbidden(d security.Demand) *problem {
	p := &problem{status: fasthttp.StatusForbidden, detail: "this is not allowed to you"}
	if scopes := d.Scopes(); len(scopes) > 0 {
		p.headers = []engine.Header{{
			Name: fasthttp.HeaderWWWAuthenticate, Value: `Bearer error="insufficient_scope", scope="` + strings.Join(scopes, " ") + `"`,
		}}
	}
	return p
}
