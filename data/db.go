package data

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"math"
	"time"
)

// DB is one open datasource. It is safe for concurrent use.
//
// Every error that its methods return is a *fault.Error, in most cases with an *Error as its
// cause.
type DB struct {
	settings   Settings
	dialect    Dialect
	backend    backend
	statements *statements
	readers    *pool
	writers    *pool     // the same as readers, except for an SQLite file
	replicas   *replicas // nil if there are no replicas
	slow       *slowLog
	stop       context.CancelFunc // ends the background work
}

// Result is the outcome of an update.
type Result struct {
	Affected int64 // rows inserted, changed or deleted; for MySQL rows matched, whether or not changed
	// Key is the generated key: an int64 for SQLite or MySQL, or, for every database, the first
	// column of the first row that a RETURNING clause returns. For PostgreSQL RETURNING is the
	// only way. Key is nil if no key was generated.
	Key any
}

// Open opens a datasource. It creates SQLite's file and its folder when they are missing, so that
// Open reports problems with them. For a server only the URL is checked, and nothing connects
// before the first statement; use Ping to check that the server answers.
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

// openBackend sets up the pool of a server.
func (db *DB) openBackend() error {
	if db.dialect == Postgres {
		return db.openPostgres()
	}
	return db.openMySQL()
}

// Name returns the datasource's name.
func (db *DB) Name() string { return db.settings.Name }

// Dialect returns the datasource's kind of database.
func (db *DB) Dialect() Dialect { return db.dialect }

// Ping checks that the database answers.
func (db *DB) Ping(ctx context.Context) error {
	ctx, cancel := db.bounded(ctx)
	defer cancel()
	err := db.readers.with(ctx, func(s session) error { return s.ping(ctx) })
	return db.outcome(ctx, "data.ping", "", err)
}

// Stats returns the state of the pools for metrics: of the readers, and of the writer if it has a
// pool of its own.
func (db *DB) Stats() (readers, writers sql.DBStats) {
	return db.readers.connections(), db.writers.connections()
}

// OnePool reports whether readers and writers share one pool. They do, except for an SQLite file.
func (db *DB) OnePool() bool { return db.readers == db.writers }

// Close closes all connections once their statements have ended.
func (db *DB) Close() error {
	db.stop()
	err := db.readers.close()
	if db.writers != db.readers {
		err = errors.Join(err, db.writers.close())
	}
	if db.replicas != nil {
		err = errors.Join(err, db.replicas.close())
	}
	return err
}

// Query runs one statement that returns rows: a SELECT, or another statement with RETURNING.
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

// BatchUpdate runs one statement with many sets of values. The statement is prepared once, and
// all sets run in one transaction, so that either all of them take effect or none. The results
// are in the order of the batch.
func (db *DB) BatchUpdate(ctx context.Context, sql string, batch []Args) ([]Result, error) {
	var results []Result
	err := db.Transaction(ctx, TxOptions{}, func(tx *Tx) (err error) {
		results, err = tx.BatchUpdate(ctx, sql, batch)
		return err
	})
	return results, err
}

// Execute runs a script of one or more statements, separated by semicolons and without
// parameters. The script runs in a transaction only if it begins one. A transaction that the
// script leaves open is rolled back, which is an error.
func (db *DB) Execute(ctx context.Context, script string) error {
	ctx, cancel := db.bounded(ctx)
	defer cancel()
	return db.execute(ctx, db.leaseFor, script)
}

// ExecuteOne runs one statement without parameters exactly as it is, like Tx.ExecuteOne, outside of
// any transaction.
func (db *DB) ExecuteOne(ctx context.Context, sql string) error {
	ctx, cancel := db.bounded(ctx)
	defer cancel()
	err := db.leaseFor(ctx, false, func(s session) error { return s.one(ctx, sql) })
	return db.outcome(ctx, "data.execute", sql, err)
}

// WithQueryTimeout returns the same datasource with another query timeout, for statements that
// are known to take long. The two share their connections: close only one of them.
func (db *DB) WithQueryTimeout(d time.Duration) *DB {
	other := *db
	other.settings.QueryTimeout = d
	return &other
}

// Alone opens the datasource again, until end is called, with connections that nobody else has: what a statement sets for its session is gone
// with them. There are two connections, and none is replaced as long as it works. A database in memory has no other connection than its
// own, which is set up anew at the end.
func (db *DB) Alone(ctx context.Context) (own *DB, end func(), err error) {
	if b, is := db.backend.(sqliteBackend); is && b.path == "" {
		return db, func() {
			_ = db.writers.with(context.WithoutCancel(ctx), func(s session) error { return s.script(ctx, b.pragmas()) })
		}, nil
	}
	settings := db.settings
	settings.MaxConnections, settings.MinIdle, settings.MaxLifetime, settings.Replicas = 2, 0, math.MaxInt64, nil
	own, err = Open(ctx, settings)
	if err != nil {
		return nil, nil, err
	}
	own.slow = db.slow // and with it the listener of statements
	return own, func() { _ = own.Close() }, nil
}

// WithLimits returns the same datasource with other limits of one result, for callers that bound
// their results themselves. The two share their connections: close only one of them.
func (db *DB) WithLimits(rows, bytes int) *DB {
	other := *db
	other.settings.MaxRows, other.settings.MaxBytes = rows, bytes
	return &other
}

// bounded returns ctx with the datasource's query timeout, unless ctx ends sooner.
func (db *DB) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= db.settings.QueryTimeout {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, db.settings.QueryTimeout)
}

// leaser runs a function on a session, which comes from a pool or belongs to a transaction.
type leaser func(ctx context.Context, read bool, f func(session) error) error

// leaseFor is the leaser of single statements. A read whose connection breaks is tried again on
// another connection, because the server may have been restarted since the last use.
func (db *DB) leaseFor(ctx context.Context, read bool, f func(session) error) error {
	run := func(s session) error { return alone(ctx, s, f) }
	if !read {
		return db.writers.with(ctx, run)
	}
	return db.onReader(ctx, func(p *pool) error { return p.with(ctx, run) })
}

// alone runs f outside of any transaction. A transaction that f leaves open is rolled back.
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
	ctx, span := db.startSpan(ctx, c.statement)
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
	db.endSlow(ctx, began, sql, b.rows.count, err)
	db.tellRan(ctx, began, []call{c}, b.rows.count, 0, err)
	if span != nil {
		span.Set(slog.Int("db.response.returned_rows", b.rows.count))
		endSpan(span, err)
	}
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
	ctx, span := db.startSpan(ctx, c.statement)
	began := db.slow.begin()
	var result Result
	err = on(ctx, false, func(s session) (err error) {
		result, err = s.update(ctx, c)
		return err
	})
	db.endSlow(ctx, began, sql, noRows, err)
	db.tellRan(ctx, began, []call{c}, noRows, result.Affected, err)
	if span != nil {
		span.Set(slog.Int64("fwrun.db.affected_rows", result.Affected))
		endSpan(span, err)
	}
	return result, db.outcome(ctx, op, sql, err)
}

func (db *DB) execute(ctx context.Context, on leaser, script string) error {
	ctx, span := db.startScript(ctx, script)
	began := db.slow.begin()
	err := on(ctx, false, func(s session) error { return s.script(ctx, script) })
	db.endSlow(ctx, began, script, noRows, err)
	db.tellScript(ctx, began, script, false, err)
	endSpan(span, err)
	return db.outcome(ctx, "data.execute", script, err)
}

// call binds the values. It returns an error for a statement that would change the state of a
// pooled connection.
func (db *DB) call(sql string, args Args) (call, error) {
	c, err := db.statements.call(sql, args)
	if err == nil && c.Kind.ControlsTransaction() {
		err = &Error{
			Kind: BadParameters, Offset: -1,
			Message: "use transaction(fn) to begin and end a transaction, not a statement",
		}
	}
	return c, err
}

// outcome is like failure, but returns nil if err is nil.
func (db *DB) outcome(ctx context.Context, op, sql string, err error) error {
	if err == nil {
		return nil
	}
	return db.failure(ctx, op, sql, err)
}
