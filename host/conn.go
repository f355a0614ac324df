package host

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// lingerTime bounds how long a closing connection is read on; see linger.
const lingerTime = time.Second

// connections knows every open connection, so that a stop need not wait for those that
// say nothing, and can cut those that never end.
type connections struct {
	mu        sync.Mutex
	listeners []*listener
	open      map[*conn]struct{}
	closing   bool
}

// listen wraps a listener; its connections are known from accept to close. After a stop it
// is closed already.
func (c *connections) listen(l net.Listener) net.Listener {
	one := &listener{Listener: l, all: c}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.listeners = append(c.listeners, one)
	if c.closing {
		_ = one.Close()
	}
	return one
}

// stop closes the listeners, also those that fasthttp has not heard of yet, and the
// connections on which no request is under way.
func (c *connections) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closing = true
	for _, one := range c.listeners {
		_ = one.Close()
	}
	for one := range c.open {
		one.closeSilent()
	}
}

type listener struct {
	net.Listener
	all  *connections
	once sync.Once
	err  error // of Close
}

// Accept waits for the next connection.
func (l *listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: accepted, all: l.all}
	l.all.add(c)
	return c, nil
}

// Close stops accepting. Only the first call does something: a stop closes, and so does
// fasthttp.
func (l *listener) Close() error {
	l.once.Do(func() { l.err = l.Listener.Close() })
	return l.err
}

func (c *connections) add(one *conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		c.open = map[*conn]struct{}{}
	}
	c.open[one] = struct{}{}
	if c.closing {
		one.closeSilent()
	}
}

func (c *connections) remove(one *conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, one)
}

// cut closes all connections and tells how many there were.
func (c *connections) cut() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for one := range c.open {
		_ = one.Conn.Close()
	}
	return len(c.open)
}

// The states of a connection.
const (
	silent int32 = iota // between requests: nothing of the next one has come
	busy
	shut // closed while silent; what comes now is too late
)

// conn is a connection that knows whether a request is under way on it.
type conn struct {
	net.Conn
	all     *connections
	state   atomic.Int32
	late    atomic.Bool // the client did not send in time
	lingers atomic.Bool

	readBy, writeBy deadline
}

// Read reads from the client.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.readInTime(p)
	if timeout, ok := err.(interface{ Timeout() bool }); ok && timeout.Timeout() {
		c.late.Store(true)
	}
	if n > 0 && !c.state.CompareAndSwap(silent, busy) && c.state.Load() == shut {
		return 0, net.ErrClosed
	}
	return n, err
}

// changed hears from fasthttp where the connection stands.
func changed(c net.Conn, state fasthttp.ConnState) {
	one, ok := c.(*conn)
	if !ok {
		return
	}
	switch state {
	case fasthttp.StateIdle:
		one.state.CompareAndSwap(busy, silent)
	case fasthttp.StateClosed:
		one.all.remove(one)
	}
}

// closeSilent closes the connection unless a request is under way on it.
func (c *conn) closeSilent() {
	if c.state.CompareAndSwap(silent, shut) {
		_ = c.Conn.Close()
	}
}

// Close ends the connection, after the client had time to read what was sent to it.
func (c *conn) Close() error {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if ok && c.lingers.CompareAndSwap(true, false) && half.CloseWrite() == nil {
		_ = c.SetReadDeadline(time.Now().Add(lingerTime))
		_, _ = io.Copy(io.Discard, c.Conn)
	}
	c.all.remove(c)
	return c.Conn.Close()
}

// isLate tells whether a request ended because its client did not send in time. What
// fasthttp says of that is often "broken".
func isLate(ctx *fasthttp.RequestCtx) bool {
	c, ok := ctx.Conn().(*conn)
	return ok && c.late.Load()
}

// linger makes the end of a connection gentle. When a client is still sending as its
// connection is closed, its system throws away the answer that waits to be read. So the
// answer is followed by the end of our side only, and what comes is discarded for a moment.
func linger(ctx *fasthttp.RequestCtx) {
	if c, ok := ctx.Conn().(*conn); ok {
		c.lingers.Store(true)
	}
}
