package harness

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

// Fetch sends one request, and returns the answer's status and the beginning of its body.
func (f *Server) Fetch(path string) (status int, body []byte) {
	f.T.Helper()
	client := &http.Client{Timeout: 4 * Patience}
	response, err := client.Get("http://" + f.Address + path)
	if err != nil {
		f.T.Fatalf("%s: %v; the log ends with\n%s", path, err, Tail(f.App.Log.Bytes(), 2000))
	}
	defer func() { _ = response.Body.Close() }()
	body, _ = io.ReadAll(io.LimitReader(response.Body, 1<<20))
	return response.StatusCode, body
}

// Another is a second client: it asks for /ok all the time, until stop is called, and has to be answered. stop returns within
// which time 99 of 100 answers came.
func (f *Server) Another(t *testing.T) (stop func() time.Duration) {
	var group sync.WaitGroup
	done := make(chan struct{})
	var took []time.Duration
	group.Go(func() {
		client := &http.Client{Timeout: Patience}
		for {
			began := time.Now()
			response, err := client.Get("http://" + f.Address + "/ok")
			if err != nil {
				t.Errorf("another client: %v", err)
				return
			}
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
			if response.StatusCode != http.StatusOK {
				t.Errorf("another client is answered with %d", response.StatusCode)
			}
			took = append(took, time.Since(began))
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	return func() time.Duration {
		close(done)
		group.Wait()
		if len(took) == 0 {
			return 0
		}
		slices.Sort(took)
		return took[len(took)*99/100]
	}
}

// Second sends a request that takes a second, on a connection of its own, and returns its status, one of those that may be.
func (f *Server) Second(path string, may ...int) int {
	response, err := http.Get("http://" + f.Address + path)
	if err != nil {
		f.T.Error(err)
		return 0
	}
	_ = response.Body.Close()
	if !slices.Contains(may, response.StatusCode) {
		f.T.Errorf("%s: %s", path, response.Status)
	}
	if refused := response.StatusCode == http.StatusServiceUnavailable; refused != (response.Header.Get("Retry-After") != "") {
		f.T.Errorf("%s: %s, Retry-After: %q", path, response.Status, response.Header.Get("Retry-After"))
	}
	return response.StatusCode
}

// GoodClient sends requests for /hello on one connection, and measures them.
type GoodClient struct {
	t      *testing.T
	conn   net.Conn
	reader *bufio.Reader
}

// Client opens a connection.
func (f *Server) Client() *GoodClient {
	c := f.Dial()
	return &GoodClient{f.T, c, bufio.NewReader(c)}
}

// Ask sends a request, and returns how long its answer took.
func (c *GoodClient) Ask() time.Duration {
	c.t.Helper()
	began := time.Now()
	fmt.Fprint(c.conn, "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n")
	response, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK || string(body) != "hello" {
		c.t.Fatalf("got %d %q, %v", response.StatusCode, body, err)
	}
	return time.Since(began)
}

// Median sends a thousand requests and returns the median of their durations.
func (c *GoodClient) Median() time.Duration {
	took := make([]time.Duration, 1000)
	for i := range took {
		took[i] = c.Ask()
	}
	slices.Sort(took)
	return took[len(took)/2]
}

// BestMedian returns the best of a few medians, since other work of the machine affects each of them.
func (c *GoodClient) BestMedian() time.Duration {
	best := c.Median()
	for range 4 {
		best = min(best, c.Median())
	}
	return best
}

// AskUntil repeats a request until a channel is closed, and returns the sorted durations.
func (c *GoodClient) AskUntil(over <-chan struct{}) (took []time.Duration) {
	for pause := time.NewTicker(5 * time.Millisecond); ; <-pause.C {
		select {
		case <-over:
			slices.Sort(took)
			return took
		default:
			took = append(took, c.Ask())
		}
	}
}
