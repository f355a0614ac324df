package locks

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/internal/table"
)

const createLocks = `
create table if not exists fwrun_locks (
	name text primary key,
	token bigserial,
	holder text not null,
	holds bigint not null,
	expires_at timestamptz not null
)`

// Postgres is a Locker in the table fwrun_locks of a PostgreSQL database, for all processes on
// that database. All times are those of the database's clock; the clocks of the processes do not
// matter.
//
// Advisory locks would need no table, but they belong to a connection: the pool would lack that
// connection for as long as the lock is held, the lock would be lost unnoticed with the
// connection, and it would not end by itself.
//
// A waiting request tries again after 5 ms, then less and less often, at last four times a
// second. Waiting requests are served in no particular order.
type Postgres struct {
	db         *data.DB
	sweepEvery time.Duration
	swept      atomic.Int64 // the time of the last sweep, in Unix nanoseconds
}

var _ Locker = (*Postgres)(nil)

// NewPostgres returns a Locker on a datasource, and creates its table if it is missing. The
// caller keeps the datasource and closes it.
func NewPostgres(ctx context.Context, db *data.DB) (*Postgres, error) {
	if err := table.Ensure(ctx, db, "fwrun_locks", createLocks); err != nil {
		return nil, err
	}
	p := &Postgres{db: db, sweepEvery: time.Minute}
	p.swept.Store(time.Now().UnixNano())
	return p, nil
}

// Acquire implements Locker.
func (p *Postgres) Acquire(ctx context.Context, r Request) (Lease, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	p.sweep(ctx)
	return poll(ctx, r, p.try)
}

// acquire takes a lock that is free, has ended, or belongs to the owner already. A released row
// stays for a time, see sweep. The token is taken from the sequence while this statement has the
// row. Only for the first lock of a name it is taken before, and then no other statement can have
// a later one.
const acquire = `
insert into fwrun_locks as held (name, token, holder, holds, expires_at)
values (?, nextval(pg_get_serial_sequence('fwrun_locks', 'token')), ?, 1,
	now() + cast(? as bigint) * interval '1 microsecond')
on conflict (name) do update set
	token = case when held.expires_at <= now()
		then nextval(pg_get_serial_sequence('fwrun_locks', 'token')) else held.token end,
	holds = case when held.expires_at <= now() then 1 else held.holds + 1 end,
	expires_at = case when held.expires_at <= now()
		then excluded.expires_at else greatest(held.expires_at, excluded.expires_at) end,
	holder = excluded.holder
where held.expires_at <= now() or (held.holder = excluded.holder and held.holder <> '')
returning token`

// try tries once; it returns a nil lease if another owner holds the lock.
func (p *Postgres) try(ctx context.Context, r Request) (Lease, error) {
	ctx, cancel := whole(ctx)
	defer cancel()
	result, err := p.db.Update(ctx, acquire, data.Positional(r.Name, r.Owner, r.TTL.Microseconds()))
	if err != nil || result.Affected == 0 {
		return nil, err
	}
	return &postgresLease{db: p.db, name: r.Name, token: result.Key.(int64)}, nil
}

// sweep removes some of the rows that were not used for an hour, unless that was done recently.
// Rows are not removed when a lock is released, because the tokens of a name have to grow for as
// long as an earlier statement may still run. An error is ignored, because the next sweep will
// follow.
func (p *Postgres) sweep(ctx context.Context) {
	now, before := time.Now().UnixNano(), p.swept.Load()
	if now-before < int64(p.sweepEvery) || !p.swept.CompareAndSwap(before, now) {
		return
	}
	_, _ = p.db.Update(ctx, "delete from fwrun_locks where name = any(array("+
		"select name from fwrun_locks where expires_at < now() - interval '1 hour' "+
		"limit 1000 for update skip locked))", data.Args{})
}
