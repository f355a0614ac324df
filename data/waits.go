package data

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// ErrNoneFree is the error of [DB.Begin] with a context of [AtOnce] when no connection is free.
var ErrNoneFree = errors.New("no connection is free")

// manner is how a caller waits for a connection.
type manner uint8

const (
	occupying manner = iota // it occupies a worker meanwhile, as far as anybody knows
	aside
	atOnce
	briefly
)

type mannerKey struct{}

// AtOnce returns a context for a call that does not wait for a connection, but fails with [ErrNoneFree].
func AtOnce(ctx context.Context) context.Context { return context.WithValue(ctx, mannerKey{}, atOnce) }

// Aside returns a context for a call that occupies no worker while it waits for a connection, and so is not bounded by
// [Sources.ShareWorkers].
func Aside(ctx context.Context) context.Context { return context.WithValue(ctx, mannerKey{}, aside) }

// Briefly returns a context for a call that waits for a connection for a second at most, since those that have some may wait for it.
func Briefly(ctx context.Context) context.Context {
	return context.WithValue(ctx, mannerKey{}, briefly)
}

// briefWait is how long a caller waits briefly.
const briefWait = time.Second

func mannerOf(ctx context.Context) manner {
	m, _ := ctx.Value(mannerKey{}).(manner)
	return m
}

// patience is how long a caller waits for a connection when as many wait already as may occupy workers.
const patience = 100 * time.Millisecond

// share bounds how many callers wait for connections of any datasource while they occupy a worker.
type share struct {
	most    int32
	waiting atomic.Int32
}

// enter adds a caller, who calls leave, and returns the longest wait.
func (s *share) enter(longest time.Duration) time.Duration {
	if s.waiting.Add(1) > s.most {
		return min(longest, patience)
	}
	return longest
}

func (s *share) leave() { s.waiting.Add(-1) }

// ShareWorkers bounds how many callers, of all datasources together, wait for a connection for longer than a moment, as each
// of them occupies one of the workers that others need. Those with a context of [Aside] do not count.
func (s *Sources) ShareWorkers(most int) {
	all := &share{most: int32(most)}
	for _, name := range s.Names() {
		db, _ := s.ByName(name)
		for _, p := range db.pools() {
			p.share.Store(all)
		}
	}
}

// Place is that of a request which waits until it may ask for a connection, such as for the end of another transaction.
type Place struct {
	Longest time.Duration // that it may wait

	db   *DB
	pool *pool
}

// LineUp returns a place among those that wait for a connection to read, or to write. It fails if as many wait as may.
func (db *DB) LineUp(reads bool) (Place, error) {
	p := db.writers
	if reads {
		p = db.readers
	}
	if err := p.join(&p.elsewhere); err != nil {
		return Place{}, db.failure(context.Background(), opWait, "", err)
	}
	return Place{p.wait, db, p}, nil
}

const opWait = "data.wait"

// Leave gives the place up. It is called once.
func (p Place) Leave() { p.pool.elsewhere.Add(-1) }

// Late counts that the request has waited for too long, and returns its error.
func (p Place) Late() error {
	return p.db.failure(context.Background(), opWait, "", p.pool.late(p.Longest))
}
