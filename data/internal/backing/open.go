package backing

import (
	"context"
	"strings"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

// Kinds holds the functions that make a T for each kind of storage.
type Kinds[T any] struct {
	Name string // for errors and hosts in examples: "cache", "locks"

	Memory func() T
	Redis  func(url string) (T, error)
	// Postgres makes a T whose Close also closes the datasource.
	Postgres func(db *data.DB) (T, error)
}

// connections is the greatest number of connections to PostgreSQL. A lock that is held does not occupy a
// connection.
const connections = 4

// Open returns a T for the URL: memory:, redis://, rediss://, redis+unix:// or postgres://. For a server,
// Open checks that the server answers, and the T has its own connections.
func Open[T any](ctx context.Context, url string, kinds Kinds[T]) (opened T, err error) {
	scheme, rest, _ := strings.Cut(url, ":")
	switch strings.ToLower(scheme) {
	case "memory":
		if rest != "" {
			return opened, kinds.badURL("nothing may follow memory:")
		}
		return kinds.Memory(), nil
	case "redis", "rediss", "redis+unix":
		return kinds.Redis(url)
	case "postgres", "postgresql":
		return kinds.openPostgres(ctx, url)
	default:
		return opened, kinds.badURL("it must begin with memory:, redis: or postgres:")
	}
}

func (k Kinds[T]) openPostgres(ctx context.Context, url string) (opened T, err error) {
	db, err := data.Open(ctx, data.Settings{Name: k.Name, URL: url, MaxConnections: connections})
	if err != nil {
		return opened, err
	}
	if opened, err = k.Postgres(db); err != nil {
		_ = db.Close()
	}
	return opened, err
}

// badURL returns an error that does not contain the URL itself, which may contain a password.
func (k Kinds[T]) badURL(what string) error {
	return fault.New(k.Name+".open", fault.Internal, "the url of the "+k.Name+" is not usable: "+what).
		WithHint("write memory:, redis://" + k.Name + ".example.com:6379/0 (also rediss:// and redis+unix://) or " +
			"postgres://user@db.example.com:5432/shop")
}
