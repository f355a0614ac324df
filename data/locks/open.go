package locks

import (
	"context"
	"strings"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/fault"
)

// Options are the settings of a locker that Open makes; the zero value has the defaults.
type Options struct {
	Prefix string // of the keys in Redis; see RedisOptions
}

// Opened is a Locker that Open has made, with the connections that it stands on.
type Opened struct {
	Locker
	close func() error
}

// Close closes the connections. Locks that are held end with their time.
func (o *Opened) Close() error { return o.close() }

// Open makes the locker that a URL names: memory:, redis://, rediss://, redis+unix:// or
// postgres://. One on a server has connections of its own, and asks the server whether it
// is there.
func Open(ctx context.Context, url string, o Options) (*Opened, error) {
	scheme, rest, _ := strings.Cut(url, ":")
	switch strings.ToLower(scheme) {
	case "memory":
		if rest != "" {
			return nil, badURL("nothing stands behind memory:")
		}
		return &Opened{NewMemory(MemoryOptions{}), func() error { return nil }}, nil
	case "redis", "rediss", "redis+unix":
		r, err := NewRedis(ctx, url, RedisOptions(o))
		if err != nil {
			return nil, err
		}
		return &Opened{r, r.Close}, nil
	case "postgres", "postgresql":
		return openPostgres(ctx, url)
	default:
		return nil, badURL("it begins with none of memory:, redis: and postgres:")
	}
}

// badURL never shows the URL itself, which may hold a password.
func badURL(what string) error {
	return fault.New("locks.open", fault.Internal, "the url of the locks is not usable: "+what).
		WithHint("write memory:, redis://locks.example.com:6379/0 (also rediss:// and redis+unix://) or " +
			"postgres://user@db.example.com:5432/shop")
}

// connections is how many a locker opens at most when they are its own. None is taken for as
// long as a lock is held.
const connections = 4

func openPostgres(ctx context.Context, url string) (*Opened, error) {
	db, err := data.Open(ctx, data.Settings{Name: "locks", URL: url, MaxConnections: connections})
	if err != nil {
		return nil, err
	}
	p, err := NewPostgres(ctx, db)
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return &Opened{p, db.Close}, nil
}
