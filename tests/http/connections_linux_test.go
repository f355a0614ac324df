package http

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// manyConnections is the default of server.max-connections.
const manyConnections = 10_000

const awaitingApp = `
import { GetMapping } from "fwrun";

export const hello = GetMapping("/hello")(() => "hello");
export const later = GetMapping("/later")(async () => {
  await new Promise((done) => setTimeout(done, 5000));
  return "later";
});
`

// TestIdleConnections: ten thousand clients that stay connected and ask nothing take bounded memory, and are answered when they ask.
func TestIdleConnections(t *testing.T) {
	f := startMany(t)
	f.ask(t, f.connect(t, 100), "/hello", "hello") // what the first requests need
	before := f.Own(t)
	open := f.connect(t, manyConnections)
	f.ask(t, open, "/hello", "hello")
	asked := f.Own(t)
	idle := f.Settle(t, before+idleMB)
	t.Logf("own memory: %.0f MB, with %d connections that have just asked %.0f MB, that are idle %.0f MB", before, manyConnections, asked, idle)
	if idle-before > idleMB {
		t.Errorf("%d connections take %.0f MB, want at most %d", manyConnections, idle-before, idleMB)
	}
	f.ask(t, open, "/hello", "hello")
}

// TestAwaitingRequests: ten thousand requests that wait for a timer are all answered by two workers.
func TestAwaitingRequests(t *testing.T) {
	// They come all at once, so that some wait for a worker longer than the defaults allow.
	f := startMany(t, "SERVER_WORKERS_MIN=2", "SERVER_WORKERS_MAX=2", "SERVER_WORKERS_QUEUE=10000", "SERVER_WORKERS_MAX_WAIT=1m")
	before := f.Own(t)
	open := f.connect(t, manyConnections)
	began := time.Now()
	send(t, open, "/later")
	waiting := f.Own(t)
	receive(t, open, "later")
	t.Logf("%d requests that wait for 5 s were answered after %v; own memory %.0f MB, while they waited %.0f MB",
		manyConnections, time.Since(began).Round(10*time.Millisecond), before, waiting)
}

// idleMB is what idle connections may take beyond the idle process, once they sleep: 3 KB each, for what Go needs for a socket and a
// goroutine that waits.
const idleMB = 60

// startMany starts a server for as many connections, if this process may open them.
func startMany(t *testing.T, env ...string) *server {
	t.Helper()
	if testing.Short() {
		t.Skip("it opens 10,000 connections")
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Max < manyConnections+1000 {
		t.Skipf("a process may open %d files here, %v", limit.Max, err)
	}
	return startScript(t, awaitingApp, append([]string{"SERVER_MAX_CONNECTIONS_PER_CLIENT=0", "SERVER_MAX_CONNECTIONS=10500", "SERVER_IDLE_TIMEOUT=10m"},
		env...)...)
}

// connect opens connections, which the end of the test closes.
func (f *server) connect(t *testing.T, n int) []net.Conn {
	t.Helper()
	open := make([]net.Conn, n)
	for i := range open {
		open[i] = f.Dial()
		t.Cleanup(func() { _ = open[i].Close() })
	}
	return open
}

// ask sends a request on each connection and reads the answers.
func (f *server) ask(t *testing.T, open []net.Conn, path, want string) {
	t.Helper()
	for part := range chunks(open, 500) {
		send(t, part, path)
		receive(t, part, want)
	}
}

func chunks(open []net.Conn, size int) func(yield func([]net.Conn) bool) {
	return func(yield func([]net.Conn) bool) {
		for ; len(open) > 0; open = open[min(size, len(open)):] {
			if !yield(open[:min(size, len(open))]) {
				return
			}
		}
	}
}

func send(t *testing.T, open []net.Conn, path string) {
	t.Helper()
	for _, c := range open {
		_ = c.SetDeadline(time.Now().Add(harness.Patience))
		if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: h\r\n\r\n", path); err != nil {
			t.Fatal(err)
		}
	}
}

// receive reads an answer on each connection.
func receive(t *testing.T, open []net.Conn, want string) {
	t.Helper()
	var readers sync.WaitGroup
	next := make(chan net.Conn)
	for range 16 {
		readers.Go(func() {
			for c := range next {
				if got, err := receiveOne(c); err != nil || got != want {
					t.Errorf("got %q, %v", got, err)
				}
			}
		})
	}
	for _, c := range open {
		next <- c
	}
	close(next)
	readers.Wait()
}

func receiveOne(c net.Conn) (string, error) {
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}
