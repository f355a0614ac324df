package host

import (
	"io"
	"net"
	"testing"
	"time"
)

// BenchmarkConnection is the way from the bytes of a request to those of its response, on a connection that costs
// nothing: all of a request but the kernel's part.
func BenchmarkConnection(b *testing.B) {
	for name, text := range map[string]string{
		"text": "GET /text HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n",
		"two arguments, five fields": "GET /users/5?fields=all HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: bench/1.0\r\n" +
			"Accept: application/json\r\n\r\n",
		"body of five fields": "POST /orders HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: application/json\r\nContent-Length: 66\r\n\r\n" +
			`{"id":1,"customer":"Ada","total":9.5,"paid":true,"tags":["a","b"]}`,
	} {
		b.Run(name, func(b *testing.B) {
			s := benchServer(b)
			client := &repeating{request: []byte(text), left: b.N, done: make(chan struct{})}
			b.ReportAllocs()
			b.ResetTimer()
			go func() { _ = s.Serve(&oneConn{conn: client, done: client.done}) }() // ends with the benchmark
			<-client.done
		})
	}
}

// repeating is a connection whose client sends the same request again and again, and then leaves.
type repeating struct {
	net.Conn
	request []byte
	left    int
	done    chan struct{}
}

func (c *repeating) Read(p []byte) (int, error) {
	if c.left--; c.left < 0 {
		return 0, io.EOF
	}
	return copy(p, c.request), nil
}

func (c *repeating) Write(p []byte) (int, error)      { return len(p), nil }
func (c *repeating) SetReadDeadline(time.Time) error  { return nil }
func (c *repeating) SetWriteDeadline(time.Time) error { return nil }
func (c *repeating) RemoteAddr() net.Addr             { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }
func (c *repeating) LocalAddr() net.Addr              { return c.RemoteAddr() }

// Close is what the server does last.
func (c *repeating) Close() error {
	close(c.done)
	return nil
}

// oneConn is a listener to which one client comes.
type oneConn struct {
	conn net.Conn
	done chan struct{}
}

func (l *oneConn) Accept() (net.Conn, error) {
	if conn := l.conn; conn != nil {
		l.conn = nil
		return conn, nil
	}
	<-l.done
	return nil, io.EOF
}

func (l *oneConn) Close() error   { return nil }
func (l *oneConn) Addr() net.Addr { return l.conn.LocalAddr() }
