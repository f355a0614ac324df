package locks

import (
	"context"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/internal/backing"
	"github.com/fwrun/fwrun/platform/clock"
)

// Options are the settings of a locker that Open returns. The zero value has the defaults.
type Options struct {
	Prefix string      // of the keys in Redis; see RedisOptions
	Clock  clock.Clock // of a Memory; see MemoryOptions
}

// Opened is a Locker that Open has returned, with its connections.
type Opened struct {
	Locker
	close func() error
	ping  func(ctx context.Context) error
}

// Ping checks that the server answers.
func (o *Opened) Ping(ctx context.Context) error { return o.ping(ctx) }

// Close closes the connections. Locks that are held end when their time has passed.
func (o *Opened) Close() error { return o.close() }

// Open returns the locker that a URL names: memory:, redis://, rediss://, redis+unix:// or
// postgres://. For a locker on a server, which has its own connections, Open checks that the
// server answers.
func Open(ctx context.Context, url string, o Options) (*Opened, error) {
	return backing.Open(ctx, url, backing.Kinds[*Opened]{
		Name: "locks",
		Memory: func() *Opened {
			return &Opened{NewMemory(MemoryOptions{Clock: o.Clock}), func() error { return nil }, func(context.Context) error { return nil }}
		},
		Redis: func(url string) (*Opened, error) {
			r, err := NewRedis(ctx, url, RedisOptions{Prefix: o.Prefix})
			if err != nil {
				return nil, err
			}
			return &Opened{r, r.Close, r.Ping}, nil
		},
		Postgres: func(db *data.DB) (*Opened, error) {
			p, err := NewPostgres(ctx, db)
			if err != nil {
				return nil, err
			}
			return &Opened{p, db.Close, db.Ping}, nil
		},
	})
}
