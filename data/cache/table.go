package cache

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/internal/table"
)

// Table is a Store in a table of its own in any datasource, which all processes on that database share. Unlike [Postgres] it keeps its
// entries when the server crashes, for values that cannot be made again. Times are those of the database's clock.
//
// The table is made when it is first used, so that a database that does not answer yet keeps nothing from starting. It has no bound: an entry
// without an end stays until it is deleted. Setting an entry also removes some of the entries whose time has passed.
type Table struct {
	db         *data.DB
	statements statements
	create     map[data.Dialect]string
	sweepEvery time.Duration
	swept      atomic.Int64 // the time of the last sweep, in Unix nanoseconds

	making sync.Mutex
	made   atomic.Bool
}

var _ Store = (*Table)(nil)

// largestValue bounds one value that is read: statements of scripts have lower limits.
const largestValue = 64 << 20

// NewTable returns a Store in the table of a datasource with a name that SQL need not quote. The caller keeps the datasource and closes it.
func NewTable(db *data.DB, name string) *Table {
	t := &Table{
		db: db.Primary().WithLimits(1, largestValue), statements: statementsOf(db.Dialect(), name), create: creations(name),
		sweepEvery: time.Minute,
	}
	t.swept.Store(time.Now().UnixNano())
	return t
}

// ready makes the table unless it is there.
func (t *Table) ready(ctx context.Context) error {
	if t.made.Load() {
		return nil
	}
	t.making.Lock()
	defer t.making.Unlock()
	if t.made.Load() {
		return nil
	}
	if err := table.EnsureAny(ctx, t.db, t.statements.name, t.create); err != nil {
		return err
	}
	t.made.Store(true)
	return nil
}

// Get implements Store.
func (t *Table) Get(ctx context.Context, cache, key string) (value []byte, found bool, err error) {
	if err := t.ready(ctx); err != nil {
		return nil, false, err
	}
	rows, err := t.db.Query(ctx, t.statements.get, data.Positional([]byte(cache), keyOf(key)))
	if err != nil || rows.Len() == 0 {
		return nil, false, err
	}
	return rows.Cell(0, 0).Bytes(), true, nil
}

// Set implements Store.
func (t *Table) Set(ctx context.Context, cache, key string, value []byte, ttl time.Duration) error {
	if ttl < 0 {
		return t.Delete(ctx, cache, key)
	}
	var millis any // null has no end
	if ttl > 0 {
		millis = (ttl - 1).Milliseconds() + 1 // rounded up
	}
	if value == nil {
		value = []byte{}
	}
	err := t.write(ctx, t.statements.set, []byte(cache), keyOf(key), value, millis)
	if err == nil {
		t.sweep(ctx)
	}
	return err
}

// Delete implements Store.
func (t *Table) Delete(ctx context.Context, cache, key string) error {
	return t.write(ctx, t.statements.remove, []byte(cache), keyOf(key))
}

// Clear implements Store.
func (t *Table) Clear(ctx context.Context, cache string) error {
	return t.write(ctx, t.statements.clear, []byte(cache))
}

// Close implements Store. The entries stay, and so does the datasource.
func (t *Table) Close() error { return nil }

// tries is how often a statement is tried that others make fail, as servers do with one of two that wait for each other.
const tries = 5

func (t *Table) write(ctx context.Context, sql string, values ...any) error {
	if err := t.ready(ctx); err != nil {
		return err
	}
	for try := 1; ; try++ {
		_, err := t.db.Update(ctx, sql, data.Positional(values...))
		if e, ok := errors.AsType[*data.Error](err); !ok || e.Kind != data.Busy || try == tries || ctx.Err() != nil {
			return err
		}
	}
}

// sweep removes some of the expired entries, unless that was done recently. An error is ignored, because the entry was set, and the next
// sweep will follow.
func (t *Table) sweep(ctx context.Context) {
	now, before := time.Now().UnixNano(), t.swept.Load()
	if now-before < int64(t.sweepEvery) || !t.swept.CompareAndSwap(before, now) {
		return
	}
	_, _ = t.db.Update(ctx, t.statements.sweep, data.Args{})
}

// statements are those of one table in one dialect.
type statements struct{ name, get, set, remove, clear, sweep string }

// clocks are the milliseconds since 1970 by the clock of the database.
var clocks = map[data.Dialect]string{
	data.SQLite:   "cast(unixepoch('subsec') * 1000 as integer)",
	data.Postgres: "cast(extract(epoch from statement_timestamp()) * 1000 as bigint)",
	data.MySQL:    "cast(unix_timestamp(now(3)) * 1000 as signed)",
}

func statementsOf(d data.Dialect, name string) statements {
	replace := strings.NewReplacer("{table}", name, "{now}", clocks[d])
	s := statements{
		name:   name,
		get:    "select value from {table} where name = ? and entry = ? and (ends is null or ends > {now})",
		set:    "insert into {table} (name, entry, value, ends) values (?, ?, ?, {now} + cast(? as {integer})) ",
		remove: "delete from {table} where name = ? and entry = ?",
		clear:  "delete from {table} where name = ?",
	}
	switch d {
	case data.MySQL:
		s.set = strings.ReplaceAll(s.set, "{integer}", "signed") + "on duplicate key update value = values(value), ends = values(ends)"
		s.sweep = "delete from {table} where ends <= {now} limit 1000"
	case data.Postgres:
		s.set = strings.ReplaceAll(s.set, "{integer}", "bigint") + "on conflict (name, entry) do update set value = excluded.value, ends = excluded.ends"
		s.sweep = "delete from {table} where ctid = any(array(select ctid from {table} where ends <= {now} limit 1000 for update skip locked))"
	default:
		s.set = strings.ReplaceAll(s.set, "{integer}", "integer") + "on conflict (name, entry) do update set value = excluded.value, ends = excluded.ends"
		s.sweep = "delete from {table} where rowid in (select rowid from {table} where ends <= {now} limit 1000)"
	}
	for _, text := range []*string{&s.get, &s.set, &s.remove, &s.clear, &s.sweep} {
		*text = replace.Replace(*text)
	}
	return s
}

// creations returns what makes a table. Names and keys are bytes, since text can hold neither NUL nor invalid UTF-8.
func creations(name string) map[data.Dialect]string {
	const index = "create index if not exists {table}_ends on {table} (ends) where ends is not null;"
	made := map[data.Dialect]string{
		data.SQLite: "create table if not exists {table} (name blob not null, entry blob not null, value blob not null, ends integer, " +
			"primary key (name, entry));\n" + index,
		data.Postgres: "create table if not exists {table} (name bytea not null, entry bytea not null, value bytea not null, ends bigint, " +
			"primary key (name, entry));\n" + index,
		data.MySQL: "create table if not exists {table} (name varbinary(200) not null, entry varbinary(1100) not null, value longblob not null, " +
			"ends bigint, primary key (name, entry), key {table}_ends (ends)) engine = InnoDB",
	}
	for d, text := range made {
		made[d] = strings.ReplaceAll(text, "{table}", name)
	}
	return made
}
