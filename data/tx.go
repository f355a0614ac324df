package data

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Isolation is how much a transaction sees of others.
type Isolation uint8

// The isolation levels. SQLite's transactions are always serializable.
const (
	DefaultIsolation Isolation = iota // the database's own default
	ReadUncommitted
	ReadCommitted
	RepeatableRead
	Serializable
)

// TxOptions says how a transaction begins. The zero value begins an ordinary one.
type TxOptions struct {
	Isolation Isolation
	ReadOnly  bool // for SQLite: on a reader, without waiting for the writer; otherwise on a replica, if there are any
}

// Tx is a transaction. It has a connection of its own until Commit or Rollback, one of which must
// be called. Its methods are those of DB. It may pass between goroutines, but runs one statement
// at a time.
//
// A statement run on the DB, not on the Tx, does not see the transaction's changes. For SQLite a
// write on the DB waits for the transaction's end, so within a transaction it fails after the
// AcquireTimeout.
type Tx struct {
	db    *DB
	mu    sync.Mutex
	lease lease
	ended bool

	cursors []*Cursor // the open ones
}

// Begin begins a transaction. Canceling ctx later does not end it.
func (db *DB) Begin(ctx context.Context, o TxOptions) (*Tx, error) {
	const op = "data.begin"
	ctx, cancel := db.bounded(ctx)
	defer cancel()
	ctx, span := db.startControl(ctx, "BEGIN")
	began := db.slow.begin()
	tx := &Tx{db: db}
	begin := func(p *pool) (err error) {
		if tx.lease, err = p.acquire(ctx); err != nil {
			return err
		}
		if err = tx.lease.run(func(s session) error { return s.begin(ctx, o) }); err != nil {
			tx.lease.close()
		}
		return err
	}
	var err error
	if o.ReadOnly {
		err = db.onReader(ctx, begin)
	} else {
		err = begin(db.writers)
	}
	if errors.Is(err, ErrNoneFree) {
		return nil, err // the caller tries again, so this span is not recorded
	}
	db.tellScript(ctx, began, "BEGIN", true, err)
	endSpan(span, err)
	if err != nil {
		return nil, db.failure(ctx, op, "", err)
	}
	return tx, nil
}

// Transaction runs f in a transaction. It commits if f returns nil, and rolls back if f returns
// an error or panics.
func (db *DB) Transaction(ctx context.Context, o TxOptions, f func(*Tx) error) error {
	tx, err := db.Begin(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }() // does nothing after Commit
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// Dialect returns the database's dialect.
func (tx *Tx) Dialect() Dialect { return tx.db.dialect }

// Query is like DB.Query, within the transaction.
func (tx *Tx) Query(ctx context.Context, sql string, args Args) (*Rows, error) {
	ctx, cancel := tx.db.bounded(ctx)
	defer cancel()
	return tx.db.query(ctx, tx.leaseFor, sql, args)
}

// Update is like DB.Update, within the transaction.
func (tx *Tx) Update(ctx context.Context, sql string, args Args) (Result, error) {
	ctx, cancel := tx.db.bounded(ctx)
	defer cancel()
	return tx.db.update(ctx, tx.leaseFor, sql, args)
}

// BatchUpdate is like DB.BatchUpdate, within the transaction.
func (tx *Tx) BatchUpdate(ctx context.Context, sql string, batch []Args) ([]Result, error) {
	return tx.db.batch(ctx, tx.leaseFor, sql, batch)
}

// Execute is like DB.Execute, within the transaction.
func (tx *Tx) Execute(ctx context.Context, script string) error {
	ctx, cancel := tx.db.bounded(ctx)
	defer cancel()
	return tx.db.execute(ctx, tx.leaserOf(script), script)
}

// ExecuteOne runs one statement without parameters exactly as it is: nothing in it is treated as
// a parameter, and a semicolon does not end it, since the body of a routine may contain some.
func (tx *Tx) ExecuteOne(ctx context.Context, sql string) error {
	ctx, cancel := tx.db.bounded(ctx)
	defer cancel()
	err := tx.leaseFor(ctx, false, func(s session) error { return s.one(ctx, sql) })
	return tx.db.outcome(ctx, "data.execute", sql, err)
}

// Commit makes the changes permanent. If it fails, they are rolled back.
func (tx *Tx) Commit(ctx context.Context) error {
	ctx, cancel := tx.db.bounded(ctx)
	defer cancel()
	ctx, span := tx.db.startControl(ctx, "COMMIT")
	began := tx.db.slow.begin()
	err := tx.end(func(s session) error {
		if !s.inTransaction() {
			return errEndedEarly
		}
		err := s.commit(ctx)
		if s.inTransaction() {
			err = errors.Join(err, rollbackOf(ctx, s))
		}
		return err
	})
	tx.db.tellScript(ctx, began, "COMMIT", true, err)
	endSpan(span, err)
	return tx.db.outcome(ctx, "data.commit", "", err)
}

// Rollback undoes the changes, even if ctx has ended. It does nothing after the transaction's
// end.
func (tx *Tx) Rollback(ctx context.Context) error {
	err := tx.end(func(s session) error {
		if !s.inTransaction() {
			return nil
		}
		ctx, span := tx.db.startControl(ctx, "ROLLBACK")
		began := tx.db.slow.begin()
		err := rollbackOf(ctx, s)
		tx.db.tellScript(ctx, began, "ROLLBACK", true, err)
		endSpan(span, err)
		return err
	})
	if errors.Is(err, errEnded) || errors.Is(err, errLost) {
		return nil // a database rolls back the transaction of a lost connection
	}
	return tx.db.outcome(context.WithoutCancel(ctx), "data.rollback", "", err)
}

var (
	errEnded      = &Error{Kind: BadParameters, Offset: -1, Message: "the transaction has ended"}
	errEndedEarly = &Error{
		Kind: Other, Offset: -1,
		Message: "the transaction had already ended, by a statement that failed or by a script",
	}
)

// end runs the last statement of a transaction and returns its connection.
func (tx *Tx) end(f func(session) error) error {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	if tx.ended {
		return errEnded
	}
	tx.ended = true
	defer tx.lease.close()
	for len(tx.cursors) > 0 {
		tx.cursors[0].finish(context.Background())
	}
	return tx.lease.run(f)
}

// forget removes a cursor that has ended.
func (tx *Tx) forget(c *Cursor) {
	tx.cursors = slices.DeleteFunc(tx.cursors, func(other *Cursor) bool { return other == c })
}

// leaseFor is the leaser of statements in the transaction.
func (tx *Tx) leaseFor(_ context.Context, _ bool, f func(session) error) error {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	return tx.leased(f)
}

// leased runs f on the transaction's session, holding the lock.
func (tx *Tx) leased(f func(session) error) error {
	switch {
	case tx.ended:
		return errEnded
	case tx.db.dialect == MySQL && len(tx.cursors) > 0:
		return errStreaming // the protocol answers one statement after the other
	}
	return tx.lease.run(f)
}

// rollbackOf rolls back even if ctx has ended, which is often the reason for the rollback.
func rollbackOf(ctx context.Context, s session) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return s.rollback(ctx)
}

// sql returns the level's name in SQL, or "" for the default.
func (i Isolation) sql() string {
	return [...]string{"", "READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"}[i]
}
