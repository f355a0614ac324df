package app

import (
	"context"
	"errors"
	"strings"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/data/cache"
	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/fault"
)

// inMemory is the URL of stores in this process.
const inMemory = "memory:"

// openStores opens the stores of cached values and locks, or reuses those of the generation before. Cached
// values in memory are dropped with every generation, for which they may have another meaning; locks are
// kept, since the generation before may still hold some.
func (g *generation) openStores(ctx context.Context, before *generation) error {
	return both(both(g.openCaches(ctx, before), g.openLocks(ctx, before)), g.openSessions(before))
}

func (g *generation) openCaches(ctx context.Context, before *generation) error {
	s := g.settings.caches
	if before != nil && s.isAt(before.settings.caches) && s.isRemote() {
		g.caches = before.caches.Share()
		return nil
	}
	opened, err := cache.Open(ctx, s.url, cache.Options{MaxBytes: s.maxBytes, Prefix: s.prefix})
	if err != nil {
		return g.props.At("cache.url", err)
	}
	g.caches = share.New(opened)
	return nil
}

func (g *generation) openLocks(ctx context.Context, before *generation) error {
	s := g.settings.locks
	if before != nil && s.isAt(before.settings.locks) {
		g.locks = before.locks.Share()
		return nil
	}
	opened, err := locks.Open(ctx, s.url, locks.Options{Prefix: s.prefix})
	if err != nil {
		return g.props.At("locks.url", err)
	}
	g.locks = share.New(opened)
	return nil
}

// keepInMemory uses stores in memory, so that a run without a trace does not touch stores that others use.
func (g *generation) keepInMemory() {
	g.settings.caches.url, g.settings.locks.url = inMemory, inMemory
	g.settings.security.Session.Datasource = ""
}

// isAt reports whether values are kept in the same place as with the other settings.
func (s cacheSettings) isAt(other cacheSettings) bool {
	return s.url == other.url && s.prefix == other.prefix && s.maxBytes == other.maxBytes
}

func (s cacheSettings) isRemote() bool { return !strings.HasPrefix(s.url, inMemory) }

// isAt reports whether locks are kept in the same place as with the other settings.
func (s lockSettings) isAt(other lockSettings) bool {
	return s.url == other.url && s.prefix == other.prefix
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

func (g *generation) closeStores() error {
	return errors.Join(g.caches.Release(), g.locks.Release(), g.sessions.Release())
}
