package app

import (
	"context"

	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/app/security"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/logging"
	identity "github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
)

// prepareSecurity makes what finds out who is asking.
func (g *generation) prepareSecurity() (err error) {
	store, secret := g.sessions.Store()
	g.settings.host.Policies.Callers = g.security.Callers()
	g.settings.host.Policies.Security, err = g.security.Prepare(security.Surroundings{
		Sessions: store, Secret: secret, Requests: g.observe.Logs.Logger(logging.HTTP), Events: g.observe.Logs.Logger(logging.Security),
		Count: func(k events.Kind) { g.observe.Metrics.SecurityEvent(string(k)) },
		Find: func(ctx context.Context, class, credential, claims string) (*identity.Account, error) {
			return g.engine.Find(ctx, class, credential, claims)
		},
	})
	return err
}

// checkSessions returns a mistake for each handler that takes a session where there are none.
func (g *generation) checkSessions(m *manifest.Manifest) error {
	if !g.settings.security.Session.Enabled {
		if problems := listing.WithoutSessions(m); len(problems) > 0 {
			problems.ShowLines(fault.Texts(g.options.files()))
			return problems
		}
	}
	return nil
}
