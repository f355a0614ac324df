package locks

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/fwrun/fwrun/data"
)

type postgresLease struct {
	db       *data.DB
	name     string
	token    int64
	mu       sync.Mutex
	released bool
}

// Token implements Lease.
func (l *postgresLease) Token() int64 { return l.token }

// Extend implements Lease.
func (l *postgresLease) Extend(ctx context.Context, ttl time.Duration) error {
	if err := checkTTL(ttl); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.released {
		return lost(l.name)
	}
	return l.change(ctx, "update fwrun_locks "+
		"set expires_at = greatest(expires_at, now() + cast(? as bigint) * interval '1 microsecond') "+
		"where name = ? and token = ? and expires_at > now()", ttl.Microseconds(), l.name, l.token)
}

// Release implements Lease.
func (l *postgresLease) Release(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.released {
		return nil
	}
	ctx, cancel := whole(ctx)
	defer cancel()
	err := l.change(ctx, "update fwrun_locks "+
		"set holds = holds - 1, expires_at = case when holds > 1 then expires_at else now() end "+
		"where name = ? and token = ? and expires_at > now()", l.name, l.token)
	l.released = err == nil || errors.Is(err, ErrLost)
	return err
}

// change runs a statement on the lock's row. The error is ErrLost if the row does not belong to
// this lease any more.
func (l *postgresLease) change(ctx context.Context, sql string, values ...any) error {
	result, err := l.db.Update(ctx, sql, data.Positional(values...))
	if err == nil && result.Affected == 0 {
		return lost(l.name)
	}
	return err
}
