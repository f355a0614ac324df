package cache

import (
	"context"
	"time"
)

// Store keeps entries. It is safe for concurrent use.
type Store interface {
	// Get returns an entry's value, and whether there is one. The value must not be changed.
	Get(ctx context.Context, cache, key string) (value []byte, found bool, err error)
	// Set makes or replaces an entry, and with it its time: after ttl it is gone. A ttl of 0
	// has no end; a negative one has passed already, so that the entry is removed.
	Set(ctx context.Context, cache, key string, value []byte, ttl time.Duration) error
	// Delete removes an entry; none to remove is no error.
	Delete(ctx context.Context, cache, key string) error
	// Clear removes all entries of a cache.
	Clear(ctx context.Context, cache string) error
	// Close ends the store, which must not be used any more.
	Close() error
}
