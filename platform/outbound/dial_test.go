package outbound

import (
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// listen accepts connections until the test ends, and answers what it gets.
func listen(t *testing.T, network, at string) string {
	t.Helper()
	listener, err := net.Listen(network, at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.Copy(conn, conn)
				_ = conn.Close()
			}()
		}
	}()
	return listener.Addr().String()
}

// TestDial: what is forbidden for requests is for sockets, too; sockets of the file system are reached only where the list has them.
func TestDial(t *testing.T) {
	t.Parallel()
	tcp := listen(t, "tcp4", "127.0.0.1:0")
	path := filepath.Join(t.TempDir(), "s")
	listen(t, "unix", path)
	hosts := func(list ...string) Hosts {
		h, err := ParseHosts(list)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	for _, c := range []struct {
		settings        Settings
		network, target string
		want            string // in the error; "" for a connection
	}{
		{Settings{}, "tcp", tcp, ""},
		{Settings{ForbidPrivate: true}, "tcp", tcp, "which http.client.private-addresses forbids"},
		{Settings{ForbidPrivate: true, Allowed: hosts("127.0.0.1")}, "tcp", tcp, ""},
		{Settings{ForbidPrivate: true}, "tcp4", strings.Replace(tcp, "127.0.0.1", "localhost", 1), "localhost is the private address"},
		{Settings{Offline: true}, "tcp", tcp, "only checked"},
		{Settings{}, "unix", path, "http.client.allowed-hosts lists them, as unix:" + path},
		{Settings{Allowed: hosts("unix:" + path)}, "unix", path, ""},
		{Settings{Allowed: hosts("unix:" + path)}, "unix", path + "/../s", "allowed-hosts"},
	} {
		conn, err := New(c.settings).Dial(t.Context(), c.network, c.target)
		switch {
		case err == nil && c.want == "":
			_ = conn.Close()
		case err == nil || c.want == "" || !strings.Contains(err.Error(), c.want):
			t.Errorf("%+v %s %s: %v", c.settings, c.network, c.target, err)
		}
	}
}

// TestDialTakesPlaces: a socket has a place in the share until it is closed; one too many waits, and is refused when none is left.
func TestDialTakesPlaces(t *testing.T) {
	t.Parallel()
	at := listen(t, "tcp4", "127.0.0.1:0")
	transport := New(Settings{MaxInFlight: 2, MaxPerHost: 1, MaxIdle: 1, MaxWait: time.Millisecond})
	first, err := transport.Dial(t.Context(), "tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := transport.Dial(t.Context(), "tcp", at); !errors.As(err, new(*BusyError)) {
		t.Errorf("a second socket of one: %v", err)
	}
	_ = first.Close()
	second, err := transport.Dial(t.Context(), "tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	_ = second.Close()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := transport.Dial(gone, "tcp", at); err == nil {
		t.Error("a socket that nobody wants any more was opened")
	}
	for range 3 {
		conn, err := transport.Dial(t.Context(), "tcp", at)
		if err != nil {
			t.Fatalf("a failed one has kept its place: %v", err)
		}
		_ = conn.Close()
	}
}
