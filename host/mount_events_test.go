package host

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
)

// ticks is a source of events that says when it is stopped.
type ticks struct {
	chunks  chan string
	stopped chan struct{}
}

func newTicks() *ticks { return &ticks{make(chan string, 4), make(chan struct{}, 4)} }

func (s *ticks) Next(ctx context.Context) ([]byte, error) {
	select {
	case text, more := <-s.chunks:
		if !more {
			return nil, io.EOF
		}
		return []byte(text), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *ticks) Stop() { s.stopped <- struct{}{} }

// ticking serves a source, by a handler of net/http.
func ticking(source engine.Stream) Mount {
	return Mount{Path: "/events", Outside: true, Private: true, Answer: func(call *Call) {
		call.ServeHTTP(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Own", "yes")
			w.(interface{ Events(engine.Stream) }).Events(source)
		}), 0)
	}}
}

func isStopped(t *testing.T, s *ticks) {
	t.Helper()
	select {
	case <-s.stopped:
	case <-time.After(10 * time.Second):
		t.Error("the source was not stopped")
	}
}

// TestMountEvents: events are sent when they happen; a client that leaves stops the source, and so does its end.
func TestMountEvents(t *testing.T) {
	for name, end := range map[string]func(*ticks, io.Closer){
		"the client leaves": func(_ *ticks, client io.Closer) { _ = client.Close() },
		"the source ends":   func(s *ticks, _ io.Closer) { close(s.chunks) },
	} {
		t.Run(name, func(t *testing.T) {
			source := newTicks()
			conn := listening(t, fakeRoutes("GET /hello"), Settings{Policies: Policies{Mounts: []Mount{ticking(source)}}}).dial()
			_, _ = io.WriteString(conn, "GET /events HTTP/1.1\r\nHost: host\r\n\r\n")
			answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "text/event-stream" || answer.Header.Get("X-Own") != "yes" ||
				answer.Header.Get("Cache-Control") != "no-cache" {
				t.Errorf("%d %v", answer.StatusCode, answer.Header)
			}
			lines := bufio.NewReader(answer.Body)
			for _, text := range []string{"data: 1\n\n", "data: 2\n\n"} {
				source.chunks <- text
				if got, err := lines.ReadString('\n'); err != nil || !strings.HasPrefix(text, got) {
					t.Fatalf("%q %v", got, err)
				}
				_, _ = lines.ReadString('\n')
			}
			end(source, conn)
			isStopped(t, source)
			if name == "the source ends" {
				if rest, err := io.ReadAll(lines); err != nil || len(rest) != 0 {
					t.Errorf("%q %v", rest, err)
				}
			}
		})
	}
}

// TestMountEventsEnd: the next generation does not wait for a source that goes on.
func TestMountEventsEnd(t *testing.T) {
	source := newTicks()
	r := mounted(t, Settings{}, ticking(source))
	conn := r.dial()
	_, _ = io.WriteString(conn, "GET /events HTTP/1.1\r\nHost: host\r\n\r\n")
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	drained, err := r.Swap(fakeRoutes("GET /hello"), Policies{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(answer.Body); err != nil {
		t.Error(err)
	}
	select {
	case <-drained:
	case <-time.After(10 * time.Second):
		t.Error("the table is still in use")
	}
	isStopped(t, source)
}

// TestMountEventsHead: who asks for the header alone gets it, and nothing runs on.
func TestMountEventsHead(t *testing.T) {
	source := newTicks()
	r := mounted(t, Settings{}, ticking(source))
	if got := r.ask("HEAD /events", ""); got.status != 200 || got.body != "" || got.header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("%d %q %v", got.status, got.body, got.header)
	}
	isStopped(t, source)
}
