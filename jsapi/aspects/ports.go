package aspects

import (
	"context"
	"time"

	"github.com/dop251/goja"
)

// Body is the code that an aspect surrounds.
type Body func() (goja.Value, error)

// Caches store values by the name of a cache and a key.
type Caches interface {
	Get(ctx context.Context, cache, key string) (value []byte, found bool, err error)
	// Put stores a value. A ttl of 0 means the cache's own.
	Put(ctx context.Context, cache, key string, value []byte, ttl time.Duration) error
	Evict(ctx context.Context, cache, key string) error
	Clear(ctx context.Context, cache string) error

	// TryLead returns the duty to make a value, or nil if another caller has it.
	TryLead(ctx context.Context, cache, key string) Lead
	// Join waits for the value that another caller makes, or returns the duty to make it.
	Join(ctx context.Context, cache, key string) (value []byte, lead Lead, err error)

	// Remote reports whether the methods above may have to wait for a network.
	Remote() bool
}

// Lead is the duty to make one value. A call of either method ends it.
type Lead interface {
	// Land passes the value to the callers that wait, and stores it if keep is set. A nil value is not stored.
	Land(ctx context.Context, value []byte, keep bool, ttl time.Duration) error
	// Fail passes the duty to another caller.
	Fail()
}

// Locks let one owner at a time hold a name.
type Locks interface {
	// Acquire waits for a lock. If another owner has it, Held reports true for the error.
	Acquire(ctx context.Context, name string, wait, ttl time.Duration) (Lease, error)
	Held(err error) bool
	// TTL returns the time that locks without a ttl of their own last. They are extended while they are held.
	TTL() time.Duration
}

// Lease is a lock that is held.
type Lease interface {
	Token() int64
	Extend(ctx context.Context, ttl time.Duration) error
	Release(ctx context.Context) error
}

// Transactions runs code in transactions of the datasources.
type Transactions interface {
	// Within runs work in a transaction according to its propagation, and ends the transaction.
	Within(datasource string, o Transaction, work Body) (goja.Value, error)
	// Open reports whether the running code is in a transaction.
	Open() bool
	// AfterCommit registers f to be called after the commit of the transaction around the running code. It returns
	// false if there is no transaction.
	AfterCommit(f func()) bool
}

// Refusals makes the errors of calls that are refused.
type Refusals interface {
	// Refused returns an HttpRestException. An empty message means that of the status. The cause is for logs, and may
	// be nil.
	Refused(status int, message string, headers map[string]string, cause error) error
}

// Principals makes what scripts see of those who ask.
type Principals interface {
	// Principal returns on whose behalf a context is; null if nobody is known.
	Principal(ctx context.Context) (goja.Value, error)
}
