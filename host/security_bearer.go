package host

import (
	"errors"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/view"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
)

// byToken finds out whose token the request carries, and reports whether it carries one (RFC 6750, 2.1).
func (who *sender) byToken(r *request, by *Security) (sent bool, p *problem) {
	lines := r.ctx.Request.Header.PeekAll(fasthttp.HeaderAuthorization)
	if len(lines) == 0 {
		return false, nil
	}
	if len(lines) > 1 {
		return true, who.refusedToken(r, "invalid_request", "There are several Authorization headers", nil)
	}
	scheme, token, _ := strings.Cut(view.Text(lines[0]), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return false, nil // it may mean something to the application
	}
	if token = strings.TrimLeft(token, " "); token == "" {
		return true, who.refusedToken(r, "invalid_token", "The token is empty", nil)
	}
	found, err := by.Bearer(r.alive(), token)
	if err == nil {
		who.principal = found
		return true, nil
	}
	if refused, ok := errors.AsType[*security.BadCredentials](err); ok {
		return true, who.refusedToken(r, "invalid_token", refused.Public, err)
	}
	return true, &problem{status: statusOf(fault.KindOf(err)), detail: "the token cannot be checked now; try again in a moment", cause: err}
}

// refusedToken returns the problem of a token that is not good, with a code and a description (RFC 6750, 3.1).
func (who *sender) refusedToken(r *request, code, description string, cause error) *problem {
	who.happened(r, events.Refused)
	return r.table.policies.Security.unknownBecause(description, bearerChallenge+` error="`+code+`", error_description="`+description+`"`, cause)
}
