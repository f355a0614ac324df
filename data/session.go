package data

import (
	"context"
	"database/sql/driver"
	"errors"
	"time"
)

// backend is one kind of database.
type backend interface {
	connect(ctx context.Context) (session, error)
	// describe turns a driver's error into ours; false when it is not the driver's.
	describe(err error) (*Error, bool)
}

// session is one connection. It is used by one goroutine at a time and keeps its prepared
// statements.
type session interface {
	query(ctx context.Context, c call, b *builder) error
	prepare(ctx context.Context, c call) ([]Column, error) // without running it; nil without rows, and of MySQL
	// stream begins a statement that reads. What the server sends ends with life, which is
	// longer than ctx.
	stream(ctx, life context.Context, c call) (source, error)
	update(ctx context.Context, c call) (Result, error)
	batch(ctx context.Context, calls []call) ([]Result, error) // of one statement, in a transaction
	script(ctx context.Context, text string) error
	one(ctx context.Context, text string) error // one statement without parameters, as it is

	begin(ctx context.Context, o TxOptions) error
	commit(ctx context.Context) error
	rollback(ctx context.Context) error
	inTransaction() bool

	ping(ctx context.Context) error
	alive() bool                         // false once it can not be used any more
	checkIdle(ctx context.Context) error // before it is used again; an error discards it
	close() error
}

// oneByOne is the batch of a session that has no better way.
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

// errNotRead says that a statement taken for a read writes, and was not run.
var errNotRead = errors.New("data: the statement is not a read")

// connector lets database/sql pool sessions: it opens, checks, ages and closes them. The
// rest of database/sql is passed by, since its way of reading rows allocates per cell.
type connector struct {
	backend  backend
	settings Settings
}

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, c.settings.ConnectTimeout)
	defer cancel()
	s, err := c.backend.connect(ctx)
	if err != nil {
		return nil, &connectError{err}
	}
	return &pooled{session: s, settings: &c.settings}, nil
}

// Driver is asked for by nobody here.
func (c connector) Driver() driver.Driver { return nil }

// connectError marks an error as one of opening a connection.
type connectError struct{ err error }

func (e *connectError) Error() string { return e.err.Error() }
func (e *connectError) Unwrap() error { return e.err }

// pooled is a session in the shape database/sql pools.
type pooled struct {
	session
	settings *Settings
	used     time.Time // of sessions with a validation query
}

var errNotOffered = errors.New("data: use the methods of data.DB")

func (p *pooled) Close() error                        { return p.close() }
func (p *pooled) Begin() (driver.Tx, error)           { return nil, errNotOffered }
func (p *pooled) Prepare(string) (driver.Stmt, error) { return nil, errNotOffered }

// IsValid is asked when the session goes back to the pool.
func (p *pooled) IsValid() bool {
	if p.settings.ValidationQuery != "" {
		p.used = time.Now()
	}
	return p.alive() && !p.inTransaction()
}

// ResetSession is asked before the session is used again.
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

// trusted is how long a connection may have been idle to be used unasked.
const trusted = time.Second
