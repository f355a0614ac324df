package security

import (
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
	"github.com/fwrun/fwrun/security/sessions"
)

// Part is what finds out who is asking a generation of an application.
type Part struct {
	*Security // nil until Prepare
	Limits    *Limits
	Events    *events.Recorder // nil until Prepare

	settings Settings
	server   *host.Security // what Prepare has returned
	find     Find
	callers  atomic.Bool
}

// Open goes on counting what the part before has counted, which may be nil: a reload ends no lock-out.
func Open(s Settings, before *Part) *Part {
	if before == nil {
		return &Part{settings: s, Limits: NewLimits(s, nil)}
	}
	return &Part{settings: s, Limits: NewLimits(s, before.Limits)}
}

// Find asks a bean of a class who somebody is, when the application serves.
type Find func(ctx context.Context, class, credential, claims string) (*security.Account, error)

// Surroundings are what security needs of others.
type Surroundings struct {
	Sessions sessions.Store // nil if there are none
	Secret   []byte         // of sessions
	Requests *slog.Logger
	Events   *slog.Logger
	Count    func(events.Kind)
	Find     Find
}

// Prepare makes what the server asks; nil if there is nothing to ask. It connects to nothing yet.
func (p *Part) Prepare(around Surroundings) (*host.Security, error) {
	p.Events = events.New(around.Events, around.Count, p.settings.now)
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, ResponseHeaderTimeout: 10 * time.Second}
	made, err := New(p.settings, transport, around.Sessions, around.Secret, around.Requests)
	if err != nil {
		return nil, err
	}
	p.Security, p.find = made, around.Find
	asks := func(class string) func(context.Context, string) (*security.Account, error) {
		return func(ctx context.Context, credential string) (*security.Account, error) {
			return around.Find(ctx, class, credential, "")
		}
	}
	p.server = made.Host(Beans{APIKey: asks(manifest.TypeAPIKeys), User: asks(manifest.TypeUsers)}, *p.Limits)
	if p.server != nil {
		p.server.Happened = p.Events.Record
	}
	return p.server, nil
}

// KeyHeader returns the header in which keys of the API come; "" if there is none.
func (p *Part) KeyHeader() string {
	if p.server == nil {
		return ""
	}
	return p.server.KeyHeader
}

// LoginMounts returns what serves log-ins with the providers of the configuration. If the application has a bean for that, it says who
// somebody is.
func (p *Part) LoginMounts(m *manifest.Manifest, contextPath string) []host.Mount {
	var ask AskUser
	if m.Finder(manifest.TypeOidcUsers) != nil {
		ask = func(ctx context.Context, provider, claims string) (*security.Account, error) {
			return p.find(ctx, manifest.TypeOidcUsers, provider, claims)
		}
	}
	if logins := p.Logins(contextPath, ask); logins != nil {
		return logins.Mounts()
	}
	return nil
}

// Close ends the keeping of security events. It does nothing if p is nil.
func (p *Part) Close(ctx context.Context) {
	if p != nil {
		p.Events.Close(ctx)
	}
}

// Callers reports whether the server says whose requests scripts work for.
func (p *Part) Callers() *atomic.Bool { return &p.callers }

// WantCallers makes the server say whose requests scripts work for.
func (p *Part) WantCallers() { p.callers.Store(true) }

// Denied records a call of a method that is not allowed to whom it is for.
func (p *Part) Denied(ctx context.Context) {
	if who := security.From(ctx); who != nil {
		p.Events.Record(events.Of(ctx, events.Denied, who.Name))
	}
}

// Refused records something that says who has sent it, which is not true.
func (p *Part) Refused(ctx context.Context) { p.Events.Record(events.Of(ctx, events.Refused, "")) }

// As returns a context on behalf of somebody for whom the owner of the process vouches.
func (p *Part) As(ctx context.Context, name string, roles, scopes []string) context.Context {
	return security.With(ctx, p.settings.Principal(name, roles, scopes))
}

// Finders returns the classes of the host whose beans are asked, with the places of the settings that say so.
func (s *Settings) Finders(place func(key string) fault.Place) map[string]fault.Place {
	asked := map[string]fault.Place{}
	if s.APIKeys.Enabled {
		asked[manifest.TypeAPIKeys] = place("security.api-keys")
	}
	if s.Basic.Enabled {
		asked[manifest.TypeUsers] = place("security.basic.enabled")
	}
	if len(s.Providers()) > 0 {
		asked[manifest.TypeOidcUsers] = place("security.oidc")
	}
	return asked
}

// LoginRoutes returns the routes of log-ins with the providers.
func (s *Settings) LoginRoutes() []host.LoginRoute {
	names := s.Providers()
	if len(names) == 0 {
		return nil
	}
	return host.LoginRoutes(names)
}
