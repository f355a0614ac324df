package host

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/wire"
)

// lingerTime is the longest time for which a closing connection is still read; see linger.
const lingerTime = time.Second

// The states of a connection.
const (
	silent  int32 = iota // between requests: nothing of the next one has arrived
	partial              // the rest of a request, or of a TLS handshake, is waited for
	busy                 // a request is read, or served
	sending              // a response is sent
	shut                 // closed while silent or partial; what arrives now is too late

	// These are silent, too; see sleep.
	dozing  // silent since the last look
	nodding // the read that waits for the client ends
	leaving // fasthttp leaves the connection
	asleep  // nobody serves it until the client sends something
)

// conn is a connection that knows whether a request is in progress on it, and passes on only what is well-formed. The
// connection below it carries plain HTTP: TLS, if any, is decrypted there.
type conn struct {
	net.Conn
	all     *connections
	checker wire.Checker
	state   atomic.Int32
	served  int         // requests, that in progress included
	woke    int         // those when it has woken up last; see sleep
	client  netip.Addr  // that the connection counts for; invalid if it counts for none
	late    atomic.Bool // the client did not send in time
	left    atomic.Bool // the client was found to have left; see presence
	lingers atomic.Bool
	behind  []byte // the beginning of a request that came with the end of another; see Read

	readBy, writeBy deadline

	sentFrom time.Time // when the stop met it sending; guarded by all.mu
}

func newConn(accepted net.Conn, all *connections) *conn {
	return &conn{Conn: accepted, all: all, checker: wire.NewChecker(all.maxHead)}
}

// Read reads from the client, up to the end of the first line that no valid request has. It keeps the beginning of a
// request behind the end of another for the next call: fasthttp sends an answer when it has read nothing behind the
// request, and otherwise may wait for the rest of the next one first.
func (c *conn) Read(p []byte) (int, error) {
	if len(c.behind) > 0 {
		n := copy(p, c.behind)
		c.behind = c.behind[n:]
		return n, nil
	}
	for {
		if wrong := c.checker.Err(); wrong != nil {
			return 0, wrong
		}
		n, err := c.read(p)
		kept, wrong := c.checker.Check(p[:n])
		switch {
		case wrong != nil:
			return kept, wrong
		case err != nil:
			return kept, c.unexpected(err)
		case kept > 0 || n == 0:
			if end := c.checker.Ended(); end > 0 && end < kept {
				c.behind = append(c.behind[:0], p[end:kept]...)
				return end, nil
			}
			return kept, nil
		}
	}
}

// unexpected replaces an end of file within a request by an unexpected one: fasthttp takes a body that ends early for a
// shorter one.
func (c *conn) unexpected(err error) error {
	if errors.Is(err, io.EOF) && !c.checker.Between() {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (c *conn) read(p []byte) (int, error) {
	if !c.awaits() {
		return 0, net.ErrClosed
	}
	n, err := c.readInTime(p)
	if err != nil {
		if timeout, ok := err.(interface{ Timeout() bool }); ok && timeout.Timeout() {
			c.late.Store(true)
		}
	}
	if n > 0 && !c.enter(busy) {
		return 0, net.ErrClosed
	}
	return n, err
}

// awaits notes that the client has to send. It reports whether the connection is still open.
func (c *conn) awaits() bool {
	next := partial
	if c.checker.Between() && !c.isShakingHands() {
		next = silent
	}
	open := c.enter(next)
	if open && c.all.late.Load() {
		c.closeWaiting()
		return false
	}
	return open
}

// enter changes the state, unless the connection has been shut. A look at it may change the state meanwhile; see nod.
func (c *conn) enter(state int32) bool {
	for {
		switch now := c.state.Load(); {
		case now == shut:
			return false
		case now == state || c.state.CompareAndSwap(now, state):
			return true
		}
	}
}

// hasNext reports whether another request has arrived behind that which is being served.
func (c *conn) hasNext() bool { return c.checker.Arrived() > c.served }

// closeWaiting closes the connection unless a request that has arrived wholly is in progress on it.
func (c *conn) closeWaiting() {
	for {
		switch now := c.state.Load(); {
		case now == busy || now == sending || now == shut:
			return
		case c.state.CompareAndSwap(now, shut):
			c.cut()
			return
		}
	}
}

// cut closes the connection without waiting. Closing TLS sends an alert, which blocks if the client does not read.
func (c *conn) cut() {
	if c.isTLS() {
		go func() { _ = c.Conn.Close() }()
		return
	}
	_ = c.Conn.Close()
}

// Close ends the connection, after the client had time to read what was sent to it. One that falls asleep does so now.
func (c *conn) Close() error {
	if c.state.CompareAndSwap(leaving, asleep) {
		go c.sleep()
		return nil
	}
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if ok && c.lingers.CompareAndSwap(true, false) && half.CloseWrite() == nil {
		_ = c.Conn.SetReadDeadline(time.Now().Add(lingerTime)) // whatever it was given before
		_, _ = io.Copy(io.Discard, c.Conn)
	}
	c.all.remove(c)
	return c.Conn.Close()
}

// isLate reports whether a request ended because its client did not send in time. fasthttp often reports that as
// "broken".
func isLate(ctx *fasthttp.RequestCtx) bool {
	c, ok := ctx.Conn().(*conn)
	return ok && c.late.Load()
}

// violation returns the error in the bytes that arrived, or nil.
func violation(ctx *fasthttp.RequestCtx) error {
	if c, ok := ctx.Conn().(*conn); ok {
		return c.checker.Err()
	}
	return nil
}

// linger closes the connection gently. If a client is still sending when its connection is closed, its system discards
// the answer that it has not read yet. So after the answer only our side is closed, and what still arrives is discarded
// for a moment.
func linger(ctx *fasthttp.RequestCtx) {
	if c, ok := ctx.Conn().(*conn); ok {
		c.lingers.Store(true)
	}
}
