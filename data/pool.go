package data

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/platform/limit"
)

// pool is a pool of sessions. It lends at most as many at once as it has slots.
type pool struct {
	name  string
	db    *sql.DB
	slots chan struct{}
	wait  time.Duration
	queue int // requests that may wait for a slot

	pending         atomic.Int32 // requests that wait for a slot
	elsewhere       atomic.Int32 // requests that wait until they may ask for one
	waits, timeouts atomic.Int64
	times           *connectionTimes
	share           atomic.Pointer[share] // of the workers; nil for all
	warm            *warm                 // nil if connections to a server are checked by database/sql before each use
}

// newPool returns a pool. If keep is set, idle sessions are never closed.
func newPool(c connector, size int, keep bool) *pool {
	c.times = &connectionTimes{}
	db := sql.OpenDB(c)
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	if !keep {
		db.SetConnMaxIdleTime(c.settings.MaxIdleTime)
		db.SetConnMaxLifetime(c.settings.MaxLifetime)
	}
	return &pool{
		name: c.settings.Name, db: db, slots: make(chan struct{}, size),
		wait: c.settings.AcquireTimeout, queue: c.settings.Queue, times: c.times,
	}
}

// lease is a session taken from the pool; close returns it.
type lease struct {
	pool  *pool
	conn  *sql.Conn
	since time.Time // zero if nothing observes the pool
}

func (p *pool) acquire(ctx context.Context) (lease, error) {
	if err := p.takeSlot(ctx); err != nil {
		return lease{}, err
	}
	if p.warm != nil {
		if conn := p.warm.take(); conn != nil {
			return lease{p, conn, p.times.begin()}, nil
		}
	}
	conn, err := p.db.Conn(ctx)
	if err != nil {
		<-p.slots
		return lease{}, unavailable(err)
	}
	return lease{p, conn, p.times.begin()}, nil
}

// takeSlot waits for a free slot. database/sql could wait itself, but would wait until the
// caller's deadline and not say why.
func (p *pool) takeSlot(ctx context.Context) error {
	select {
	case p.slots <- struct{}{}:
		p.times.waited(0)
		return nil
	default:
	}
	how := mannerOf(ctx)
	if how == atOnce {
		return ErrNoneFree
	}
	if err := p.join(&p.pending); err != nil {
		return err
	}
	defer p.pending.Add(-1)
	longest := p.wait
	if how == briefly {
		longest = min(longest, briefWait)
	}
	if all := p.share.Load(); all != nil && how != aside {
		longest = all.enter(longest)
		defer all.leave()
	}
	return p.waitForSlot(ctx, longest)
}

// join adds a request to those that wait, if there is a place for it.
func (p *pool) join(waiting *atomic.Int32) error {
	waiting.Add(1)
	if int(p.pending.Load()+p.elsewhere.Load()) <= p.queue {
		return nil
	}
	waiting.Add(-1)
	return &Error{Kind: Unavailable, Offset: -1, Message: fmt.Sprintf(
		"%d requests are waiting for one of the %d connections of datasource %q already", p.queue, cap(p.slots), p.name)}
}

// waitForSlot waits for a slot that another session gives back.
func (p *pool) waitForSlot(ctx context.Context, longest time.Duration) error {
	p.waits.Add(1)
	began := time.Now()
	within, end := limit.Within(ctx, longest, errLate)
	defer end()
	select {
	case p.slots <- struct{}{}:
		p.times.waited(time.Since(began))
		return nil
	case <-within.Done():
	}
	if errors.Is(context.Cause(within), errLate) {
		return p.late(longest)
	}
	return ctx.Err()
}

var errLate = errors.New("no connection became free")

// late counts a request that has waited for too long, and returns its error.
func (p *pool) late(longest time.Duration) error {
	p.timeouts.Add(1)
	hint := "is a transaction kept open?"
	if longest < p.wait {
		hint = "too many workers are waiting for connections, or streams of this worker keep them open"
	}
	return &Error{Kind: Unavailable, Offset: -1, Message: fmt.Sprintf(
		"none of the %d connections of datasource %q became free within %s; %s", cap(p.slots), p.name, longest, hint)}
}

// full reports whether all slots are taken.
func (p *pool) full() bool { return len(p.slots) == cap(p.slots) }

// unavailable returns the error of failing to get a connection, whatever the cause is.
func unavailable(err error) error {
	if isContextError(err) && !isConnectError(err) {
		return err
	}
	return &Error{Kind: Unavailable, Message: err.Error(), Offset: -1, Err: err}
}

func isConnectError(err error) bool {
	_, ok := errors.AsType[*connectError](err)
	return ok
}

// run calls f with the session. A session that is broken afterwards does not return to the pool.
func (l lease) run(f func(session) error) error {
	failed := errLost
	err := l.conn.Raw(func(c any) error {
		s := c.(*pooled).session
		failed = f(s)
		if !s.alive() {
			if s, goesOn := s.(interface{ kill() }); goesOn && isContextError(failed) {
				s.kill()
			}
			return driver.ErrBadConn
		}
		return nil
	})
	if failed != nil && errors.Is(err, driver.ErrBadConn) {
		return &brokenError{failed}
	}
	return failed
}

// errLost is the error of using a session that broke earlier.
var errLost error = &Error{Kind: Unavailable, Offset: -1, Message: "the connection to the database was lost"}

// brokenError is the error of a call during which the session broke.
type brokenError struct{ err error }

func (e *brokenError) Error() string { return e.err.Error() }
func (e *brokenError) Unwrap() error { return e.err }

func isBroken(err error) bool {
	_, ok := errors.AsType[*brokenError](err)
	return ok
}

func (l lease) close() {
	if l.pool.warm != nil {
		l.pool.warm.put(l.conn)
	} else {
		_ = l.conn.Close() // the only possible error is that the session is closed already
	}
	<-l.pool.slots
	l.pool.times.used(l.since)
}

// close closes all connections once their statements have ended.
func (p *pool) close() error {
	if p.warm != nil {
		p.warm.close()
	}
	return p.db.Close()
}

// connections returns what database/sql knows of the connections. Those that are kept warm are idle.
func (p *pool) connections() sql.DBStats {
	stats := p.db.Stats()
	if p.warm != nil {
		kept := min(p.warm.count(), stats.InUse)
		stats.InUse, stats.Idle = stats.InUse-kept, stats.Idle+kept
	}
	return stats
}

// with runs f on a session of the pool.
func (p *pool) with(ctx context.Context, f func(session) error) error {
	l, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	defer l.close()
	return l.run(f)
}

// openServer sets up the pool of a server. Connections are opened when they are needed.
func (db *DB) openServer(b backend) {
	db.backend = b
	db.readers = newPool(connector{backend: b, settings: db.settings}, db.settings.MaxConnections, false)
	db.writers = db.readers
}
