package security

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/host/wire"
	"github.com/fwrun/fwrun/openapi"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/logins"
	"github.com/fwrun/fwrun/security/tokens"
)

// Settings hold whose tokens are good, which roles include others, and what is demanded of paths.
type Settings struct {
	issuers []issuer
	roles   security.Roles
	rules   *security.Rules // nil if there are none

	Session SessionSettings
	APIKeys APIKeySettings
	Basic   BasicSettings

	Logins logins.Options // how many log-ins may fail

	providers []provider // with whom people log in

	Messages []byte // the secret with which messages say who has sent them; nil if there is none

	Protections host.Protections // headers of every answer

	Clock clock.Clock // by which tokens, sessions and lock-outs end; the machine's if nil
}

// now returns the time of day.
func (s *Settings) now() time.Time { return clock.Or(s.Clock).Now() }

// SessionSettings say how long sessions last, and how clients are given them.
type SessionSettings struct {
	Enabled   bool
	TTL, Idle time.Duration
	Secret    []byte // nil for one of the process's own

	Datasource string // that keeps them; "" for where cached values are kept

	cookie   string
	sameSite string
	secure   host.Secure
	anySite  bool
}

// Rules returns what is demanded of paths; nil if nothing is.
func (s *Settings) Rules() *security.Rules { return s.rules }

// Principal returns somebody with roles and scopes, and with the roles that these include.
func (s *Settings) Principal(name string, roles, scopes []string) *security.Principal {
	return security.NewPrincipal(name, roles, scopes, "", s.roles)
}

// KnowsSomebody reports whether there are credentials by which somebody can be known.
func (s *Settings) KnowsSomebody() bool {
	return len(s.issuers) > 0 || s.Session.Enabled || s.APIKeys.Enabled || s.Basic.Enabled
}

// Accepts lists the credentials by which somebody can be known: token, basic, key, session. Where there are none, the application may
// read tokens and passwords itself.
func (s *Settings) Accepts() []string {
	if !s.KnowsSomebody() {
		return []string{"token", "basic"}
	}
	list := []string{}
	for _, one := range []struct {
		name string
		is   bool
	}{{"token", len(s.issuers) > 0}, {"basic", s.Basic.Enabled}, {"key", s.APIKeys.Enabled}, {"session", s.Session.Enabled}} {
		if one.is {
			list = append(list, one.name)
		}
	}
	return list
}

// issuer is one whose tokens are good, with what they say about their bearer.
type issuer struct {
	tokens.Issuer
	roles string // the claim with the roles
	keys  string // URL of its keys, if it publishes them
}

// Read reads the section security. Names of files are relative to the folder of the application.
func Read(r *config.Reader, folder string) Settings {
	own := r.Under("security")
	s := Settings{roles: readRoles(own)}
	for _, one := range own.Items("jwt") {
		s.issuers = append(s.issuers, readIssuer(one, folder))
	}
	s.rules = readRules(own)
	s.Session = readSession(own)
	s.Logins = readLogins(own.Under("login.limit"))
	s.APIKeys = readAPIKeys(own)
	s.Basic = readBasic(own, cmp.Or(r.String("framework.application.name"), filepath.Base(folder)))
	s.providers = readProviders(own, s.Session)
	s.Protections = readHeaders(own)
	s.Messages = readSecret(own.Under("messages"))
	if len(own.Problems()) == 0 {
		if _, err := tokens.NewVerifier(s.complete(http.DefaultTransport, func(error) {}), time.Now); err != nil {
			own.Reject("jwt", err.Error(), "see docs/guide/security.md")
		}
	}
	return s
}

func readIssuer(r *config.Reader, folder string) issuer {
	out := issuer{
		Issuer: tokens.Issuer{
			Name: r.String("issuer"), Audience: r.Strings("audience"), Secret: []byte(r.String("secret")),
			ID: r.String("key-id"), Algorithms: r.Strings("algorithms"),
			Skew: r.Duration("clock-skew"), Lifetime: r.Duration("lifetime"),
		},
		roles: r.String("roles-claim"),
		keys:  r.String("jwks-url"),
	}
	if len(out.Secret) == 0 {
		out.Secret = nil
	}
	out.Public = readPublicKey(r, "public-key", folder)
	out.Private = readPrivateKey(r, "private-key", folder)
	if out.keys != "" {
		if u, err := url.Parse(out.keys); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			r.Reject("jwks-url", "must be the URL of a key set", "for example jwks-url: https://id.example.com/.well-known/jwks.json")
		}
	}
	given := slices.DeleteFunc([]string{"secret", "public-key", "private-key", "jwks-url"}, func(key string) bool { return !r.Has(key) })
	switch {
	case len(given) == 0:
		r.Reject("", "has no key", "set one of secret, public-key, private-key and jwks-url")
	case len(given) > 1:
		r.Reject(given[1], "is set in addition to "+given[0], "an issuer has one kind of key: remove one of them")
	}
	return out
}

// readRoles reads which roles include others.
func readRoles(r *config.Reader) security.Roles {
	direct := map[string][]string{}
	for _, role := range r.Names("roles") {
		direct[role] = r.Named("roles", role).Strings("")
	}
	roles, err := security.NewRoles(direct)
	if err != nil {
		r.Reject("roles", err.Error(), "a role cannot include itself, not even by way of others")
	}
	return roles
}

// readRules reads what is demanded of paths; nil if nothing is.
func readRules(r *config.Reader) *security.Rules {
	var list []security.Rule
	for _, one := range r.Items("rules") {
		one.Require("path")
		rule := security.Rule{Pattern: one.String("path"), Demand: readDemand(one)}
		for _, method := range one.Strings("methods") {
			rule.Methods = append(rule.Methods, strings.ToUpper(method))
		}
		if _, err := security.NewRules([]security.Rule{rule}); err != nil {
			if one.Has("path") {
				one.Reject("path", err.Error(), "for example path: /admin/**")
			}
			continue
		}
		list = append(list, rule)
	}
	if len(list) == 0 {
		return nil
	}
	rules, _ := security.NewRules(list) // each of them was made above
	return rules
}

// readDemand reads what a rule demands.
func readDemand(r *config.Reader) security.Demand {
	authorities := r.Strings("roles")
	for _, scope := range r.Strings("scopes") {
		authorities = append(authorities, security.ScopePrefix+scope)
	}
	var demands []security.Demand
	if len(authorities) > 0 {
		demands = append(demands, security.OneOf(authorities...))
	}
	if r.Bool("authenticated") {
		demands = append(demands, security.Authenticated())
	}
	if r.Bool("permit") {
		demands = append(demands, security.Anyone())
	}
	if r.Bool("deny") {
		demands = append(demands, security.Nobody())
	}
	if len(demands) != 1 {
		r.Reject("", "must demand exactly one thing", "set exactly one of roles (and scopes), authenticated: true, permit: true and deny: true")
		return security.Nobody()
	}
	return demands[0]
}

// readLogins reads how many log-ins may fail.
func readLogins(r *config.Reader) logins.Options {
	o := readLimit(r)
	o.Failures = r.Int("failures")
	return o
}

// readLimit reads how often what an address tries may fail.
func readLimit(r *config.Reader) logins.Options {
	return logins.Options{
		PerAddress: r.Int("per-address"),
		Within:     r.Duration("within"), Lockout: r.Duration("lockout"),
	}
}

// readSession reads how sessions are kept, and the protection against forged requests.
func readSession(r *config.Reader) SessionSettings {
	own := r.Under("session")
	s := SessionSettings{
		Enabled: own.Bool("enabled"), TTL: own.Duration("ttl"), Idle: own.Duration("idle"),
		Datasource: own.String("datasource"),
		cookie:     own.String("cookie.name"), sameSite: own.String("cookie.same-site"),
		anySite: r.String("csrf") == "off",
	}
	s.Secret = readSecret(own)
	if s.Enabled && s.Datasource != "" && s.Secret == nil {
		own.Reject("datasource", "needs security.session.secret: without it, a restart would log out all users",
			"set it to 32 random bytes or more, for example those of: openssl rand -hex 32")
	}
	switch own.String("cookie.secure") {
	case "always":
		s.secure = host.SecureAlways
	case "never":
		s.secure = host.SecureNever
	}
	if !wire.IsToken(s.cookie) {
		own.Reject("cookie.name", "is not the name of a cookie", "for example SID")
	}
	encrypted := s.secure == host.SecureAlways
	if !encrypted && (strings.HasPrefix(s.cookie, "__Host-") || strings.HasPrefix(s.cookie, "__Secure-")) {
		own.Reject("cookie.name", "is for encrypted connections only", "set security.session.cookie.secure: always")
	}
	if !encrypted && s.sameSite == "None" {
		own.Reject("cookie.same-site", "None is for encrypted connections only", "set security.session.cookie.secure: always")
	}
	return s
}

const leastSecret = 32

// readSecret reads the secret of a section; nil if there is none.
func readSecret(r *config.Reader) []byte {
	secret := r.String("secret")
	if secret == "" {
		return nil
	}
	if len(secret) < leastSecret {
		r.Reject("secret", fmt.Sprintf("must have at least %d bytes", leastSecret), "for example that of: openssl rand -hex 32")
	}
	return []byte(secret)
}

// TakesTokens reports whether clients may say by a token who they are.
func (s *Settings) TakesTokens() bool { return len(s.issuers) > 0 }

// Header returns the header that keys are sent in.
func (s *APIKeySettings) Header() string { return s.header }

// Cookie returns the name of the cookie that says which session a client has.
func (s *SessionSettings) Cookie() string { return s.cookie }

// Schemes lists the ways in which clients can say who they are.
func (s *Settings) Schemes() (list []openapi.Scheme) {
	if s.TakesTokens() {
		list = append(list, openapi.Scheme{Name: "bearer", Kind: openapi.Bearer})
	}
	if keys := s.APIKeys; keys.Enabled {
		list = append(list, openapi.Scheme{Name: "apiKey", Kind: openapi.APIKey, Sent: keys.Header()})
	}
	if s.Basic.Enabled {
		list = append(list, openapi.Scheme{Name: "basic", Kind: openapi.Basic})
	}
	if session := s.Session; session.Enabled {
		list = append(list, openapi.Scheme{Name: "session", Kind: openapi.Session, Sent: session.Cookie()})
	}
	return list
}
