package locks

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/trace"
)

// Settings hold where locks are kept, and for how long.
type Settings struct {
	url    string
	prefix string
	ttl    time.Duration

	Clock clock.Clock // by which those in memory end; the machine's if nil
}

// Read reads the settings of locks.
func Read(r *config.Reader) Settings {
	return Settings{
		url:    r.String("locks.url"),
		prefix: r.String("locks.prefix", cmp.Or(r.String("framework.application.name"), "fwrun")),
		ttl:    r.Duration("locks.ttl"),
	}
}

// InMemory returns the settings for locks in this process, so that a run without a trace does not touch those that others use.
func (s Settings) InMemory() Settings {
	s.url = "memory:"
	return s
}

// isAt reports whether locks are kept in the same place as with the other settings.
func (s Settings) isAt(other Settings) bool {
	return s.url == other.url && s.prefix == other.prefix
}

// Part is the locks of a generation. It implements [aspects.Locks].
type Part struct {
	settings Settings
	open     *share.Resource[*locks.Opened]
}

// Open takes over the locks of the generation before, which may still hold some, if they are kept in the same place, or opens others.
func Open(ctx context.Context, s Settings, before *Part) (*Part, error) {
	if before != nil && s.isAt(before.settings) {
		return &Part{s, before.open.Share()}, nil
	}
	opened, err := locks.Open(ctx, s.url, locks.Options{Prefix: s.prefix, Clock: s.Clock})
	if err != nil {
		return nil, err
	}
	return &Part{s, share.New(opened)}, nil
}

// Closed returns locks in memory, whatever the settings say.
func Closed(s Settings) *Part {
	p, _ := Open(context.Background(), s.InMemory(), nil) // which cannot fail
	return p
}

// Close closes the locks, unless another generation uses them. It does nothing if p is nil.
func (p *Part) Close() error {
	if p == nil {
		return nil
	}
	return p.open.Release()
}

// URL returns where locks are kept.
func (p *Part) URL() string { return p.settings.url }

// Opened returns what holds the locks.
func (p *Part) Opened() *locks.Opened { return p.open.Of }

// TTL implements [aspects.Locks].
func (p *Part) TTL() time.Duration { return p.settings.ttl }

// Held implements [aspects.Locks].
func (p *Part) Held(err error) bool { return errors.Is(err, locks.ErrHeld) }

// Acquire implements [aspects.Locks].
func (p *Part) Acquire(ctx context.Context, name string, wait, ttl time.Duration) (aspects.Lease, error) {
	ctx, span := trace.Start(ctx, trace.Client, "lock")
	span.Set(slog.String("fwrun.lock", name))
	lease, err := p.open.Of.Acquire(ctx, locks.Request{Name: name, Wait: wait, TTL: ttl})
	if p.Held(err) {
		span.Set(slog.Bool("fwrun.lock.held", true))
		span.End()
		return lease, err
	}
	span.Error(err)
	span.End()
	return lease, err
}
