package aspects

import (
	"context"
	"time"

	"github.com/dop251/goja"
)

// Body is what an aspect stands around.
type Body func() (goja.Value, error)

// Caches keep values by the name of a cache and a key.
type Caches interface {
	Get(ctx context.Context, cache, key string) (value []byte, found bool, err error)
	// Put keeps a value; a ttl of 0 is that of the cache.
	Put(ctx context.Context, cache, key string, value []byte, ttl time.Duration) error
	Evict(ctx context.Context, cache, key string) error
	Clear(ctx context.Context, cache string) error

	// TryLead gives the duty to make a value, or nil when another caller has it.
	TryLead(ctx context.Context, cache, key string) Lead
	// Join waits for the value that another caller makes, or gets the duty.
	Join(ctx context.Context, cache, key string) (value []byte, lead Lead, err error)

	// Remote tells that the calls before take the time of a network.
	Remote() bool
}

// Lead is the duty to make one value, which ends with one of the methods.
type Lead interface {
	// Land gives the value to those who wait, and keeps it; a nil value to be kept is only given.
	Land(ctx context.Context, value []byte, keep bool, ttl time.Duration) error
	// Fail hands the duty to another one.
	Fail()
}

// Locks let one owner at a time hold a name.
type Locks interface {
	// Acquire waits for a lock. The error is one that Held tells when another owner has it.
	Acquire(ctx context.Context, name string, wait, ttl time.Duration) (Lease, error)
	Held(err error) bool
	// TTL is that of locks that have none of their own: they are extended while they are held.
	TTL() time.Duration
}

// Lease is a lock that is held.
type Lease interface {
	Token() int64
	Extend(ctx context.Context, ttl time.Duration) error
	Release(ctx context.Context) error
}

// Transactions are those of the datasources.
type Transactions interface {
	// Within runs work as the transaction's propagation says, to its end.
	Within(datasource string, o Transaction, work Body) (goja.Value, error)
	// Open tells whether the running code is within one.
	Open() bool
	// AfterCommit has f called when the transaction around the running code has been committed;
	// without one it is false.
	AfterCommit(f func()) bool
}

// Refusals makes the errors of calls that are not made.
type Refusals interface {
	// Refused is an HttpRestException. Without a message it has the status' own; the cause is for logs, and may be nil.
	Refused(status int, message string, headers map[string]string, cause error) error
}
