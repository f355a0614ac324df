package app

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/app/security"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
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
			showLines(g.options.sources(), problems)
			return problems
		}
	}
	return nil
}

// keepEvents passes security events to the beans that keep them, one after the other. An error is logged, and is of no consequence to
// anything else.
func (g *generation) keepEvents() {
	m := g.engine.Manifest()
	if slices.ContainsFunc(m.Advised, asksCallers) {
		g.security.WantCallers()
	}
	if len(m.EventKeepers) == 0 {
		return
	}
	g.security.Events.KeepWith(func(ctx context.Context, e events.Event) {
		for i, bean := range m.EventKeepers {
			err := g.engine.RunSecurityEvent(ctx, time.Now().Add(keepFor), i, engine.SecurityEvent{
				Type: string(e.Kind), Name: e.Name, Address: e.Address, Path: e.Path, RequestID: e.Request, At: e.At,
			})
			if err != nil {
				g.observe.Log.LogAttrs(ctx, slog.LevelError, "a security event was not kept", append([]slog.Attr{
					slog.String("bean", m.Beans[bean].Name), slog.String("type", string(e.Kind)),
				}, engine.FailureAttrs(err, false)...)...)
			}
		}
	})
}

// keepFor is how long a bean may take to keep an event.
const keepFor = 10 * time.Second

// asksCallers reports whether calls of a method may be denied.
func asksCallers(advised *manifest.Advised) bool {
	return slices.ContainsFunc(advised.Aspects, func(a manifest.Aspect) bool {
		return a.Demand != nil || a.Decorator == "PreAuthorize" || a.Decorator == "PostAuthorize"
	})
}

// offerLogins mounts the routes of log-ins with the providers of the configuration.
func (g *generation) offerLogins() error {
	m := g.engine.Manifest()
	if problems := listing.TakenLogins(m, g.settings.security.LoginRoutes()); len(problems) > 0 {
		return problems
	}
	var ask security.AskUser // nil if the application has no bean for that
	if m.Finder(manifest.TypeOidcUsers) != nil {
		ask = func(ctx context.Context, provider, claims string) (*identity.Account, error) {
			return g.engine.Find(ctx, manifest.TypeOidcUsers, provider, claims)
		}
	}
	if logins := g.security.Logins(g.settings.host.ContextPath, ask); logins != nil {
		mounts := &g.settings.host.Policies.Mounts
		*mounts = append(*mounts, logins.Mounts()...)
	}
	return nil
}
