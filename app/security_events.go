package app

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/app/security"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/logging"
	identity "github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
)

// limitLogins continues to count the log-ins and the API keys that fail: a reload ends no lock-out.
func (g *generation) limitLogins(before *generation) {
	var counted *security.Limits
	if before != nil {
		counted = before.limits
	}
	g.limits = security.NewLimits(g.settings.security, counted)
}

// prepareEvents makes what tells of security events.
func (g *generation) prepareEvents() {
	g.events = events.New(g.observe.Logs.Logger(logging.Security), func(k events.Kind) { g.observe.Metrics.SecurityEvent(string(k)) })
	g.settings.host.Policies.Callers = new(atomic.Bool)
}

// wantCallers makes the server say whose requests scripts work for.
func (g *generation) wantCallers() { g.settings.host.Policies.Callers.Store(true) }

// denied records a call of a method that is not allowed to whom it is for.
func (g *generation) denied(ctx context.Context) {
	if who := identity.From(ctx); who != nil {
		g.events.Record(events.Of(ctx, events.Denied, who.Name))
	}
}

// keepEvents passes security events to the beans that keep them.
func (g *generation) keepEvents() {
	m := g.engine.Manifest()
	if slices.ContainsFunc(m.Advised, asksCallers) {
		g.wantCallers()
	}
	if len(m.EventKeepers) > 0 {
		g.events.KeepWith(g.keepEvent)
	}
}

// asksCallers reports whether calls of a method may be denied.
func asksCallers(advised *manifest.Advised) bool {
	return slices.ContainsFunc(advised.Aspects, func(a manifest.Aspect) bool {
		return a.Demand != nil || a.Decorator == "PreAuthorize" || a.Decorator == "PostAuthorize"
	})
}

// keepFor is how long a bean may take to keep an event.
const keepFor = 10 * time.Second

// keepEvent calls the beans that keep security events, one after the other. An error is logged, and is of no consequence to anything else.
func (g *generation) keepEvent(ctx context.Context, e events.Event) {
	for i, bean := range g.engine.Manifest().EventKeepers {
		err := g.engine.RunSecurityEvent(ctx, time.Now().Add(keepFor), i, engine.SecurityEvent{
			Type: string(e.Kind), Name: e.Name, Address: e.Address, Path: e.Path, RequestID: e.Request, At: e.At,
		})
		if err != nil {
			g.observe.Log.LogAttrs(ctx, slog.LevelError, "a security event was not kept", append([]slog.Attr{
				slog.String("bean", g.engine.Manifest().Beans[bean].Name), slog.String("type", string(e.Kind)),
			}, engine.FailureAttrs(err, false)...)...)
		}
	}
}
