package security

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/logins"
	"github.com/fwrun/fwrun/security/oidc"
	"github.com/fwrun/fwrun/security/passwords"
	"github.com/fwrun/fwrun/security/sessions"
	"github.com/fwrun/fwrun/security/tokens"
)

// Limits count what fails.
type Limits struct {
	Logins  *logins.Limits
	APIKeys *logins.Limits // of addresses that send unknown keys
}

// NewLimits returns the limits that settings ask for, of what was counted under the limits before, which may be nil.
func NewLimits(s Settings, before *Limits) *Limits {
	if before == nil {
		at := clock.Or(s.Clock).At
		return &Limits{Logins: logins.New(s.Logins, at), APIKeys: logins.New(s.APIKeys.Limit, at)}
	}
	return &Limits{Logins: before.Logins.With(s.Logins), APIKeys: before.APIKeys.With(s.APIKeys.Limit)}
}

// Security finds out who is asking.
type Security struct {
	settings Settings
	known    *known
	log      *slog.Logger
	verifier *tokens.Verifier   // nil if no tokens are good
	signer   *tokens.Signer     // nil if nobody signs tokens here
	sessions *sessions.Sessions // nil if there are none

	passwords *passwords.Encoder
	providers []*oidc.Provider // as they are in the settings
}

// New makes it from settings that are sound. Requests to issuers and providers go over the transport; sessions are kept in the store, and signed with
// the secret.
func New(s Settings, transport http.RoundTripper, store sessions.Store, secret []byte, log *slog.Logger) (*Security, error) {
	out := &Security{settings: s, known: newKnown(s.now), log: log, passwords: passwords.New(passwords.Options{})}
	if s.Session.Enabled && store != nil {
		out.sessions = sessions.New(store, sessions.Options{TTL: s.Session.TTL, Idle: s.Session.Idle, Secret: secret, Now: s.now})
	}
	out.providers = s.newLogins(transport, log)
	if len(s.issuers) == 0 {
		return out, nil
	}
	issuers := s.complete(transport, func(err error) { log.Warn("the keys of an issuer could not be fetched", slog.Any("error", err)) })
	var err error
	if out.verifier, err = tokens.NewVerifier(issuers, s.now); err != nil {
		return nil, err
	}
	out.signer, err = tokens.NewSigner(issuers, s.now)
	return out, err
}

// complete returns the issuers with the keys that they publish.
func (s *Settings) complete(transport http.RoundTripper, failed func(error)) []tokens.Issuer {
	const patience = 10 * time.Second
	var list []tokens.Issuer
	for _, one := range s.issuers {
		if one.keys != "" {
			one.Keys = tokens.NewKeySet(one.keys, &http.Client{Transport: transport, Timeout: patience}, s.now, failed)
		}
		list = append(list, one.Issuer)
	}
	return list
}

// Host returns what the server asks, which asks the application's beans, within the limits; nil if there is nothing to ask.
func (s *Security) Host(beans Beans, limits Limits) *host.Security {
	if s.settings.rules == nil && !s.settings.KnowsSomebody() {
		return nil
	}
	out := &host.Security{Rules: s.settings.rules, AnySite: s.settings.Session.anySite}
	if keys := s.settings.APIKeys; keys.Enabled {
		out.APIKey, out.KeyHeader = s.apiKeys(beans.APIKey, limits.APIKeys), keys.header
	}
	if basic := s.settings.Basic; basic.Enabled {
		out.Basic, out.Realm = s.basic(beans.User, limits.Logins), basic.realm
	}
	if s.verifier != nil {
		out.Bearer = s.bearer
	}
	if s.sessions != nil {
		cookie := s.settings.Session
		out.Sessions = &host.Sessions{
			Of: s.sessions, Cookie: cookie.cookie, SameSite: cookie.sameSite, Secure: cookie.secure, TTL: cookie.TTL,
			Principal: func(name string, roles []string, claims string) *security.Principal {
				return security.NewPrincipal(name, roles, nil, claims, s.settings.roles)
			},
		}
	}
	return out
}

// Sessions returns the sessions of clients, or nil.
func (s *Security) Sessions() *sessions.Sessions { return s.sessions }

// Passwords returns what makes and checks hashes of passwords.
func (s *Security) Passwords() *passwords.Encoder { return s.passwords }

// Signer returns what signs tokens, or nil.
func (s *Security) Signer() *tokens.Signer { return s.signer }

// Verifier returns what checks tokens, or nil.
func (s *Security) Verifier() *tokens.Verifier { return s.verifier }

// bearer finds out whose a token is.
func (s *Security) bearer(ctx context.Context, text string) (*security.Principal, error) {
	if p := s.known.find(text); p != nil {
		return p, nil
	}
	token, err := s.verifier.Verify(ctx, text)
	if err != nil {
		return nil, err
	}
	p, err := s.principal(token)
	if err == nil {
		s.known.add(text, p, token.Ends)
	}
	return p, err
}

// principal returns the bearer of a token: its subject, with its roles and scopes.
func (s *Security) principal(t *tokens.Token) (*security.Principal, error) {
	if t.Subject == "" {
		return nil, &security.BadCredentials{Public: "The token names no user", Err: errors.New("it has no sub")}
	}
	claims := gjson.Parse(t.Claims)
	var roles []string
	for _, one := range s.settings.issuers {
		if one.Name == t.Issuer || len(s.settings.issuers) == 1 {
			roles = texts(claim(claims, one.roles))
			break
		}
	}
	scopes := texts(claims.Get("scope"))
	if len(scopes) == 0 {
		scopes = texts(claims.Get("scp"))
	}
	p := security.NewPrincipal(t.Subject, roles, scopes, t.Claims, s.settings.roles)
	p.Audience = audience(claims.Get("aud"))
	return p, nil
}

// audience returns whom a token is for: a text, or a list of texts.
func audience(v gjson.Result) []string {
	list := []string{}
	for _, one := range v.Array() { // of a text it is that text
		if one.Type == gjson.String {
			list = append(list, one.Str)
		}
	}
	return list
}

// texts returns the texts of a list, or the words of one text.
func texts(v gjson.Result) (list []string) {
	if v.Type == gjson.String {
		return strings.Fields(v.Str)
	}
	if v.IsArray() {
		for _, one := range v.Array() {
			if one.Type == gjson.String {
				list = append(list, one.Str)
			}
		}
	}
	return list
}
