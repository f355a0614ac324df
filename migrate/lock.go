package migrate

import (
	"context"
	"errors"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/fault"
)

// locked runs f in a transaction while no other process does the same on this database.
//
// SQLite's transaction is the lock itself. PostgreSQL has a lock that ends with the transaction.
// MySQL's transactions end with every change of the schema, so its lock belongs to the connection
// and has to be released.
func (r *runner) locked(ctx context.Context, f func(context.Context, *data.Tx) error) error {
	tx, err := r.begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }() // does nothing after Commit
	if err := r.lock(ctx, tx); err != nil {
		return err
	}
	defer r.unlock(ctx, tx) // before the connection returns to the pool, since the lock belongs to it
	if err := f(ctx, tx); err != nil {
		return err
	}
	return r.commit(ctx, tx)
}

// begin begins a transaction. SQLite itself waits only a few seconds for the transaction of
// another process.
func (r *runner) begin(ctx context.Context) (*data.Tx, error) {
	deadline := time.NewTimer(r.options.LockTimeout)
	defer deadline.Stop()
	for {
		tx, err := r.db.Begin(ctx, data.TxOptions{})
		if e, ok := errors.AsType[*data.Error](err); !ok || e.Kind != data.Busy {
			return tx, err
		}
		select {
		case <-deadline.C:
			return nil, lockTimeout(err)
		case <-ctx.Done():
			return nil, lockTimeout(ctx.Err())
		default:
		}
	}
}

func lockTimeout(err error) error {
	return fault.New("migrate.sql", fault.Unavailable, "another process is migrating this database").
		WithHint("wait for it to end, or check whether it hangs").Because(err)
}

// lock takes the lock, unless beginning the transaction has taken it.
func (r *runner) lock(ctx context.Context, tx *data.Tx) error {
	ctx, cancel := context.WithTimeout(ctx, r.options.LockTimeout)
	defer cancel()
	switch tx.Dialect() {
	case data.Postgres:
		_, err := tx.Query(ctx, "SELECT pg_advisory_xact_lock(hashtext('framework_migrations'))", data.Args{})
		return timedOut(ctx, err)
	case data.MySQL:
		rows, err := tx.Query(ctx, "SELECT GET_LOCK("+mysqlLock+", ?)",
			data.Positional(r.options.LockTimeout.Seconds()))
		if err == nil && (rows.Cell(0, 0).Kind() != data.Int || rows.Cell(0, 0).Int() != 1) {
			return lockTimeout(nil)
		}
		return timedOut(ctx, err)
	default:
		return nil
	}
}

func timedOut(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return lockTimeout(err)
	}
	return err
}

// mysqlLock is the lock's name: such locks belong to the whole server, and their names have to be
// short.
const mysqlLock = "CONCAT('fwrun ', MD5(COALESCE(DATABASE(), '')))"

func (r *runner) unlock(ctx context.Context, tx *data.Tx) {
	if tx.Dialect() != data.MySQL {
		return
	}
	_, err := tx.Query(context.WithoutCancel(ctx), "SELECT RELEASE_LOCK("+mysqlLock+")", data.Args{})
	if err != nil {
		r.options.Log.WarnContext(ctx, "the migration lock was not released", "error", err)
	}
}

// commit commits the transaction. For MySQL it keeps the connection, because unlock has to
// follow.
func (r *runner) commit(ctx context.Context, tx *data.Tx) error {
	if tx.Dialect() == data.MySQL {
		return tx.ExecuteOne(ctx, "COMMIT")
	}
	return tx.Commit(ctx)
}
