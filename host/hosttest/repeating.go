package hosttest

import (
	"io"
	"net"
	"time"
)

// Repeating is a listener with one client, which sends the same request n times on a connection in memory and
// disconnects.
type Repeating struct {
	conn *repeating
	came bool
}

// NewRepeating makes a client that sends the request n times.
func NewRepeating(request []byte, n int) *Repeating {
	return &Repeating{conn: &repeating{request: request, left: n, done: make(chan struct{})}}
}

// Done returns a channel that is closed when the client has disconnected.
func (l *Repeating) Done() <-chan struct{} { return l.conn.done }

// Last returns the last bytes that the client received; it may be called after Done.
func (l *Repeating) Last() string { return string(l.conn.last) }

// Accept returns the client, and afterwards waits until it has disconnected.
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

// Close is the last call of the server.
func (c *repeating) Close() error {
	close(c.done)
	return nil
}
