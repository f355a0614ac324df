package host

import (
	"context"
	"net/netip"

	"github.com/fwrun/fwrun/platform/hops"
	"github.com/fwrun/fwrun/platform/trace"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/sessions"
)

// sender is who sends a request, as far as that is known, with the session of the client. Of the rest it needs the request and, for what is
// asked on its behalf, who watches it.
type sender struct {
	principal *security.Principal // nil if nobody knows
	keyed     bool                // that is known by an API key
	ambient   bool                // the request carries a password, which browsers send on their own
	session   *sessions.Session   // the client's; nil if it has none, and no script has asked for one
	sessionID string              // that the client has sent, whether or not there is such a session
	client    netip.Addr          // that the request counts for; invalid if it counts for none
}

// onBehalf returns a context for what is done on behalf of the sender of a request.
func (who *sender) onBehalf(parent context.Context, r *request, w *watching) context.Context {
	ctx := hops.With(trace.With(parent, r.ownTrace()), r.hops)
	if w.follower != nil {
		ctx = w.follower.by.Context(ctx)
	}
	if who.principal != nil {
		ctx = security.With(ctx, who.principal)
	}
	if wanted := r.table.policies.Callers; wanted != nil && wanted.Load() {
		ctx = security.WithCaller(ctx, r.caller())
	}
	return ctx
}
