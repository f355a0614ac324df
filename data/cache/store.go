package cache

import (
	"context"
	"time"
)

// Store keeps entries. It is safe for concurrent use.
type Store interface {
	// Get returns the value of an entry, and whether the entry exists. The value must not be
	// changed.
	Get(ctx context.Context, cache, key string) (value []byte, found bool, err error)
	// Set creates or replaces an entry, which ends after ttl. An entry with a ttl of 0 has no
	// end; a negative ttl has passed already, so that the entry is removed.
	Set(ctx context.Context, cache, key string, value []byte, ttl time.Duration) error
	// Delete removes an entry. It is not an error if there is no such entry.
	Delete(ctx context.Context, cache, key string) error
	// Clear removes all entries of a cache.
	Clear(ctx context.Context, cache string) error
	// Close closes the store, which must not be used any more.
	Close() error
}
