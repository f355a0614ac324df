package cache

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/internal/backing"
	"github.com/fwrun/fwrun/platform/clock"
)

// Options are the settings of a store that Open returns. The zero value has the defaults.
type Options struct {
	MaxBytes int64         // bounds a Memory; see MemoryOptions
	Prefix   string        // of the keys in Redis; see RedisOptions
	MaxTTL   time.Duration // of the entries in Redis; see RedisOptions
	Clock    clock.Clock   // of a Memory; see MemoryOptions
}

// Open returns the store that a URL names: memory:, redis://, rediss://, redis+unix:// or
// postgres://. For a store on a server, Open checks that the server answers. Such a store has its
// own connections, which its Close closes.
func Open(ctx context.Context, url string, o Options) (Store, error) {
	return backing.Open(ctx, url, backing.Kinds[Store]{
		Name:   "cache",
		Memory: func() Store { return NewMemory(MemoryOptions{MaxBytes: o.MaxBytes, Clock: o.Clock}) },
		Redis: func(url string) (Store, error) {
			return opened(NewRedis(ctx, url, RedisOptions{Prefix: o.Prefix, MaxTTL: o.MaxTTL}))
		},
		Postgres: func(db *data.DB) (Store, error) {
			p, err := NewPostgres(ctx, db)
			return opened(&ownPostgres{p, db}, err)
		},
	})
}

// opened keeps a nil pointer from becoming a non-nil Store.
func opened[S Store](s S, err error) (Store, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// ownPostgres is a Postgres with a datasource of its own.
type ownPostgres struct {
	*Postgres
	db *data.DB
}

// Close implements Store. It closes the connections.
func (p *ownPostgres) Close() error { return p.db.Close() }

// Ping checks that the database answers.
func (p *ownPostgres) Ping(ctx context.Context) error { return p.db.Ping(ctx) }
