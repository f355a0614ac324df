package robust

import (
	"bytes"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

// peers are what bombs open connections to: DEAF accepts them and reads nothing, LOUD answers without end, whatever is asked, AGAIN sends
// elsewhere for ever. The first two speak TLS at DEAF_TLS and LOUD_TLS. Their ports are variables of these names.
type peers struct {
	mu   sync.Mutex
	open []net.Conn

	over atomic.Int32 // answers without end that somebody did not want any more
}

// startPeers starts peers, which end with the test.
func startPeers(t *testing.T) *peers {
	p := &peers{}
	again := httptest.NewTLSServer(http.NotFoundHandler())
	secret := again.TLS.Clone()
	again.Close()
	again = httptest.NewServer(http.RedirectHandler("/", http.StatusFound))
	p.at(t, "AGAIN", again.Listener.Addr())
	t.Cleanup(again.Close)
	p.listen(t, "DEAF", nil, nothing)
	p.listen(t, "DEAF_TLS", secret, func(conn net.Conn) { _ = conn.(*tls.Conn).Handshake() })
	p.listen(t, "LOUD", nil, p.withoutEnd)
	p.listen(t, "LOUD_TLS", secret, p.withoutEnd)
	t.Cleanup(p.hangUp)
	return p
}

func nothing(net.Conn) {}

func (p *peers) withoutEnd(conn net.Conn) {
	defer p.over.Add(1)
	_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nServer: loud\r\n\r\n")
	for piece := bytes.Repeat([]byte("x"), 1<<16); ; {
		if _, err := conn.Write(piece); err != nil {
			return
		}
	}
}

func (*peers) at(t *testing.T, name string, address net.Addr) {
	t.Setenv(name, strconv.Itoa(address.(*net.TCPAddr).Port))
}

func (p *peers) listen(t *testing.T, name string, secret *tls.Config, serve func(net.Conn)) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	p.at(t, name, listener.Addr())
	if secret != nil {
		listener = tls.NewListener(listener, secret)
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			p.mu.Lock()
			p.open = append(p.open, conn)
			p.mu.Unlock()
			go serve(conn)
		}
	}()
}

// hangUp ends all connections.
func (p *peers) hangUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range p.open {
		_ = conn.Close()
	}
	p.open = nil
}
