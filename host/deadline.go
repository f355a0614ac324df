package host

import (
	"errors"
	"net"
	"os"
	"sync/atomic"
	"time"
)

// deadline is a connection's deadline for reading or for writing. fasthttp sets both anew for every request, nearly
// always to a later time, and each time the runtime would have to move a timer. So a later deadline is only noted: if
// the timer goes off too early, the operation is tried again with the noted deadline. A TLS connection is given every
// deadline, since it sends nothing any more after a timer has ended a write.
type deadline struct {
	noted atomic.Int64 // Unix nanoseconds; 0 if there is no deadline
	armed atomic.Int64 // the deadline that the connection was given
}

// note stores a deadline, and reports whether the connection must be given it at once.
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

// early reports whether a timer has ended an operation before its deadline, and returns the deadline that the
// connection must be given then.
func (d *deadline) early(err error) (next time.Time, is bool) {
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return time.Time{}, false
	}
	at := d.noted.Load()
	if at != 0 && at <= time.Now().UnixNano() {
		return time.Time{}, false
	}
	d.armed.Store(at)
	return d.time(), true
}

// time returns the noted deadline; the zero time if there is none.
func (d *deadline) time() (at time.Time) {
	if noted := d.noted.Load(); noted != 0 {
		at = time.Unix(0, noted)
	}
	return at
}

// SetReadDeadline notes the deadline, and passes it on to the connection if it must; see deadline.
func (c *conn) SetReadDeadline(t time.Time) error {
	if c.isUnused() && !t.IsZero() {
		if idle := time.Now().Add(c.all.idle); idle.Before(t) {
			t = idle
		}
	}
	if !c.readBy.note(t) && !c.isTLS() {
		return nil
	}
	return c.Conn.SetReadDeadline(t)
}

// isUnused reports whether nothing has ever come over the connection, which is idle then, like one between two requests: fasthttp
// gives it the time of a whole request. Clients open such connections ahead, or for a request that they have given up. What comes
// over TLS begins with a handshake, which is more than idle. One that a look has found dozing before fasthttp came to it is unused, too.
func (c *conn) isUnused() bool { return c.served == 0 && c.isSilent() && !c.isTLS() }

// isSilent reports whether nothing of the next request has arrived.
func (c *conn) isSilent() bool {
	switch c.state.Load() {
	case silent, dozing, nodding:
		return true
	}
	return false
}

// SetWriteDeadline notes the deadline, and passes it on to the connection if it must; see deadline.
func (c *conn) SetWriteDeadline(t time.Time) error {
	c.state.CompareAndSwap(busy, sending) // fasthttp sets it for each response
	if !c.writeBy.note(t) && !c.isTLS() {
		return nil
	}
	return c.Conn.SetWriteDeadline(t)
}

// SetDeadline sets both deadlines.
func (c *conn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

// readInTime reads from the client until the noted deadline.
func (c *conn) readInTime(p []byte) (int, error) {
	for {
		n, err := c.Conn.Read(p)
		if err == nil {
			return n, nil
		}
		if n == 0 && c.state.Load() == nodding && errors.Is(err, os.ErrDeadlineExceeded) && c.fallsAsleep() {
			return 0, errAsleep
		}
		next, early := c.readBy.early(err)
		if !early || n > 0 || c.Conn.SetReadDeadline(next) != nil {
			return n, err
		}
	}
}

// Write writes to the client until the noted deadline. One that has left is sent nothing: its request was given up, and a client that has
// ended only its own side sees the end of the connection.
func (c *conn) Write(p []byte) (written int, err error) {
	if c.left.Load() {
		return 0, net.ErrClosed
	}
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
