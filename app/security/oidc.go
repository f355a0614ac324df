package security

import (
	"net/url"
	"regexp"
	"slices"

	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
)

// provider is one with which people log in.
type provider struct {
	name           string
	issuer         string
	client, secret string
	scopes         []string
	nameClaim      string
	rolesClaim     string
	home           string
	redirect       string // empty for one that is made of the request
}

// providerName matches what is a segment of a path.
var providerName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// readProviders reads with whom people log in, which needs sessions.
func readProviders(r *config.Reader, session SessionSettings) (list []provider) {
	for _, name := range r.Names("oidc") {
		own := r.Named("oidc", name)
		own.Require("issuer", "client-id")
		one := provider{
			name: name, issuer: own.String("issuer"), client: own.String("client-id"), secret: own.String("client-secret"),
			scopes:    own.Strings("scopes"),
			nameClaim: own.String("name-claim"), rolesClaim: own.String("roles-claim"),
			home: own.String("home"), redirect: own.String("redirect-uri"),
		}
		if !providerName.MatchString(name) {
			own.Reject("", "has a name that cannot be part of a path", "write letters, digits and hyphens, for example security.oidc.google")
		}
		one.check(own)
		list = append(list, one)
	}
	if len(list) == 0 {
		return nil
	}
	switch {
	case !session.Enabled:
		r.Reject("oidc", "needs sessions", "set security.session.enabled: true")
	case session.sameSite == "Strict":
		r.Reject("session.cookie.same-site", "must not be Strict for log-ins with a provider",
			"the browser comes back from another site, and would not send the cookie; set it to Lax")
	}
	return list
}

func (p *provider) check(r *config.Reader) {
	if p.issuer != "" && !isAddress(p.issuer) {
		r.Reject("issuer", "must be the URL of a provider", "for example issuer: https://accounts.google.com")
	}
	if p.redirect != "" && !isAddress(p.redirect) {
		r.Reject("redirect-uri", "must be the URL of the callback, as the provider knows it",
			"for example redirect-uri: https://shop.example.com/login/google/callback")
	}
	if !slices.Contains(p.scopes, "openid") {
		r.Reject("scopes", "must contain openid", "for example scopes: [openid, email]")
	}
	if !host.IsOwnTarget(p.home) {
		r.Reject("home", "must be a path of the application", "for example home: /orders")
	}
}

// isAddress reports whether a text is a URL to which nothing needs to be added.
func isAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == ""
}

// Providers returns the names of those with whom people log in.
func (s *Settings) Providers() (names []string) {
	for _, one := range s.providers {
		names = append(names, one.name)
	}
	return names
}
