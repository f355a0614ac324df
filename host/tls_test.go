package host

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/host/certs"
	"github.com/fwrun/fwrun/host/certs/certstest"
)

// encrypted makes a store with its own certificate, and the configuration of clients that trust it.
func encrypted(t *testing.T, handshake time.Duration) (*certs.Store, *tls.Config) {
	t.Helper()
	authority, err := certstest.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	made, err := authority.Issue(certstest.Options{Name: "host"})
	if err != nil {
		t.Fatal(err)
	}
	pair := certs.Pair{Certificate: filepath.Join(t.TempDir(), "c.pem"), Key: filepath.Join(t.TempDir(), "k.pem")}
	if err := os.WriteFile(pair.Certificate, made.Certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(pair.Key, made.Key, 0o600); err != nil {
		t.Fatal(err)
	}
	store, problems := certs.Load(certs.Settings{Pairs: []certs.Pair{pair}, Handshake: handshake}, slog.New(slog.DiscardHandler))
	for _, p := range problems {
		t.Fatal(p)
	}
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(authority.PEM)
	return store, &tls.Config{RootCAs: trusted, ServerName: "host"}
}

// overTLS serves an application at a port of this machine, and makes a client for it.
func overTLS(t *testing.T, app Application, settings Settings) (r *running, dial func() *tls.Conn) {
	t.Helper()
	store, config := encrypted(t, 0)
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r = start(t, app, settings)
	go func() { _ = r.Serve(store.Listen(socket)) }()
	dial = func() *tls.Conn {
		t.Helper()
		c, err := tls.Dial("tcp", socket.Addr().String(), config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	r.client.Transport = &http.Transport{
		DialTLSContext: func(context.Context, string, string) (net.Conn, error) { return dial(), nil },
	}
	return r, dial
}

func TestTLS(t *testing.T) {
	app := fakeRoutes("POST /a")
	r, dial := overTLS(t, app.takesBody(), Settings{MaxBodyBytes: 1 << 20})
	for range 3 {
		response, err := r.client.Post("https://host/a", "text/plain", strings.NewReader(strings.Repeat("x", 1<<20)))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.read(response); got.status != 200 {
			t.Errorf("got %d %s", got.status, got.body)
		}
	}
	// The answer to a body that is too large can be read while the client is still sending.
	response, err := r.client.Post("https://host/a", "text/plain", strings.NewReader(strings.Repeat("x", 4<<20)))
	if err != nil {
		t.Fatal(err)
	}
	if got := r.read(response); got.status != 413 {
		t.Errorf("got %d %s", got.status, got.body)
	}
	// Bytes that are not HTTP get an answer, too; and an idle connection ends with the server.
	c, silent := dial(), dial()
	_, _ = io.WriteString(c, "nonsense\r\n\r\n")
	if text, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(text), "HTTP/1.1 400 ") {
		t.Errorf("nonsense was answered with %q, %v", text, err)
	}
	if err := r.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := silent.Read(make([]byte, 1)); err == nil {
		t.Error("a silent connection is open after the end")
	}
}

// TestTLSDeadlines: moving a deadline does not break the connection, although a write that a timer has ended does.
func TestTLSDeadlines(t *testing.T) {
	store, config := encrypted(t, 0)
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		accepted, err := store.Listen(oneListener{theirs}).Accept()
		if err != nil {
			t.Fatal(err)
		}
		config.InsecureSkipVerify = true // the synthetic clock begins in 2000, before the certificate is valid
		c, client := newConn(accepted, &connections{}), tls.Client(ours, config)
		written := make(chan error, 1)
		go func() {
			_ = c.SetDeadline(time.Now().Add(time.Second))
			_, err := c.Write([]byte("first"))
			<-time.After(900 * time.Millisecond)
			_ = c.SetDeadline(time.Now().Add(10 * time.Second))
			if err == nil {
				_, err = c.Write(make([]byte, 1<<20))
			}
			written <- err
		}()
		if _, err := io.ReadFull(client, make([]byte, 5)); err != nil {
			t.Fatal(err)
		}
		<-time.After(5 * time.Second) // of the synthetic clock: the first deadline has passed
		if _, err := io.ReadFull(client, make([]byte, 1<<20)); err != nil {
			t.Error(err)
		}
		if err := <-written; err != nil {
			t.Error(err)
		}
		_, _ = ours.Close(), theirs.Close()
	})
}

// TestHandshakesEndInTime: a client that does not end its handshake in time loses its connection, whether it sends nothing, the half of
// what it should, or a byte now and then.
func TestHandshakesEndInTime(t *testing.T) {
	store, _ := encrypted(t, 200*time.Millisecond)
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := start(t, fakeRoutes("GET /"), Settings{})
	go func() { _ = r.Serve(store.Listen(socket)) }()
	hello := append([]byte{22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3}, make([]byte, 64)...) // the beginning of a record of 512 bytes
	for name, send := range map[string]func(c net.Conn, ended <-chan struct{}){
		"nothing":             func(net.Conn, <-chan struct{}) {},
		"half a hello":        func(c net.Conn, _ <-chan struct{}) { _, _ = c.Write(hello) },
		"a byte now and then": func(c net.Conn, ended <-chan struct{}) { dripUntil(c, hello, ended) },
	} {
		c, err := net.Dial("tcp", socket.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_ = c.SetDeadline(time.Now().Add(time.Minute))
		ended := make(chan struct{})
		go send(c, ended)
		_, err = io.ReadAll(c)
		close(ended)
		if late, ok := errors.AsType[net.Error](err); ok && late.Timeout() {
			t.Errorf("%s: the connection is open after a minute", name)
		}
		_ = c.Close()
	}
}

// dripUntil writes one byte after the other until the connection has ended.
func dripUntil(c net.Conn, text []byte, ended <-chan struct{}) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for i := range text {
		select {
		case <-tick.C:
			_, _ = c.Write(text[i : i+1])
		case <-ended:
			return
		}
	}
}

// TestSlowHandshakes: those who look for connections to put to sleep leave one alone whose handshake takes longer than they are patient.
func TestSlowHandshakes(t *testing.T) {
	r, _ := overTLS(t, fakeRoutes("GET /"), Settings{})
	store, config := encrypted(t, time.Minute)
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = r.Serve(store.Listen(socket)) }()
	c, err := net.Dial("tcp", socket.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	slow := tls.Client(&pausing{Conn: c, pause: func() {
		for r.conns.count() == 0 {
			runtime.Gosched()
		}
		for range 3 {
			r.conns.nod()
		}
	}}, config)
	if _, err := io.WriteString(slow, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(slow); err != nil || !strings.HasPrefix(string(text), "HTTP/1.1 200 ") {
		t.Errorf("answered with %q, %v", text, err)
	}
}

// pausing is a connection that pauses within what it writes.
type pausing struct {
	net.Conn
	pause func()
}

func (p *pausing) Write(text []byte) (int, error) {
	half := len(text) / 2
	n, err := p.Conn.Write(text[:half])
	if err != nil {
		return n, err
	}
	p.pause()
	n, err = p.Conn.Write(text[half:])
	return half + n, err
}

// oneListener accepts one connection.
type oneListener struct{ net.Conn }

func (l oneListener) Accept() (net.Conn, error) { return l.Conn, nil }
func (l oneListener) Addr() net.Addr            { return l.LocalAddr() }
