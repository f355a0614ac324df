package host

import (
	"errors"
	"os"
	"sync/atomic"
	"time"
)

// deadline is one of a connection's two, for reading or for writing. fasthttp sets each anew
// for every request, nearly always to a later time, and each time a timer of the runtime
// has to be moved. So a later one is only noted: when the timer goes off too early, the
// operation is tried again with what was noted. TLS is told each of them: it sends nothing any more
// once a write was ended by a timer.
type deadline struct {
	noted atomic.Int64 // Unix nanoseconds; 0 is none
	armed atomic.Int64 // what the connection was told
}

// note takes a deadline in, and tells whether the connection has to be told at once.
func (d *deadline) note(t time.Time) (sooner bool) {
	if t.IsZero() {
		d.noted.Store(0)
		return false
	}
	at := t.UnixNano()
	d.noted.Store(at)
	if armed := d.armed.Load(); armed != 0 && armed <= at {
		return false
	}
	d.armed.Store(at)
	return true
}

// early tells whether an operation was ended by a timer before its time, and what the
// connection has to be told then.
func (d *deadline) early(err error) (next time.Time, is bool) {
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return time.Time{}, false
	}
	at := d.noted.Load()
	if at != 0 && at <= time.Now().UnixNano() {
		return time.Time{}, false
	}
	d.armed.Store(at)
	if at != 0 {
		next = time.Unix(0, at)
	}
	return next, true
}

// SetReadDeadline is told to the connection when it must be; see deadline.
func (c *conn) SetReadDeadline(t time.Time) error {
	if !c.readBy.note(t) && !c.isTLS() {
		return nil
	}
	return c.Conn.SetReadDeadline(t)
}

// SetWriteDeadline is told to the connection when it must be; see deadline.
func (c *conn) SetWriteDeadline(t time.Time) error {
	if !c.writeBy.note(t) && !c.isTLS() {
		return nil
	}
	return c.Conn.SetWriteDeadline(t)
}

// SetDeadline sets both.
func (c *conn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

// readInTime reads from the client until the deadline that was noted.
func (c *conn) readInTime(p []byte) (int, error) {
	for {
		n, err := c.Conn.Read(p)
		if err == nil {
			return n, nil
		}
		next, early := c.readBy.early(err)
		if !early || n > 0 || c.Conn.SetReadDeadline(next) != nil {
			return n, err
		}
	}
}

// Write writes to the client until the deadline that was noted.
func (c *conn) Write(p []byte) (written int, err error) {
	for {
		n, err := c.Conn.Write(p[written:])
		written += n
		if err == nil {
			return written, nil
		}
		next, early := c.writeBy.early(err)
		if !early || c.Conn.SetWriteDeadline(next) != nil {
			return written, err
		}
	}
}
