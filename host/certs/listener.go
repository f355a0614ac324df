package certs

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
)

type listener struct {
	net.Listener
	config *tls.Config
}

// Accept waits for the next connection, and does not wait for its handshake.
func (l *listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &Conn{Conn: tls.Server(accepted, l.config)}, nil
}

// Conn is a connection that speaks TLS.
type Conn struct {
	*tls.Conn
	plain net.Conn // what is below, once the client was found to speak plain HTTP
}

// wrongScheme is the answer to plain HTTP.
const wrongScheme = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n" +
	"HTTP was spoken to a port of HTTPS; the URL begins with https://\n"

// Read reads from the client. One that speaks plain HTTP, most likely because of a wrong URL, is
// told so, and what else it sends can be read, to be thrown away.
func (c *Conn) Read(p []byte) (int, error) {
	if c.plain != nil {
		return c.plain.Read(p)
	}
	n, err := c.Conn.Read(p)
	if other, ok := errors.AsType[tls.RecordHeaderError](err); ok && other.Conn != nil && isHTTP(other.RecordHeader) {
		c.plain = other.Conn
		_, _ = io.WriteString(c.plain, wrongScheme)
	}
	return n, err
}

// CloseWrite tells the client that nothing more will come.
func (c *Conn) CloseWrite() error {
	if half, ok := c.plain.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return c.Conn.CloseWrite()
}

// isHTTP tells the beginning of a request line: a record of TLS begins with a byte that is no letter.
func isHTTP(begin [5]byte) bool {
	for _, c := range begin {
		if (c < 'A' || c > 'Z') && c != ' ' && c != '/' {
			return false
		}
	}
	return true
}
