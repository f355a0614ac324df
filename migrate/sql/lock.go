package sql

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/fault"
)

// locked runs f in a transaction while no other process does the same on this database, and tells it the table of records.
//
// SQLite's transaction is the lock itself. PostgreSQL has a lock that ends with the transaction.
// MySQL's transactions end with every change of the schema, so its lock belongs to the connection
// and has to be released.
func (t *Target) locked(ctx context.Context, stop <-chan struct{}, f func(context.Context, *data.Tx, history) error) error {
	tx, err := t.lock(ctx, stop, "pg_try_advisory_xact_lock")
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }() // does nothing after Commit
	if tx.Dialect() == data.MySQL {
		defer t.unlock(ctx, tx) // before the connection returns to the pool, since the lock belongs to it
	}
	h, err := historyOf(ctx, tx, tx.Dialect())
	if err != nil {
		return err
	}
	if err := f(ctx, tx, h); err != nil {
		return err
	}
	return t.commit(ctx, tx)
}

// lockedOutside runs f while no other process migrates this database, without a transaction that stays open: the lock
// belongs to a session. PostgreSQL's CREATE INDEX CONCURRENTLY waits for all transactions, so for that of a lock, too. It
// is not for SQLite.
func (t *Target) lockedOutside(ctx context.Context, stop <-chan struct{}, f func(context.Context) error) error {
	tx, err := t.lock(ctx, stop, "pg_try_advisory_lock")
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // gives the connection back
	defer t.unlock(ctx, tx)
	if err := tx.ExecuteOne(ctx, "COMMIT"); err != nil {
		return err
	}
	return f(ctx)
}

// The bounds of the time between two tries to take the lock.
const (
	firstPause = 20 * time.Millisecond
	maxPause   = 500 * time.Millisecond
)

// lock begins a transaction that has the lock. PostgreSQL's is that of a function: of the transaction, or of the session.
//
// It asks again and again, each time in a transaction that ends with the answer, and never waits within the server: a statement that
// waits there has a snapshot, and CREATE INDEX CONCURRENTLY, which the owner of the lock may run, waits for all of these to end. A
// session that waits would go on with it when its process has given up, too.
func (t *Target) lock(ctx context.Context, stop <-chan struct{}, function string) (*data.Tx, error) {
	waiting, cancel := context.WithTimeout(ctx, t.o.LockTimeout)
	defer cancel()
	defer t.logWaiting(ctx).Stop()
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		tx, err := t.try(waiting, stop, function)
		e, known := errors.AsType[*data.Error](err)
		switch {
		case tx != nil || errors.Is(err, migrate.ErrStopped):
			return tx, err
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case waiting.Err() != nil:
			return nil, lockTimeout(err)
		case err != nil && !(known && e.Kind == data.Busy): // SQLite itself waits a few seconds for the transaction of another process
			return nil, err
		}
		select {
		case <-time.After(pause):
		case <-stop:
			return nil, migrate.ErrStopped
		case <-waiting.Done():
		}
	}
}

// logWaiting logs that another process migrates, unless the timer is stopped soon.
func (t *Target) logWaiting(ctx context.Context) *time.Timer {
	return time.AfterFunc(time.Second, func() {
		t.o.Log.WarnContext(ctx, "waiting for another process that migrates", "datasource", t.Name())
	})
}

// try begins a transaction that has the lock. There is none, without an error, if another process has the lock.
func (t *Target) try(ctx context.Context, stop <-chan struct{}, function string) (*data.Tx, error) {
	tx, err := t.begin(ctx, stop)
	if err != nil || tx.Dialect() == data.SQLite {
		return tx, err
	}
	question := "SELECT CASE WHEN " + function + "(hashtext('framework_migrations')) THEN 1 ELSE 0 END"
	if tx.Dialect() == data.MySQL {
		question = "SELECT GET_LOCK(" + mysqlLock + ", 0)"
	}
	rows, err := tx.Query(ctx, question, data.Args{})
	if err == nil && rows.Cell(0, 0).Kind() == data.Int && rows.Cell(0, 0).Int() == 1 {
		return tx, nil
	}
	_ = tx.Rollback(context.WithoutCancel(ctx)) // what is asked next is asked in another transaction
	return nil, err
}

// begin begins a transaction. One that begins after stop is rolled back.
func (t *Target) begin(ctx context.Context, stop <-chan struct{}) (*data.Tx, error) {
	type begun struct {
		tx  *data.Tx
		err error
	}
	result := make(chan begun, 1)
	go func() {
		tx, err := t.db.Begin(ctx, data.TxOptions{})
		result <- begun{tx, err}
	}()
	abandon := func(err error) (*data.Tx, error) {
		go func() {
			if late := <-result; late.err == nil {
				_ = late.tx.Rollback(context.WithoutCancel(ctx))
			}
		}()
		return nil, err
	}
	select {
	case b := <-result:
		return b.tx, b.err
	case <-stop:
		return abandon(migrate.ErrStopped)
	case <-ctx.Done():
		return abandon(ctx.Err())
	}
}

func lockTimeout(err error) error {
	return fault.New("migrate.sql", fault.Unavailable, "another process is migrating this database").
		WithHint("wait for it, or end it with `fwrun migrate unlock` if it hangs").Because(err)
}

// mysqlLock is the lock's name: such locks belong to the whole server, and their names have to be
// short.
const mysqlLock = "CONCAT('fwrun ', MD5(COALESCE(DATABASE(), '')))"

// unlock releases a lock that belongs to the session.
func (t *Target) unlock(ctx context.Context, tx *data.Tx) {
	statement := ""
	switch tx.Dialect() {
	case data.MySQL:
		statement = "SELECT RELEASE_LOCK(" + mysqlLock + ")"
	case data.Postgres:
		statement = "SELECT pg_advisory_unlock(hashtext('framework_migrations'))"
	default:
		return
	}
	if _, err := tx.Query(context.WithoutCancel(ctx), statement, data.Args{}); err != nil {
		t.o.Log.WarnContext(ctx, "the migration lock was not released", "error", err)
	}
}

// commit commits the transaction. For MySQL it keeps the connection, because unlock has to
// follow.
func (t *Target) commit(ctx context.Context, tx *data.Tx) error {
	if tx.Dialect() == data.MySQL {
		return tx.ExecuteOne(ctx, "COMMIT")
	}
	return tx.Commit(ctx)
}

// holders maps a dialect to the query for who holds the lock: an id to end its session by, and what is known
// of it.
var holders = map[data.Dialect]string{
	data.Postgres: `SELECT l.pid, concat_ws(' ', a.usename, a.application_name, 'from', coalesce(a.client_addr::text, 'this machine'),
			'(process ' || l.pid || ')', 'since', date_trunc('second', a.xact_start))
		FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
		WHERE l.locktype = 'advisory' AND l.granted AND l.classid = (CASE WHEN hashtext('framework_migrations') < 0 THEN 4294967295 ELSE 0 END)::oid
			AND l.objid::bigint = (hashtext('framework_migrations')::bigint & 4294967295) AND l.database = (SELECT oid FROM pg_database WHERE datname =
				current_database())`,
	data.MySQL: "SELECT id, CONCAT(user, ' from ', host, ' (connection ', id, ')') FROM information_schema.processlist WHERE id = IS_USED_LOCK(" +
		mysqlLock + ")",
}

// Unlock ends the session that holds the lock and returns who it is. Locks of SQLite end with their process.
func (t *Target) Unlock(ctx context.Context) (holder string, err error) {
	query, ok := holders[t.db.Dialect()]
	if !ok {
		return "", nil
	}
	rows, err := t.db.Query(ctx, query, data.Args{})
	if err != nil || rows.Len() == 0 {
		return "", err
	}
	id := rows.Cell(0, 0).Value()
	holder = rows.Cell(0, 1).Text()
	if t.db.Dialect() == data.Postgres {
		_, err = t.db.Query(ctx, "SELECT pg_terminate_backend(?)", data.Positional(id))
		return holder, err
	}
	return holder, t.db.ExecuteOne(ctx, fmt.Sprintf("KILL CONNECTION %v", id))
}
