package app

import (
	"context"
	"errors"

	"github.com/fwrun/fwrun/app/caches"
	"github.com/fwrun/fwrun/app/locks"
	"github.com/fwrun/fwrun/app/sessions"
	"github.com/fwrun/fwrun/platform/fault"
)

// openStores opens the stores of cached values, locks and sessions, or takes over those of the generation before.
func (g *generation) openStores(ctx context.Context, was *generation) error {
	cached, failed := caches.Open(ctx, g.settings.caches, g.stories.Recorder() != nil, was.caches)
	locked, err := locks.Open(ctx, g.settings.locks, was.locks)
	if err == nil {
		g.locks = locked
	}
	problems := both(g.props.At("cache.url", failed), g.props.At("locks.url", err))
	if failed != nil {
		return problems
	}
	g.caches = cached
	places := sessions.Places{Databases: g.databases.ByName}
	if g.caches.Remote() {
		places.Caches = g.caches.Store()
	}
	opened, err := sessions.Open(g.settings.sessions(), places, was.sessions)
	if err == nil {
		g.sessions = opened
	}
	return both(problems, g.props.At("cache.url", err))
}

// both returns the problems of two independent steps.
func both(one, other error) error {
	found, isOne := errors.AsType[fault.List](one)
	more, isOther := errors.AsType[fault.List](other)
	if isOne && isOther {
		return append(found, more...)
	}
	return errors.Join(one, other)
}
