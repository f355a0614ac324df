package host

import (
	"log/slog"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/fault"
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

// unknown returns the problem of a request that does not say who sends it.
func (s *Security) unknown(cause error) *problem {
	return s.unknownBecause("who sends this is not known; log in, or send a token", bearerChallenge, cause)
}

// unknownBecause returns the problem of a request of which nobody knows who sends it, with all the ways to say so: a line for each. That of
// tokens is the challenge. There may be no Security.
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

// unsettled returns the problem of credentials that nobody could look at. Whatever the reason, it lets nobody in, and is none of the client's.
func unsettled(what string, err error) *problem {
	kind := fault.KindOf(err)
	status := max(statusOf(kind), fasthttp.StatusInternalServerError)
	p := &problem{status: status, detail: "nobody can tell " + what + "; try again in a moment", cause: err}
	level := levelOf(kind)
	if p.status == fasthttp.StatusInternalServerError {
		level = slog.LevelError
	}
	p.untold = &untold{failureOf("nobody can tell " + what), level, err}
	return p
}

// forbidden returns the problem of somebody who is known and does not meet a demand.
func forbidden(d security.Demand) *problem {
	p := &problem{status: fasthttp.StatusForbidden, detail: "this is not allowed to you"}
	if scopes := d.Scopes(); len(scopes) > 0 {
		p.headers = []engine.Header{{
			Name: fasthttp.HeaderWWWAuthenticate, Value: `Bearer error="insufficient_scope", scope="` + strings.Join(scopes, " ") + `"`,
		}}
	}
	return p
}
