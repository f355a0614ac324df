package app

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/fwrun/fwrun/app/security"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/logging"
	identity "github.com/fwrun/fwrun/security"
)

// prepareSecurity makes what finds out who is asking.
func (g *generation) prepareSecurity() (err error) {
	g.prepareEvents()
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, ResponseHeaderTimeout: 10 * time.Second}
	store, secret := g.sessions.Store()
	if g.security, err = security.New(g.settings.security, transport, store, secret, g.observe.Logs.Logger(logging.HTTP)); err == nil {
		g.settings.host.Policies.Security = g.security.Host(security.Beans{APIKey: g.finder(manifest.TypeAPIKeys), User: g.finder(manifest.TypeUsers)}, *g.limits)
		if asked := g.settings.host.Policies.Security; asked != nil {
			asked.Happened = g.events.Record
		}
	}
	return err
}

// as returns a context on behalf of somebody for whom the owner of the process vouches.
func (g *generation) as(ctx context.Context, name string, roles, scopes []string) context.Context {
	return identity.With(ctx, g.settings.security.Principal(name, roles, scopes))
}

// checkSessions returns a mistake for each handler that takes a session where there are none.
func (g *generation) checkSessions(m *manifest.Manifest) error {
	if g.settings.security.Session.Enabled {
		return nil
	}
	var problems fault.List
	for _, h := range m.Handlers {
		for _, p := range h.Params {
			if p.Origin != manifest.FromHost || p.Type == nil || p.Type.Name != manifest.TypeSession || p.Type.Nullable {
				continue
			}
			problem := fault.Spot{Place: p.Place, Length: len(p.Name)}.Problem("security-no-sessions", "%s takes a Session, and there are no sessions", h.Name)
			problems = append(problems, fault.Explain(problem, "no request would ever have one", fmt.Sprintf(
				"set security.session.enabled: true; or write %s: Session | null", p.Name)))
		}
	}
	if len(problems) == 0 {
		return nil
	}
	g.showLines(problems)
	return problems
}

// finder returns what asks the bean of a class of the host whose credentials are. It is called when the application serves.
func (g *generation) finder(class string) func(context.Context, string) (*identity.Account, error) {
	return func(ctx context.Context, credential string) (*identity.Account, error) {
		return g.engine.Find(ctx, class, credential, "")
	}
}

// finders returns the classes of the host whose beans are asked, with the places of the settings that say so.
func (g *generation) finders() map[string]fault.Place {
	asked := map[string]fault.Place{}
	if g.settings.security.APIKeys.Enabled {
		asked[manifest.TypeAPIKeys] = g.props.Place("security.api-keys")
	}
	if g.settings.security.Basic.Enabled {
		asked[manifest.TypeUsers] = g.props.Place("security.basic.enabled")
	}
	if len(g.settings.security.Providers()) > 0 {
		asked[manifest.TypeOidcUsers] = g.props.Place("security.oidc")
	}
	return asked
}
