package certs

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"
)

type listener struct {
	net.Listener
	config    *tls.Config
	handshake time.Duration
}

// Accept waits for the next connection, but not for its handshake.
func (l *listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &Conn{Conn: tls.Server(accepted, l.config), handshake: l.handshake}, nil
}

// SetDeadline sets the deadline of Accept.
func (l *listener) SetDeadline(t time.Time) error {
	if timed, ok := l.Listener.(interface{ SetDeadline(t time.Time) error }); ok {
		return timed.SetDeadline(t)
	}
	return errors.ErrUnsupported
}

// Conn is a TLS connection.
type Conn struct {
	*tls.Conn
	plain     net.Conn      // the connection below, if the client sends plain HTTP
	handshake time.Duration // how long it may take; 0 sets no limit
	secured   atomic.Bool   // the handshake is over
}

// wrongScheme is the answer to plain HTTP.
const wrongScheme = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n" +
	"plain HTTP was sent to an HTTPS port; the URL must begin with https://\n"

// Read reads from the client, after the handshake. A client that does not end that in time is as one that has left. A client that sends
// plain HTTP, most likely because of a wrong URL, gets an answer that says so; its further bytes can be read, to be discarded.
func (c *Conn) Read(p []byte) (int, error) {
	if c.plain != nil {
		return c.plain.Read(p)
	}
	if !c.Secured() {
		if err := c.shakeHands(); err != nil {
			return 0, err
		}
	}
	return c.Conn.Read(p)
}

// Secured reports whether the handshake is over. A deadline that ends it cannot be taken back.
func (c *Conn) Secured() bool { return c.secured.Load() }

func (c *Conn) shakeHands() error {
	ctx := context.Background()
	if c.handshake > 0 {
		limited, cancel := context.WithTimeout(ctx, c.handshake)
		defer cancel()
		ctx = limited
	}
	err := c.HandshakeContext(ctx)
	if other, ok := errors.AsType[tls.RecordHeaderError](err); ok && other.Conn != nil && isHTTP(other.RecordHeader) {
		c.plain = other.Conn
		_, _ = io.WriteString(c.plain, wrongScheme)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return io.EOF
	}
	c.secured.Store(err == nil)
	return err
}

// CloseWrite ends what is sent to the client.
func (c *Conn) CloseWrite() error {
	if half, ok := c.plain.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return c.Conn.CloseWrite()
}

// isHTTP reports whether the bytes begin a request line: a TLS record does not begin with a letter.
func isHTTP(begin [5]byte) bool {
	for _, c := range begin {
		if (c < 'A' || c > 'Z') && c != ' ' && c != '/' {
			return false
		}
	}
	return true
}
