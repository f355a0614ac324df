package security

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/security/events"
)

// keepFor is how long a bean may take to keep an event.
const keepFor = 10 * time.Second

// Keep passes an event to a bean, by its index among those that keep them.
type Keep func(ctx context.Context, deadline time.Time, index int, event engine.SecurityEvent) error

// Follow lets the server say whose requests scripts work for, if a call of a method may be denied, and passes security events to the beans
// that keep them, one after the other. An error is logged, and is of no consequence to anything else.
func (p *Part) Follow(m *manifest.Manifest, keep Keep, log *slog.Logger) {
	if slices.ContainsFunc(m.Advised, asksCallers) {
		p.WantCallers()
	}
	if len(m.EventKeepers) == 0 {
		return
	}
	p.Events.KeepWith(func(ctx context.Context, e events.Event) {
		for i, bean := range m.EventKeepers {
			err := keep(ctx, time.Now().Add(keepFor), i, engine.SecurityEvent{
				Type: string(e.Kind), Name: e.Name, Address: e.Address, Path: e.Path, RequestID: e.Request, At: e.At,
			})
			if err != nil {
				log.LogAttrs(ctx, slog.LevelError, "a security event was not kept", append([]slog.Attr{
					slog.String("bean", m.Beans[bean].Name), slog.String("type", string(e.Kind)),
				}, engine.FailureAttrs(err, false)...)...)
			}
		}
	})
}

// asksCallers reports whether calls of a method may be denied.
func asksCallers(advised *manifest.Advised) bool {
	return slices.ContainsFunc(advised.Aspects, func(a manifest.Aspect) bool {
		return a.Demand != nil || a.Decorator == "PreAuthorize" || a.Decorator == "PostAuthorize"
	})
}
