package outbound

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestOpenConnections: a dial goes on when its request has been given up, and has a place like any connection. A request for whose
// connection there is none any more ends the dials that nobody waits for, and those connections that are idle.
func TestOpenConnections(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done() // no server of names answers
		return nil, ctx.Err()
	}}
	transport := New(Settings{MaxInFlight: 4, MaxIdle: 2, ConnectTimeout: time.Minute, Proxy: Proxy{Off: true}, resolver: resolver})
	defer transport.CloseIdleConnections()
	below := transport.direct.DialContext
	begun, failed := make(chan struct{}, 7), make(chan struct{}, 7)
	transport.direct.DialContext = func(ctx context.Context, network, target string) (net.Conn, error) {
		begun <- struct{}{}
		conn, err := below(ctx, network, target)
		if err != nil {
			failed <- struct{}{}
		}
		return conn, err
	}
	const places = 4 + 2
	for i := range places {
		ctx, cancel := context.WithCancel(t.Context())
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://nowhere%d.example.com/", i), http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		gone := make(chan error)
		go func() {
			_, err := transport.RoundTrip(request)
			gone <- err
		}()
		<-begun
		cancel()
		if err := <-gone; err == nil {
			t.Error("a request to nowhere is answered")
		}
	}
	if len(failed) > 0 {
		t.Fatalf("%d dials have ended", len(failed))
	}
	if _, err := get(transport, server.URL); err != nil {
		t.Error(err)
	}
	for range places {
		select {
		case <-failed:
		case <-time.After(10 * time.Second):
			t.Fatal("a dial goes on that nobody waits for")
		}
	}
}
