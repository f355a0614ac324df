package data

import (
	"context"
	"database/sql/driver"
	"errors"
	"time"
)

// backend is a kind of database.
type backend interface {
	connect(ctx context.Context) (session, error)
	// describe converts a driver's error; false if the error is not the driver's.
	describe(err error) (*Error, bool)
}

// session is one connection. It is used by one goroutine at a time and keeps its prepared
// statements.
type session interface {
	query(ctx context.Context, c call, b *builder) error
	prepare(ctx context.Context, c call) ([]Column, error) // without running it; the columns are nil without rows, and always for MySQL
	// stream begins a statement that reads. The transfer from the server ends with life, which
	// lasts longer than ctx.
	stream(ctx, life context.Context, c call) (source, error)
	update(ctx context.Context, c call) (Result, error)
	batch(ctx context.Context, calls []call) ([]Result, error) // of one statement, in a transaction
	script(ctx context.Context, text string) error
	one(ctx context.Context, text string) error // one statement without parameters, sent as it is

	begin(ctx context.Context, o TxOptions) error
	commit(ctx context.Context) error
	rollback(ctx context.Context) error
	inTransaction() bool

	ping(ctx context.Context) error
	alive() bool                         // false once it cannot be used any more
	checkIdle(ctx context.Context) error // called before it is used again; an error discards it
	close() error
}

// oneByOne implements batch for a session that has no better way.
func oneByOne(ctx context.Context, s session, calls []call) ([]Result, error) {
	results := make([]Result, 0, len(calls))
	for _, c := range calls {
		r, err := s.update(ctx, c)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// errNotRead is the error of a statement that was taken for a read but writes. It was not run.
var errNotRead = errors.New("data: the statement is not a read")

// connector lets database/sql pool sessions: open, check, age and close them. Nothing else of
// database/sql is used, because its way of reading rows allocates for each cell.
type connector struct {
	backend  backend
	settings Settings
	times    *connectionTimes // set by newPool
}

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, c.settings.ConnectTimeout)
	defer cancel()
	began := time.Now()
	s, err := c.backend.connect(ctx)
	if err != nil {
		return nil, &connectError{err}
	}
	c.times.created(time.Since(began))
	return &pooled{session: s, settings: &c.settings}, nil
}

// Driver is part of driver.Connector; nothing in this package calls it.
func (c connector) Driver() driver.Driver { return nil }

// connectError marks an error of opening a connection.
type connectError struct{ err error }

func (e *connectError) Error() string { return e.err.Error() }
func (e *connectError) Unwrap() error { return e.err }

// pooled is a session in the form that database/sql pools.
type pooled struct {
	session
	settings *Settings
	used     time.Time // the last use, for sessions with a validation query
}

var errNotOffered = errors.New("data: use the methods of data.DB")

func (p *pooled) Close() error                        { return p.close() }
func (p *pooled) Begin() (driver.Tx, error)           { return nil, errNotOffered }
func (p *pooled) Prepare(string) (driver.Stmt, error) { return nil, errNotOffered }

// IsValid is called when the session returns to the pool.
func (p *pooled) IsValid() bool {
	if p.settings.ValidationQuery != "" {
		p.used = time.Now()
	}
	return p.alive() && !p.inTransaction()
}

// ResetSession is called before the session is used again.
func (p *pooled) ResetSession(ctx context.Context) error {
	if p.settings.ValidationQuery != "" && time.Since(p.used) >= trusted {
		bounded, cancel := context.WithTimeout(ctx, p.settings.ConnectTimeout)
		defer cancel()
		if err := p.script(bounded, p.settings.ValidationQuery); err != nil {
			return driver.ErrBadConn
		}
		return nil
	}
	if err := p.checkIdle(ctx); err != nil {
		return driver.ErrBadConn
	}
	return nil
}

// trusted is how long a connection may be idle and still be used without a check.
const trusted = time.Second
