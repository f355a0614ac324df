package security

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/oidc"
)

// AskUser asks the application who somebody is, by the name of a provider and the claims of its token. The result is nil for
// nobody.
type AskUser func(ctx context.Context, provider, claims string) (*security.Account, error)

// newLogins makes the providers.
func (s *Settings) newLogins(transport http.RoundTripper, log *slog.Logger) (list []*oidc.Provider) {
	for _, one := range s.providers {
		list = append(list, oidc.New(oidc.Options{
			Issuer: one.issuer, ClientID: one.client, ClientSecret: one.secret, Scopes: one.scopes, Transport: transport, Now: s.now,
			Failed: func(err error) {
				log.Warn("a provider of log-ins could not be asked", slog.String("provider", one.name), slog.Any("error", err))
			},
		}))
	}
	return list
}

// Logins returns the routes of log-ins; nil if there are none. Without ask everybody is let in whom a provider knows.
func (s *Security) Logins(contextPath string, ask AskUser) *host.Logins {
	if len(s.settings.providers) == 0 || s.sessions == nil {
		return nil
	}
	var list []host.Login
	for i, one := range s.settings.providers {
		list = append(list, host.Login{
			Name: one.name, Provider: s.providers[i], Home: one.home, Redirect: one.redirect,
			Find: func(ctx context.Context, who *oidc.Identity) (host.LoggedIn, error) {
				if ask == nil {
					return one.user(who)
				}
				return one.asked(ctx, ask, who)
			},
		})
	}
	return host.NewLogins(contextPath, list)
}

// user returns whom somebody is taken for: by the name that the provider gives, which is that of another one elsewhere.
func (p *provider) user(who *oidc.Identity) (host.LoggedIn, error) {
	claims := gjson.Parse(who.Claims)
	name := claim(claims, p.nameClaim)
	if name.Type != gjson.String || name.Str == "" {
		return host.LoggedIn{}, &security.BadCredentials{
			Public: "the provider did not send your user name",
			Err:    errors.New("there is no claim " + p.nameClaim),
		}
	}
	return host.LoggedIn{Name: p.name + ":" + name.Str, Roles: texts(claim(claims, p.rolesClaim)), Claims: p.bounded(who.Claims)}, nil
}

// asked returns whom the application takes somebody for.
func (p *provider) asked(ctx context.Context, ask AskUser, who *oidc.Identity) (host.LoggedIn, error) {
	user, err := ask(ctx, p.name, who.Claims)
	if err != nil {
		return host.LoggedIn{}, err
	}
	if user == nil {
		return host.LoggedIn{}, host.ErrNoUser
	}
	if user.Name == "" {
		return host.LoggedIn{}, fault.New("security.OidcUsers", fault.Internal, "OidcUsers.find returned an object without a name").
			WithHint("return { name, roles }, or null to refuse the log-in")
	}
	return host.LoggedIn{Name: user.Name, Roles: user.Roles, Claims: p.bounded(who.Claims)}, nil
}

// claim returns the member of a name, or else what is at a path: names of claims may be URLs, in which dots separate nothing.
func claim(claims gjson.Result, name string) (found gjson.Result) {
	claims.ForEach(func(key, value gjson.Result) bool {
		if key.Str == name {
			found = value
		}
		return !found.Exists()
	})
	if !found.Exists() {
		found = claims.Get(name)
	}
	return found
}

// maxClaims is the size of claims that a session keeps: it is read with every request.
const maxClaims = 8 << 10

// bounded returns the claims that are kept: all, or of too many those that say who it is.
func (p *provider) bounded(claims string) string {
	if len(claims) <= maxClaims {
		return claims
	}
	for _, names := range [][]string{{"iss", "sub", p.nameClaim, p.rolesClaim}, {"iss", "sub", p.nameClaim}, {"iss", "sub"}} {
		if kept := only(claims, names); len(kept) <= maxClaims {
			return kept
		}
	}
	return ""
}

// only returns the members of an object that have some names, or whose paths begin with them.
func only(object string, names []string) string {
	kept := map[string]json.RawMessage{}
	gjson.Parse(object).ForEach(func(key, value gjson.Result) bool {
		for _, name := range names {
			if key.Str == name || strings.HasPrefix(name, key.Str+".") {
				kept[key.Str] = json.RawMessage(value.Raw)
			}
		}
		return true
	})
	b, _ := json.Marshal(kept) // parts of what is JSON
	return string(b)
}
