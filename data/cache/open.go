package cache

import (
	"context"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/fault"
)

// Options are the settings of a store that Open makes; the zero value has the defaults.
type Options struct {
	MaxBytes int64         // bounds a Memory; see MemoryOptions
	Prefix   string        // of the keys in Redis; see RedisOptions
	MaxTTL   time.Duration // of the entries in Redis; see RedisOptions
}

// Open makes the store that a URL names: memory:, redis://, rediss://, redis+unix:// or
// postgres://. One on a server has connections of its own, which its Close closes, and asks
// the server whether it is there.
func Open(ctx context.Context, url string, o Options) (Store, error) {
	scheme, rest, _ := strings.Cut(url, ":")
	switch strings.ToLower(scheme) {
	case "memory":
		if rest != "" {
			return nil, badURL("nothing stands behind memory:")
		}
		return NewMemory(MemoryOptions{MaxBytes: o.MaxBytes}), nil
	case "redis", "rediss", "redis+unix":
		return opened(NewRedis(ctx, url, RedisOptions{Prefix: o.Prefix, MaxTTL: o.MaxTTL}))
	case "postgres", "postgresql":
		return opened(openPostgres(ctx, url))
	default:
		return nil, badURL("it begins with none of memory:, redis: and postgres:")
	}
}

// opened keeps a nil pointer from becoming a Store.
func opened[S Store](s S, err error) (Store, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// badURL never shows the URL itself, which may hold a password.
func badURL(what string) error {
	return fault.New("cache.open", fault.Internal, "the url of the cache is not usable: "+what).
		WithHint("write memory:, redis://cache.example.com:6379/0 (also rediss:// and redis+unix://) or " +
			"postgres://user@db.example.com:5432/shop")
}

// ownPostgres is a Postgres whose datasource is its own.
type ownPostgres struct {
	*Postgres
	db *data.DB
}

// connections is how many a store opens at most when they are its own.
const connections = 4

func openPostgres(ctx context.Context, url string) (*ownPostgres, error) {
	db, err := data.Open(ctx, data.Settings{Name: "cache", URL: url, MaxConnections: connections})
	if err != nil {
		return nil, err
	}
	p, err := NewPostgres(ctx, db)
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return &ownPostgres{p, db}, nil
}

// Close is Store's, and closes the connections.
func (p *ownPostgres) Close() error { return p.db.Close() }
