package locks

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/fwrun/fwrun/data/redisclient"
)

type redisLease struct {
	redis    *Redis
	name     string
	key      string
	field    string // the field of this lease in the lock's hash
	token    int64
	mu       sync.Mutex
	released bool
}

// Token implements Lease.
func (l *redisLease) Token() int64 { return l.token }

var extendScript = redisclient.NewScript(`
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
	return 0
end
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
	redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 1`)

// Extend implements Lease.
func (l *redisLease) Extend(ctx context.Context, ttl time.Duration) error {
	if err := checkTTL(ttl); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.released {
		return lost(l.name)
	}
	return l.change(ctx, "locks.extend", extendScript, milliseconds(ttl))
}

// releaseScript removes the lease, and the whole lock if no other lease is left in it, which
// would then only have its owner and its token.
var releaseScript = redisclient.NewScript(`
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then
	return 0
end
if redis.call('HLEN', KEYS[1]) == 2 then
	redis.call('DEL', KEYS[1])
end
return 1`)

// Release implements Lease.
func (l *redisLease) Release(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.released {
		return nil
	}
	ctx, cancel := whole(ctx)
	defer cancel()
	err := l.change(ctx, "locks.release", releaseScript)
	l.released = err == nil || errors.Is(err, ErrLost)
	return err
}

// change runs a script on the lock. The error is ErrLost if the lease is not in it any more.
func (l *redisLease) change(ctx context.Context, op string, script redisclient.Script, values ...any) error {
	done, err := script(ctx, l.redis.client, []string{l.key}, append([]any{l.field}, values...)...)
	if err != nil {
		return l.redis.client.Failure(ctx, op, err)
	}
	if done == int64(0) {
		return lost(l.name)
	}
	return nil
}
