package locks

import (
	"cmp"
	"context"
	"crypto/rand"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/data/redisclient"
)

// RedisOptions are the settings of a Redis. The zero value has the defaults.
type RedisOptions struct {
	Prefix string // the beginning of every key, without { and }; default "fwrun:"
}

// Redis is a Locker on a Redis server, or a cluster, for all processes with the same prefix. All times are
// those of the server's clock; the clocks of the processes do not matter.
//
// A lock is one key, such as shop:{lock:invoices}: a hash of its owner, its token and its leases, which
// expires with the lock. Commands that have to take effect together are one script.
//
// A token is the server's time in microseconds, or one more than the name's last token if that is greater.
// A counter would work only as long as the server loses nothing: after a loss it would return the same
// tokens again.
//
// A waiting request tries again after 5 ms, then less and less often, at last four times a second. Waiting
// requests are served in no particular order.
//
// A lock that the server loses is free. A server loses locks if it ends without having written its data,
// if a replica takes over before it has received them, or if it drops keys for room (any maxmemory-policy
// but noeviction). Another owner may then get a lock that is still held. The first holder gets ErrLost,
// but only at its next call. The later token is still the greater one, as far as the servers' clocks
// agree. If two holders at the same time would do harm, let the resource check the token, or choose
// Postgres.
type Redis struct {
	client *redisclient.Client
	prefix string
}

var _ Locker = (*Redis)(nil)

// NewRedis returns a Locker on the server that a URL names. It checks once that the server answers. The
// Locker has its own connections, which Close closes.
func NewRedis(ctx context.Context, url string, o RedisOptions) (*Redis, error) {
	if err := redisclient.CheckPrefix("locks.open", o.Prefix); err != nil {
		return nil, err
	}
	client, err := redisclient.Open(ctx, "the server of the locks", url)
	if err != nil {
		return nil, err
	}
	return &Redis{client: client, prefix: cmp.Or(o.Prefix, "fwrun:")}, nil
}

// Acquire implements Locker.
func (r *Redis) Acquire(ctx context.Context, request Request) (Lease, error) {
	if err := request.check(); err != nil {
		return nil, err
	}
	return poll(ctx, request, r.try)
}

// Ping checks that the server answers.
func (r *Redis) Ping(ctx context.Context) error {
	if err := r.client.Ping(ctx); err != nil {
		return r.client.Failure(ctx, "locks.ping", err)
	}
	return nil
}

// Close closes the connections. Locks that are held end when their time has passed.
func (r *Redis) Close() error { return r.client.Close() }

// acquireScript takes a lock that is free, or that belongs to the owner already. Its arguments are the
// owner, the lease, its time in milliseconds, and the time to keep the last token. That time is longer
// than any lock is held, so that a clock that was set back by less does not lead to a smaller token.
var acquireScript = redisclient.NewScript(`
local owner = redis.call('HGET', KEYS[1], 'owner')
if owner and (owner ~= ARGV[1] or owner == '') then
	return false
end
if owner then
	redis.call('HSET', KEYS[1], ARGV[2], '')
	if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then
		redis.call('PEXPIRE', KEYS[1], ARGV[3])
	end
	return redis.call('HGET', KEYS[1], 'token')
end
local time = redis.call('TIME')
local last = tonumber(redis.call('GET', KEYS[2]) or 0)
local token = string.format('%.0f', math.max(time[1] * 1000000 + time[2], last + 1))
redis.call('SET', KEYS[2], token, 'PX', ARGV[4])
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'token', token, ARGV[2], '')
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return token`)

// keepToken is how long a name's last token is kept after its lock has ended.
const keepToken = 24 * time.Hour

// try tries once; it returns a nil lease if another owner holds the lock.
func (r *Redis) try(ctx context.Context, request Request) (Lease, error) {
	l := &redisLease{redis: r, name: request.Name, field: "lease:" + rand.Text()}
	l.key = r.prefix + "{lock:" + request.Name + "}"
	ctx, cancel := whole(ctx)
	defer cancel()
	ttl := milliseconds(request.TTL)
	answer, err := acquireScript(ctx, r.client, []string{l.key, l.key + ":token"},
		request.Owner, l.field, ttl, ttl+keepToken.Milliseconds())
	if answer == nil && err == nil {
		return nil, nil
	}
	if err == nil {
		token, _ := answer.(string)
		l.token, err = strconv.ParseInt(token, 10, 64)
	}
	if err != nil {
		// The server may have granted the lock nevertheless.
		go func() { _ = l.Release(context.WithoutCancel(ctx)) }()
		return nil, r.client.Failure(ctx, "locks.acquire", err)
	}
	return l, nil
}

// milliseconds returns d in milliseconds, rounded up.
func milliseconds(d time.Duration) int64 { return int64((d-1)/time.Millisecond + 1) }
