package listing

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/fault"
)

// TakenLogins reports routes of the application with the path of a log-in: requests would never reach them.
func TakenLogins(m *manifest.Manifest, logins []host.LoginRoute) (problems fault.List) {
	for _, own := range logins {
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

// WithoutSessions returns a mistake for each handler that takes a session, for an application that has none.
func WithoutSessions(m *manifest.Manifest) (problems fault.List) {
	for _, h := range m.Handlers {
		for _, p := range h.Params {
			if p.Origin != manifest.FromHost || p.Type == nil || p.Type.Name != manifest.TypeSession || p.Type.Nullable {
				continue
			}
			problem := fault.Spot{Place: p.Place, Length: len(p.Name)}.Problem("security-no-sessions",
				"%s takes a Session, but sessions are turned off", h.Name)
			problems = append(problems, fault.Explain(problem, "no request would ever have one", fmt.Sprintf(
				"set security.session.enabled: true; or write %s: Session | null", p.Name)))
		}
	}
	return problems
}
