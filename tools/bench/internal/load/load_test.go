package load

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestReadResponseFindsTheEnd(t *testing.T) {
	tests := map[string]struct {
		text string
		want int
		rest string
		err  string
	}{
		"length":        {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloNEXT", 200, "NEXT", ""},
		"no body":       {"HTTP/1.1 204 No Content\r\ncontent-length:0\r\n\r\nNEXT", 204, "NEXT", ""},
		"chunks":        {"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\nA;x=1\r\n0123456789\r\n0\r\n\r\nNEXT", 200, "NEXT", ""},
		"trailer":       {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n\r\nNEXT", 200, "NEXT", ""},
		"endless":       {"HTTP/1.1 200 OK\r\n\r\nhello", 0, "hello", "end cannot be known"},
		"not HTTP":      {"SSH-2.0\r\n", 0, "", "no HTTP/1.1 status line"},
		"cut off":       {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", 200, "", "EOF"},
		"broken chunks": {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 200, "", "no chunk size"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			in := bufio.NewReader(strings.NewReader(test.text))
			status, err := readResponse(in)
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
				t.Fatalf("error %v, want %q", err, test.err)
			}
			if rest, _ := io.ReadAll(in); status != test.want || string(rest) != test.rest {
				t.Errorf("status %d and %q left, want %d and %q", status, rest, test.want, test.rest)
			}
		})
	}
}

func TestRunCountsWhatTheServerSaw(t *testing.T) {
	var seen atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method == http.MethodPost && r.URL.Path == "/users" && string(body) == `{"a":1}` && r.Header.Get("Accept") == "a/b" {
			seen.Add(1)
		}
		_, _ = io.WriteString(w, "ok")
	}))
	defer server.Close()
	result, err := Run(server.Listener.Addr().String(), PostJSON("/users", `{"a":1}`, "Accept: a/b"),
		Options{Connections: 3, Duration: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if result.Requests == 0 || int64(result.Requests) != seen.Load() || result.Latency.Count() != uint64(result.Requests) {
		t.Errorf("%d requests, %d latencies, the server saw %d", result.Requests, result.Latency.Count(), seen.Load())
	}
}

func TestRunHoldsItsRate(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "ok")
	}))
	defer server.Close()
	result, err := Run(server.Listener.Addr().String(), Get("/"),
		Options{Connections: 4, Duration: 200 * time.Millisecond, Rate: 200})
	if err != nil {
		t.Fatal(err)
	}
	if result.Requests != 40 {
		t.Errorf("%d requests at 200 per second in 200 ms, want 40", result.Requests)
	}
}

// TestWaitingForABusyConnectionCounts: with one request every 10 ms to a server that takes 50 ms,
// later requests wait longer and longer.
func TestWaitingForABusyConnectionCounts(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(50 * time.Millisecond):
		case <-r.Context().Done():
		}
		_, _ = io.WriteString(w, "late")
	}))
	defer server.Close()
	result, err := Run(server.Listener.Addr().String(), Get("/"),
		Options{Connections: 1, Duration: 60 * time.Millisecond, Rate: 100})
	if err != nil {
		t.Fatal(err)
	}
	if got := result.Latency.Quantile(1); got < 200*time.Millisecond {
		t.Errorf("the last of six requests waited %v, want its turn to count: 250 ms", got)
	}
}

func TestRunFailsOnAnythingButOK(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	_, err := Run(server.Listener.Addr().String(), Get("/nothing"), Options{Connections: 1, Duration: time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "answered with 404") {
		t.Errorf("error %v", err)
	}
}
