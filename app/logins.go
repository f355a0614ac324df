package app

import (
	"context"
	"strings"

	"github.com/fwrun/fwrun/app/security"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/host"
	demands "github.com/fwrun/fwrun/security"
)

// offerLogins mounts the routes of log-ins with the providers of the configuration.
func (g *generation) offerLogins() error {
	if problems := g.takenLogins(g.engine.Manifest()); len(problems) > 0 {
		return problems
	}
	if logins := g.security.Logins(g.settings.host.ContextPath, g.askUser()); logins != nil {
		mounts := &g.settings.host.Policies.Mounts
		*mounts = append(*mounts, logins.Mounts()...)
	}
	return nil
}

// askUser returns what asks the application who somebody is; nil if it has no bean for that.
func (g *generation) askUser() security.AskUser {
	if g.engine.Manifest().Finder(manifest.TypeOidcUsers) == nil {
		return nil
	}
	return func(ctx context.Context, provider, claims string) (*demands.Account, error) {
		return g.engine.Find(ctx, manifest.TypeOidcUsers, provider, claims)
	}
}

// loginRoutes returns the routes of log-ins.
func (g *generation) loginRoutes() []host.LoginRoute {
	names := g.settings.security.Providers()
	if len(names) == 0 {
		return nil
	}
	return host.LoginRoutes(names)
}

// takenLogins reports routes of the application with the path of a log-in: requests would never reach them.
func (g *generation) takenLogins(m *manifest.Manifest) (problems fault.List) {
	for _, own := range g.loginRoutes() {
		for _, route := range m.Routes {
			if route.Path != own.Path {
				continue
			}
			what, provider, isLogin := "log-outs are answered", "", false
			if provider, isLogin = strings.CutPrefix(own.Path, "/login/"); isLogin {
				provider, _, _ = strings.Cut(provider, "/")
				what = "log-ins with security.oidc." + provider + " are answered"
			}
			d := fault.Spot{Place: route.Place, Length: route.Width}.
				Problem("security-login-path", "%s is mapped to %s, where %s", m.Handlers[route.Handler].Name, route.Path, what)
			problems = append(problems, fault.Explain(d, "security.oidc brings routes of its own", "give the route another path"))
		}
	}
	return problems
}
