package cache

import (
	"context"
	"crypto/sha256"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/internal/table"
)

// createCache creates the table. It is unlogged, which makes writes far cheaper: after a crash of
// the server the table is empty, which is acceptable for a cache.
const createCache = `
create unlogged table if not exists fwrun_cache (
	name text not null,
	key bytea not null,
	value bytea not null,
	expires_at timestamptz,
	primary key (name, key)
);
create index if not exists fwrun_cache_expires_at on fwrun_cache (expires_at) where expires_at is not null`

// Postgres is a Store in the table fwrun_cache of a PostgreSQL database, which all processes on
// that database share. Times are those of the database's clock.
//
// It has no bound: an entry without an end stays until it is deleted. Setting an entry also
// removes some of the entries whose time has passed.
type Postgres struct {
	db         *data.DB
	sweepEvery time.Duration
	swept      atomic.Int64 // the time of the last sweep, in Unix nanoseconds
}

var _ Store = (*Postgres)(nil)

// NewPostgres returns a Store on a datasource, and creates its table if it is missing. The caller
// keeps the datasource and closes it.
func NewPostgres(ctx context.Context, db *data.DB) (*Postgres, error) {
	if err := table.Ensure(ctx, db, "fwrun_cache", createCache); err != nil {
		return nil, err
	}
	p := &Postgres{db: db, sweepEvery: time.Minute}
	p.swept.Store(time.Now().UnixNano())
	return p, nil
}

// Get implements Store.
func (p *Postgres) Get(ctx context.Context, cache, key string) (value []byte, found bool, err error) {
	rows, err := p.db.Query(ctx, "select value from fwrun_cache where name = ? and key = ? "+
		"and (expires_at is null or expires_at > now())", data.Positional(cache, keyOf(key)))
	if err != nil || rows.Len() == 0 {
		return nil, false, err
	}
	return rows.Cell(0, 0).Bytes(), true, nil
}

// Set implements Store.
func (p *Postgres) Set(ctx context.Context, cache, key string, value []byte, ttl time.Duration) error {
	if ttl < 0 {
		return p.Delete(ctx, cache, key)
	}
	var micros any // null has no end
	if ttl > 0 {
		micros = ttl.Microseconds()
	}
	if value == nil {
		value = []byte{}
	}
	_, err := p.db.Update(ctx, "insert into fwrun_cache (name, key, value, expires_at) "+
		"values (?, ?, ?, now() + cast(? as bigint) * interval '1 microsecond') "+
		"on conflict (name, key) do update set value = excluded.value, expires_at = excluded.expires_at",
		data.Positional(cache, keyOf(key), value, micros))
	if err == nil {
		p.sweep(ctx)
	}
	return err
}

// Delete implements Store.
func (p *Postgres) Delete(ctx context.Context, cache, key string) error {
	_, err := p.db.Update(ctx, "delete from fwrun_cache where name = ? and key = ?",
		data.Positional(cache, keyOf(key)))
	return err
}

// Clear implements Store.
func (p *Postgres) Clear(ctx context.Context, cache string) error {
	_, err := p.db.Update(ctx, "delete from fwrun_cache where name = ?", data.Positional(cache))
	return err
}

// Close implements Store. The entries stay, and so does the datasource.
func (p *Postgres) Close() error { return nil }

// sweep removes some of the expired entries, unless that was done recently. It skips rows that
// are locked. An error is ignored, because the entry was set, and the next sweep will follow.
func (p *Postgres) sweep(ctx context.Context) {
	now, before := time.Now().UnixNano(), p.swept.Load()
	if now-before < int64(p.sweepEvery) || !p.swept.CompareAndSwap(before, now) {
		return
	}
	_, _ = p.db.Update(ctx, "delete from fwrun_cache where ctid = any(array("+
		"select ctid from fwrun_cache where expires_at <= now() limit 1000 for update skip locked))", data.Args{})
}

// longKey is the greatest length of a key that is kept as it is: an index of PostgreSQL has no
// room for much more than 2 KiB.
const longKey = 1024

// keyOf returns a key as the table has it: bytes, since text can hold neither NUL nor invalid
// UTF-8. The rest of a long key is replaced by its hash. The result is longer than any short key,
// so that the two cannot collide.
func keyOf(key string) []byte {
	if len(key) <= longKey {
		return []byte(key)
	}
	hash := sha256.Sum256([]byte(key))
	return append([]byte(key[:longKey]), hash[:]...)
}
