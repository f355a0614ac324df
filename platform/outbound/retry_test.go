package outbound

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// flaky is a server that fails a number of times, and counts the requests.
type flaky struct {
	*httptest.Server
	asked  atomic.Int32
	bodies chan string
}

func newFlaky(t *testing.T, answer func(turn int, w http.ResponseWriter)) *flaky {
	t.Helper()
	f := &flaky{bodies: make(chan string, 100)}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		f.bodies <- string(body)
		answer(int(f.asked.Add(1)), w)
	}))
	t.Cleanup(f.Close)
	return f
}

var soon = Retries{Max: 3, Backoff: time.Microsecond}

func failing(times, status int) func(turn int, w http.ResponseWriter) {
	return func(turn int, w http.ResponseWriter) {
		switch {
		case turn > times:
			_, _ = io.WriteString(w, "at last")
		case status == 0:
			panic(http.ErrAbortHandler)
		default:
			w.Header().Set("Connection", "close") // on a reused connection, http.Transport would retry by itself
			w.WriteHeader(status)
		}
	}
}

func TestRetries(t *testing.T) {
	for name, c := range map[string]struct {
		method, body string
		times        int // how often the server fails
		status       int // the status of a failure; 0 cuts the connection
		retries      Retries
		asked, want  int
	}{
		"a status":                 {"GET", "", 2, 503, soon, 3, 200},
		"a cut connection":         {"GET", "", 2, 0, soon, 3, 200},
		"a body is sent again":     {"PUT", "all of it", 2, 502, soon, 3, 200},
		"delete":                   {"DELETE", "", 1, 504, soon, 2, 200},
		"head":                     {"HEAD", "", 1, 504, soon, 2, 200},
		"post is never sent twice": {"POST", "order", 1, 503, soon, 1, 503},
		"nor patch":                {"PATCH", "order", 1, 503, soon, 1, 503},
		"too many failures":        {"GET", "", 9, 503, soon, 4, 503},
		"other statuses":           {"GET", "", 1, 500, soon, 1, 500},
		"chosen statuses":          {"GET", "", 1, 500, Retries{Max: 1, Backoff: 1, Statuses: []int{500}}, 2, 200},
		"no retries":               {"GET", "", 1, 503, Retries{}, 1, 503},
	} {
		t.Run(name, func(t *testing.T) {
			server := newFlaky(t, failing(c.times, c.status))
			request, _ := http.NewRequest(c.method, server.URL, strings.NewReader(c.body))
			response, err := New(Settings{Retries: c.retries}).RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			if got := int(server.asked.Load()); got != c.asked || response.StatusCode != c.want {
				t.Errorf("asked %d times, got %d", got, response.StatusCode)
			}
			for range c.asked {
				if got := <-server.bodies; got != c.body {
					t.Errorf("the body was %q", got)
				}
			}
		})
	}
}

// TestRetriesConnecting: the server starts to listen only after the first try.
func TestRetriesConnecting(t *testing.T) {
	transport := New(Settings{Retries: soon})
	var tried int
	dial := transport.direct.DialContext
	server := newFlaky(t, failing(0, 0))
	transport.direct.DialContext = func(ctx context.Context, network, target string) (net.Conn, error) {
		if tried++; tried < 3 {
			target = "127.0.0.1:1"
		}
		return dial(ctx, network, target)
	}
	if got, err := get(transport, server.URL); err != nil || got != "at last" || tried != 3 {
		t.Errorf("got %q, %v after %d", got, err, tried)
	}
}

func TestRetriesOfAContext(t *testing.T) {
	for most, want := range map[int]int32{0: 1, 1: 2, 5: 6} {
		server := newFlaky(t, failing(100, 503))
		transport := New(Settings{Retries: Retries{Max: 2, Backoff: 1}})
		request, _ := http.NewRequestWithContext(WithRetries(context.Background(), most), "GET", server.URL, nil)
		response, err := transport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if got := server.asked.Load(); got != want {
			t.Errorf("%d retries: asked %d times", most, got)
		}
	}
}

// TestRetriesEndInTime: a try that could only begin after the deadline, or after the longest
// delay, does not begin, and there is no waiting for it.
func TestRetriesEndInTime(t *testing.T) {
	for name, c := range map[string]struct {
		retries Retries
		after   string // Retry-After
		asked   int32
	}{
		"the backoff is too long":         {Retries{Max: 3, Backoff: 2 * time.Hour, MaxDelay: 2 * time.Hour}, "", 1},
		"the server asks for too long":    {Retries{Max: 3, Backoff: 1}, "3600", 1},
		"the server asks for a late date": {Retries{Max: 3, Backoff: 1}, "Fri, 31 Dec 2100 23:59:59 GMT", 1},
		"a date that has passed":          {Retries{Max: 3, Backoff: 1}, "Fri, 31 Dec 1999 23:59:59 GMT", 4},
		"no wait":                         {Retries{Max: 3, Backoff: 1}, "0", 4},
		"nonsense":                        {Retries{Max: 3, Backoff: 1}, "-5", 4},
	} {
		t.Run(name, func(t *testing.T) {
			server := newFlaky(t, func(_ int, w http.ResponseWriter) {
				if c.after != "" {
					w.Header().Set("Retry-After", c.after)
				}
				w.WriteHeader(503)
			})
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Minute)
			defer cancel()
			request, _ := http.NewRequestWithContext(ctx, "GET", server.URL, nil)
			response, err := New(Settings{Retries: c.retries}).RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if got := server.asked.Load(); got != c.asked || response.StatusCode != 503 {
				t.Errorf("asked %d times, got %d", got, response.StatusCode)
			}
		})
	}
}

// TestRetriesEndWithTheirContext: the waiting between tries ends with the context.
func TestRetriesEndWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	server := newFlaky(t, func(_ int, w http.ResponseWriter) {
		w.WriteHeader(503)
		cancel()
	})
	request, _ := http.NewRequestWithContext(ctx, "GET", server.URL, nil)
	response, err := New(Settings{Retries: Retries{Max: 3, Backoff: time.Hour, MaxDelay: time.Hour}}).RoundTrip(request)
	if err == nil {
		response.Body.Close() // the answer came first
	}
	if got := server.asked.Load(); got != 1 {
		t.Errorf("asked %d times", got)
	}
}

func TestDelay(t *testing.T) {
	r := Retries{Backoff: 100 * time.Millisecond, MaxDelay: time.Second}
	for try, want := range []time.Duration{100, 200, 400, 800, 1000, 1000} {
		want *= time.Millisecond
		for range 100 {
			if got, ok := r.delay(try, 0); !ok || got < want/2 || got > want {
				t.Fatalf("try %d: %v, %v", try, got, ok)
			}
		}
	}
	if got, ok := r.delay(1000, 0); !ok || got > time.Second {
		t.Errorf("far away: %v, %v", got, ok)
	}
	if got, ok := r.delay(0, time.Second); !ok || got != time.Second {
		t.Errorf("asked for a second: %v, %v", got, ok)
	}
	if _, ok := r.delay(0, time.Second+1); ok {
		t.Error("too long was waited for")
	}
}

func TestFailed(t *testing.T) {
	r := Retries{}.filled()
	for text, want := range map[error]bool{
		io.EOF: true, fmt.Errorf("read: %w", io.ErrUnexpectedEOF): true, &PrivateAddressError{}: false,
		fmt.Errorf("x509: no"): false, context.Canceled: false,
	} {
		if got := r.failed(nil, text); got != want {
			t.Errorf("%v: got %v", text, got)
		}
	}
}
