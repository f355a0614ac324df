package host

import (
	"context"
	"net/netip"

	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
)

// Security finds out who sends a request, and says what is demanded at its path. Both happen before an interceptor is called, before the
// body is read and before a VM is taken.
type Security struct {
	Rules *security.Rules // of canonical paths below the context path; nil if there are none

	// Bearer finds out whose a token is. The error is a *[security.BadCredentials] if it is not good. Bearer is nil where tokens are not
	// looked at.
	Bearer func(ctx context.Context, token string) (*security.Principal, error)

	// APIKey finds the principal of a key that comes in the header from an address; it returns nil if there is none, and a [*logins.Locked] if
	// too many from there were unknown. APIKey is nil where keys are not looked at.
	APIKey    func(ctx context.Context, key string, from netip.Addr) (*security.Principal, error)
	KeyHeader string

	// Basic finds out who has a name and a password; it returns nil if there is no such user, and a [*logins.Locked] if too many were wrong.
	// Basic is nil where they are not looked at.
	Basic func(ctx context.Context, name, password string) (*security.Principal, error)
	Realm string // in WWW-Authenticate

	Sessions *Sessions // nil where there are none

	// Happened is called for requests that are denied, and for credentials that are refused. It may be nil.
	Happened func(events.Event)
	AnySite  bool // pages of other sites may send what browsers send credentials with: there is another protection against forged requests
}

// sessions returns the sessions of the clients; nil if there are none. There may be no Security.
func (s *Security) sessions() *Sessions {
	if s == nil {
		return nil
	}
	return s.Sessions
}

// keyHeader returns the name of the header with the API key; empty if there is none.
func (s *Security) keyHeader() string {
	if s == nil {
		return ""
	}
	return s.KeyHeader
}

// authorize finds out who sends the request, and refuses it if that one may not.
func (who *sender) authorize(r *request, w *watching) *problem {
	rules := r.table.policies.Security
	settled := who.isSettled(r)
	if r.isOpen() || rules == nil && (r.route == nil || r.route.demand == nil) {
		return nil
	}
	if rules != nil {
		if !settled {
			if p := who.authenticate(r, w, rules); p != nil {
				return p
			}
		}
		if rules.Rules != nil && !r.outside && r.path != "" {
			if demand, found := rules.Rules.Demand(r.method, r.path); found {
				if p := who.demand(r, demand); p != nil {
					return p
				}
			}
		}
	}
	if r.route != nil && r.route.demand != nil {
		return who.demand(r, r.route.demand.Demand)
	}
	return nil
}

// isSettled reports whether it is known without credentials who sends the request, since it was made inside of the process on behalf of
// somebody.
func (who *sender) isSettled(r *request) bool {
	if r.inner != nil {
		who.principal = r.inner.principal
		return true
	}
	within, _ := r.ctx.Conn().(loopback)
	who.principal = within.as
	return within.as != nil
}

// authenticate looks at the credentials: the first that the request carries count. What is not good is refused even where nobody has to be
// known, since a client that sends something wants to be known by it.
func (who *sender) authenticate(r *request, w *watching, by *Security) *problem {
	if r.mount.knows(r.ctx) {
		who.ambient = true // it may be a password, which browsers send on their own
		if by.AnySite {
			return nil
		}
		return who.checkSite(r)
	}
	if by.Bearer != nil {
		if sent, p := who.byToken(r, by); sent {
			return p
		}
	}
	if by.APIKey != nil {
		if sent, p := who.byKey(r, w, by); sent {
			return p
		}
	}
	if by.Basic != nil {
		if sent, p := who.byPassword(r, w, by); sent {
			return p
		}
	}
	if by.Sessions == nil {
		return nil
	}
	if p := who.findSession(r, by.Sessions); p != nil || by.AnySite {
		return p
	}
	return who.checkSite(r)
}

// demand refuses the request if its sender does not meet a demand.
func (who *sender) demand(r *request, d security.Demand) *problem {
	switch d.Of(who.principal) {
	case security.Unknown:
		return r.table.policies.Security.unknown(nil)
	case security.Refused:
		who.happened(r, events.Denied)
		return forbidden(d)
	}
	return nil
}
