package outbound

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"
)

// TestPlaceUntilTheBodyIsRead: a request has its place until its body has been read or closed, whatever came of it.
func TestPlaceUntilTheBodyIsRead(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/empty":
			w.WriteHeader(http.StatusNoContent)
		case "/broken":
			panic(http.ErrAbortHandler)
		case "/again":
			w.WriteHeader(http.StatusBadGateway)
		default:
			_, _ = io.WriteString(w, "hello")
		}
	}))
	defer server.Close()
	transport := New(Settings{MaxInFlight: 1, MaxWait: time.Millisecond, Retries: Retries{Max: 2, Backoff: 1}})
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}

	response, err := client.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Get(server.URL); !errors.As(err, new(*BusyError)) {
		t.Errorf("a second request is in flight: %v", err)
	}
	if _, err := io.ReadAll(response.Body); err != nil {
		t.Error(err)
	}
	empty(t, transport.share)
	if err := response.Body.Close(); err != nil {
		t.Error(err)
	}
	for path, fails := range map[string]bool{"/": false, "/empty": false, "/again": false, "/broken": true} {
		response, err := client.Get(server.URL + path)
		if (err != nil) != fails {
			t.Errorf("%s: %v", path, err)
		}
		if err == nil {
			_ = response.Body.Close()
		}
		empty(t, transport.share)
	}
	refused := &http.Request{Method: http.MethodPost, URL: &url.URL{Scheme: "http", Host: "localhost:1"}, Body: &closing{}}
	leave := entered(t, transport.share, "other")
	if _, err := transport.RoundTrip(refused); !errors.As(err, new(*BusyError)) || !refused.Body.(*closing).closed {
		t.Errorf("%v, and the body is closed: %v", err, refused.Body.(*closing).closed)
	}
	leave()
	empty(t, transport.share)
}

type closing struct{ closed bool }

func (c *closing) Read([]byte) (int, error) { return 0, io.EOF }
func (c *closing) Close() error             { c.closed = true; return nil }

// TestPlacesOfHosts: requests to a host that does not answer leave places to those to others, under whatever name.
func TestPlacesOfHosts(t *testing.T) {
	arrived, answer := make(chan struct{}, 4), make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		arrived <- struct{}{}
		<-answer
	}))
	defer slow.Close()
	fast := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }))
	defer fast.Close()
	transport := New(Settings{MaxInFlight: 4, Queue: 2, MaxWait: time.Minute})
	defer transport.CloseIdleConnections()
	_, port, _ := net.SplitHostPort(slow.Listener.Addr().String())
	names := []string{"http://LOCALHOST:" + port, "http://localhost:" + port}
	var group sync.WaitGroup
	send := func(url string) {
		group.Go(func() {
			if _, err := get(transport, url); err != nil {
				t.Error(err)
			}
		})
	}
	for range 2 {
		send(names[0])
		<-arrived
	}
	send(names[1])
	for range 10 {
		if got, err := get(transport, fast.URL); err != nil || got != "hello" {
			t.Errorf("%q, %v", got, err)
		}
	}
	close(answer)
	group.Wait()
	if len(arrived) != 1 {
		t.Errorf("%d more requests arrived, want 1", len(arrived))
	}
}

// TestOwnPlaces: requests to the process itself have places of their own, so that they do not occupy all that it can take.
func TestOwnPlaces(t *testing.T) {
	own := &Own{}
	transport := NewIn(own, Settings{MaxOwn: 1, MaxWait: time.Nanosecond})
	own.Listens(&net.TCPAddr{IP: net.ParseIP("192.0.2.7"), Port: 8080})
	for text, want := range map[string]bool{
		"http://localhost:8080/": true, "https://LocalHost.:8080": true, "http://a.localhost:8080": true, "http://127.0.0.1:8080": true,
		"http://[::1]:8080": true, "http://0.0.0.0:8080": true, "http://192.0.2.7:8080": true,
		"http://localhost:8081": false, "http://localhost": false, "http://192.0.2.8:8080": false, "http://example.com:8080": false,
	} {
		leave, err := transport.enter(&http.Request{URL: &url.URL{Scheme: "http", Host: "localhost:8080"}})
		if err != nil {
			t.Fatal(err)
		}
		target, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = transport.enter(&http.Request{URL: target}); (err != nil) != want {
			t.Errorf("%s: %v, want the process itself: %v", text, err, want)
		}
		leave()
	}
	if (&Own{}).has(&url.URL{Scheme: "http", Host: "localhost:0"}) {
		t.Error("nobody listens")
	}
}
