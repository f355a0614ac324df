package data

import (
	"database/sql"
	"database/sql/driver"
	"sync"
)

// warm are connections of a pool that are taken again at once, without database/sql, which would look at the clock, take
// two locks and allocate. They have a slot each when they are used, as others do. cool gives them back to database/sql,
// which closes them when they are old or have long been idle.
type warm struct {
	mu     sync.Mutex
	conns  []*sql.Conn
	closed bool
}

// take returns a connection; nil if there is none.
func (w *warm) take() *sql.Conn {
	w.mu.Lock()
	defer w.mu.Unlock()
	last := len(w.conns) - 1
	if last < 0 {
		return nil
	}
	conn := w.conns[last]
	w.conns[last] = nil
	w.conns = w.conns[:last]
	return conn
}

// put keeps a connection, if it can be used again, or gives it back.
func (w *warm) put(conn *sql.Conn) {
	if conn.Raw(usable) != nil || !w.keep(conn) {
		_ = conn.Close() // the only possible error is that the session is closed already
	}
}

func (w *warm) keep(conn *sql.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed {
		w.conns = append(w.conns, conn)
	}
	return !w.closed
}

func usable(c any) error {
	if !c.(*pooled).IsValid() {
		return driver.ErrBadConn
	}
	return nil
}

// cool gives all connections back.
func (w *warm) cool() {
	w.mu.Lock()
	conns := w.conns
	w.conns = nil
	w.mu.Unlock()
	for _, conn := range conns {
		_ = conn.Close()
	}
}

// close gives all connections back, and keeps no others.
func (w *warm) close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.cool()
}

// count returns how many connections are kept, which database/sql takes to be in use.
func (w *warm) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.conns)
}
