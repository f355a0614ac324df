package hosttest

import (
	"io"
	"net"
	"time"
)

// Repeating is a client that sends the same request so many times on one connection, which costs nothing, and
// leaves. It is the listener that the server takes it from.
type Repeating struct {
	conn *repeating
	came bool
}

// NewRepeating makes a client that sends the request n times.
func NewRepeating(request []byte, n int) *Repeating {
	return &Repeating{conn: &repeating{request: request, left: n, done: make(chan struct{})}}
}

// Done is closed when the client has left.
func (l *Repeating) Done() <-chan struct{} { return l.conn.done }

// Last is what was written to the client last, once it has left.
func (l *Repeating) Last() string { return string(l.conn.last) }

// Accept gives the client, and then waits until it has left.
func (l *Repeating) Accept() (net.Conn, error) {
	if !l.came {
		l.came = true
		return l.conn, nil
	}
	<-l.conn.done
	return nil, io.EOF
}

// Close implements net.Listener.
func (l *Repeating) Close() error { return nil }

// Addr implements net.Listener.
func (l *Repeating) Addr() net.Addr { return l.conn.LocalAddr() }

type repeating struct {
	net.Conn
	request, last []byte
	left          int
	done          chan struct{}
}

func (c *repeating) Read(p []byte) (int, error) {
	if c.left--; c.left < 0 {
		return 0, io.EOF
	}
	return copy(p, c.request), nil
}

func (c *repeating) Write(p []byte) (int, error) {
	c.last = append(c.last[:0], p...)
	return len(p), nil
}

func (c *repeating) SetReadDeadline(time.Time) error  { return nil }
func (c *repeating) SetWriteDeadline(time.Time) error { return nil }
func (c *repeating) RemoteAddr() net.Addr             { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }
func (c *repeating) LocalAddr() net.Addr              { return c.RemoteAddr() }

// Close is what the server does last.
func (c *repeating) Close() error {
	close(c.done)
	return nil
}
