package host

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/host/certs"
	"github.com/fwrun/fwrun/host/certs/certstest"
)

// encrypted makes a store with its own certificate, and the configuration of clients that trust it.
func encrypted(t *testing.T) (*certs.Store, *tls.Config) {
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
	store, problems := certs.Load(certs.Settings{Pairs: []certs.Pair{pair}}, slog.New(slog.DiscardHandler))
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
	store, config := encrypted(t)
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
	store, config := encrypted(t)
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

// oneListener accepts one connection.
type oneListener struct{ net.Conn }

func (l oneListener) Accept() (net.Conn, error) { return l.Conn, nil }
func (l oneListener) Addr() net.Addr            { return l.LocalAddr() }
