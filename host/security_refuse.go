package host

import (
	"log/slog"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
)

// refusedCredentials returns the problem of credentials that are not good.
func (who *sender) refusedCredentials(r *request, detail string) *problem {
	who.happened(r, events.Refused)
	return r.table.policies.Security.unknownBecause(detail, bearerChallenge, nil)
}

// bearerChallenge is how clients are asked for a token.
const bearerChallenge = "Bearer"

// unknown returns the problem of a request whose sender is not known.
func (s *Security) unknown(cause error) *problem {
	return s.unknownBecause("the caller is not known; log in, or send a token", bearerChallenge, cause)
}

// unknownBecause returns the problem of a request whose sender is not known, with a challenge for each way to identify oneself. The given one is
// that of tokens. There may be no Security.
func (s *Security) unknownBecause(detail, challenge string, cause error) *problem {
	p := &problem{status: fasthttp.StatusUnauthorized, detail: detail, cause: cause}
	add := func(challenge string) {
		p.headers = append(p.headers, engine.Header{Name: fasthttp.HeaderWWWAuthenticate, Value: challenge})
	}
	if s == nil || s.Bearer != nil || s.APIKey == nil && s.Basic == nil {
		add(challenge)
	}
	if s != nil && s.APIKey != nil {
		add("ApiKey")
	}
	if s != nil && s.Basic != nil {
		add(challengeOf(s.Realm))
	}
	return p
}

// unsettled returns the problem of credentials that could not be checked. Whatever the reason, it lets nobody in, and is not the client's fault.
func unsettled(what string, err error) *problem {
	kind := fault.KindOf(err)
	status := max(statusOf(kind), fasthttp.StatusInternalServerError)
	p := &problem{status: status, detail: what + " cannot be checked now; try again in a moment", cause: err}
	level := levelOf(kind)
	if p.status == fasthttp.StatusInternalServerError {
		level = slog.LevelError
	}
	p.untold = &untold{failureOf(what + " cannot be checked"), level, err}
	return p
}

// forbidden returns the problem of a caller who is known, but does not meet a demand.
func forbidden(d security.Demand) *problem {
	p := &problem{status: fasthttp.StatusForbidden, detail: "you are not allowed to do this"}
	if scopes := d.Scopes(); len(scopes) > 0 {
		p.headers = []engine.Header{{
			Name: fasthttp.HeaderWWWAuthenticate, Value: `Bearer error="insufficient_scope", scope="` + strings.Join(scopes, " ") + `"`,
		}}
	}
	return p
}
