package data

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// DB is one open datasource, safe for concurrent use.
//
// Every error of its methods is a *fault.Error, mostly with an *Error as its cause.
type DB struct {
	settings   Settings
	dialect    Dialect
	backend    backend
	statements *statements
	readers    *pool
	writers    *pool     // the same as readers, except for an SQLite file
	replicas   *replicas // nil without any
	slow       *slowLog
	stop       context.CancelFunc // of what goes on beside
}

// Result is what an update did.
type Result struct {
	Affected int64 // rows inserted, changed or deleted; for MySQL rows matched, whether or not changed
	// Key is the generated key: an int64 of SQLite or MySQL, or, for every database, the first
	// column of the first row that a RETURNING clause gives, which is the only way for
	// PostgreSQL. nil when there is none.
	Key any
}

// Open opens a datasource. SQLite's file and its folder are created when missing, so that
// what is wrong with them fails here. A server is not asked before the first statement;
// for it only the URL is checked. Ping asks.
func Open(ctx context.Context, s Settings) (*DB, error) {
	dialect, err := dialectOf(s)
	if err != nil {
		return nil, err
	}
	s = s.withDefaults(dialect)
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	db := &DB{
		settings: s, dialect: dialect, statements: newStatements(dialect), slow: &slowLog{bound: s.SlowQuery}, stop: stop,
	}
	if dialect == SQLite {
		err = db.openSQLite(ctx)
	} else {
		err = db.openBackend()
	}
	if err == nil {
		if err = db.openReplicas(); err != nil {
			_ = db.Close()
		}
	}
	if err != nil {
		stop()
		return nil, err
	}
	if s.MinIdle > 0 && dialect != SQLite {
		go db.readers.keepIdle(background, min(s.MinIdle, s.MaxConnections))
	}
	return db, nil
}

// openBackend sets up a server's pool.
func (db *DB) openBackend() error {
	if db.dialect == Postgres {
		return db.openPostgres()
	}
	return db.openMySQL()
}

// Name is the datasource's name.
func (db *DB) Name() string { return db.settings.Name }

// Dialect is its kind of database.
func (db *DB) Dialect() Dialect { return db.dialect }

// Ping asks the database whether it is there.
func (db *DB) Ping(ctx context.Context) error {
	ctx, cancel := db.bounded(ctx)
	defer cancel()
	err := db.readers.with(ctx, func(s session) error { return s.ping(ctx) })
	return db.outcome(ctx, "data.ping", "", err)
}

// Stats tells how the pools are, for metrics: the readers, and the writer where it is apart.
func (db *DB) Stats() (readers, writers sql.DBStats) {
	return db.readers.db.Stats(), db.writers.db.Stats()
}

// OnePool tells whether readers and writers are the same, as they are but for a SQLite file.
func (db *DB) OnePool() bool { return db.readers == db.writers }

// Close closes all connections once their statements have ended.
func (db *DB) Close() error {
	db.stop()
	err := db.readers.db.Close()
	if db.writers != db.readers {
		err = errors.Join(err, db.writers.db.Close())
	}
	if db.replicas != nil {
		err = errors.Join(err, db.replicas.close())
	}
	return err
}

// Query runs one statement that returns rows: a SELECT, or any other with RETURNING.
func (db *DB) Query(ctx context.Context, sql string, args Args) (*Rows, error) {
	ctx, cancel := db.bounded(ctx)
	defer cancel()
	return db.query(ctx, db.leaseFor, sql, args)
}

// Update runs one statement that changes rows.
func (db *DB) Update(ctx context.Context, sql string, args Args) (Result, error) {
	ctx, cancel := db.bounded(ctx)
	defer cancel()
	return db.update(ctx, db.leaseFor, sql, args)
}

// BatchUpdate runs one statement with many sets of values, prepared once and in one
// transaction: all of them, or none. The results are in the order of the batch.
func (db *DB) BatchUpdate(ctx context.Context, sql string, batch []Args) ([]Result, error) {
	var results []Result
	err := db.Transaction(ctx, TxOptions{}, func(tx *Tx) (err error) {
		results, err = tx.BatchUpdate(ctx, sql, batch)
		return err
	})
	return results, err
}

// Execute runs a script of one or several statements, separated by semicolons and without
// parameters. It is no transaction unless the script says so; what it leaves open is
// rolled back and an error.
func (db *DB) Execute(ctx context.Context, script string) error {
	ctx, cancel := db.bounded(ctx)
	defer cancel()
	return db.execute(ctx, db.leaseFor, script)
}

// WithQueryTimeout is the same datasource with another bound on the time of a statement,
// for those that are known to take long. The two share their connections: close one of them.
func (db *DB) WithQueryTimeout(d time.Duration) *DB {
	other := *db
	other.settings.QueryTimeout = d
	return &other
}

// bounded puts the datasource's query timeout on ctx, unless it ends sooner anyway.
func (db *DB) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= db.settings.QueryTimeout {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, db.settings.QueryTimeout)
}

// leaser runs a function on a session: one of a pool, or a transaction's.
type leaser func(ctx context.Context, read bool, f func(session) error) error

// leaseFor is the leaser of single statements. A read whose connection breaks is tried on
// another one: the server may have been restarted since the connection was used last.
func (db *DB) leaseFor(ctx context.Context, read bool, f func(session) error) error {
	run := func(s session) error { return alone(ctx, s, f) }
	if !read {
		return db.writers.with(ctx, run)
	}
	return db.onReader(ctx, func(p *pool) error { return p.with(ctx, run) })
}

// alone runs f outside of any transaction, and leaves none behind.
func alone(ctx context.Context, s session, f func(session) error) error {
	err := f(s)
	if s.inTransaction() {
		err = errors.Join(err, rollbackOf(ctx, s), errLeftOpen)
	}
	return err
}

var errLeftOpen = &Error{
	Kind: BadParameters, Offset: -1,
	Message: "the statement left a transaction open, which was rolled back; use transaction(fn)",
}

func (db *DB) query(ctx context.Context, on leaser, sql string, args Args) (*Rows, error) {
	const op = "data.query"
	c, err := db.call(sql, args)
	if err != nil {
		return nil, db.failure(ctx, op, sql, err)
	}
	began := db.slow.begin()
	var b builder
	run := func(s session) error {
		b = builder{limits: db.settings.limits()}
		return s.query(ctx, c, &b)
	}
	err = on(ctx, c.reads(), run)
	if errors.Is(err, errNotRead) {
		c.writes.Store(true)
		err = on(ctx, false, run)
	}
	db.endSlow(ctx, began, sql, err)
	if err != nil {
		return nil, db.failure(ctx, op, sql, err)
	}
	c.learn(&b.rows)
	return &b.rows, nil
}

func (db *DB) update(ctx context.Context, on leaser, sql string, args Args) (Result, error) {
	const op = "data.update"
	c, err := db.call(sql, args)
	if err != nil {
		return Result{}, db.failure(ctx, op, sql, err)
	}
	began := db.slow.begin()
	var result Result
	err = on(ctx, false, func(s session) (err error) {
		result, err = s.update(ctx, c)
		return err
	})
	db.endSlow(ctx, began, sql, err)
	return result, db.outcome(ctx, op, sql, err)
}

func (db *DB) execute(ctx context.Context, on leaser, script string) error {
	began := db.slow.begin()
	err := on(ctx, false, func(s session) error { return s.script(ctx, script) })
	db.endSlow(ctx, began, script, err)
	return db.outcome(ctx, "data.execute", script, err)
}

// call binds values, and refuses what would change the state of a pooled connection.
func (db *DB) call(sql string, args Args) (call, error) {
	c, err := db.statements.call(sql, args)
	if err == nil && c.Kind.ControlsTransaction() {
		err = &Error{
			Kind: BadParameters, Offset: -1,
			Message: "a transaction is begun and ended by transaction(fn), not by a statement",
		}
	}
	return c, err
}

// outcome is failure for errors that may be nil.
func (db *DB) outcome(ctx context.Context, op, sql string, err error) error {
	if err == nil {
		return nil
	}
	return db.failure(ctx, op, sql, err)
}
