package host

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/vm"
)

// long limits every wait of a test; no wait should take a tenth of it.
const long = 20 * time.Second

// patientPool gives scripts as much time as a loaded machine takes.
var patientPool = vm.Options{CPUTimeout: time.Hour, HandlerTimeout: time.Hour}

// onTCP is a server behind a real socket.
type onTCP struct {
	*Server
	t       testing.TB
	address string
}

func listening(t testing.TB, app Application, settings Settings) *onTCP {
	t.Helper()
	server, err := New(app, settings, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), long)
		defer cancel()
		if err := server.Shutdown(ctx); err != nil {
			t.Errorf("shutdown: %v", err)
		}
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return &onTCP{server, t, l.Addr().String()}
}

// dial opens a connection that ends with the test, and whose operations have a deadline.
func (s *onTCP) dial() *net.TCPConn {
	s.t.Helper()
	c, err := net.Dial("tcp", s.address)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(long))
	return c.(*net.TCPConn)
}

// talk sends a text and reads answers until the server ends the connection.
func (s *onTCP) talk(text string) []reply {
	s.t.Helper()
	c := s.dial()
	go func() { _, _ = io.WriteString(c, text) }() // the server need not read all of it
	return s.answers(c)
}

// answers reads answers until the connection ends.
func (s *onTCP) answers(c io.Reader) (all []reply) {
	s.t.Helper()
	reader := bufio.NewReader(c)
	for {
		if _, err := reader.Peek(1); err != nil {
			if err != io.EOF {
				s.t.Errorf("the connection does not end, but: %v", err)
			}
			return all
		}
		all = append(all, s.answer(reader))
	}
}

func (s *onTCP) answer(reader *bufio.Reader) reply {
	s.t.Helper()
	response, err := http.ReadResponse(reader, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if response.Close {
		response.Header.Set("Connection", "close")
	}
	return reply{response.StatusCode, response.Header, string(body), response.ContentLength}
}

// openNow returns the number of the server's connections.
func (s *onTCP) openNow() int {
	s.conns.mu.Lock()
	defer s.conns.mu.Unlock()
	return len(s.conns.open)
}

func eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	pause := time.NewTicker(time.Millisecond)
	defer pause.Stop()
	for end := time.Now().Add(long); !condition(); <-pause.C {
		if time.Now().After(end) {
			t.Fatalf("%s: not within %v", what, long)
		}
	}
}

// counted makes an application count the calls of each of its handlers.
func counted(app *fakeApp) (*fakeApp, []atomic.Int64) {
	calls := make([]atomic.Int64, len(app.routes))
	app.invoke = func(_ context.Context, handler int) error {
		calls[handler].Add(1)
		return nil
	}
	return app, calls
}

// short returns the statuses of answers, such as "200 400".
func short(all []reply) string {
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = fmt.Sprint(one.status)
	}
	return strings.Join(texts, " ")
}

// busyNow returns the number of connections that have begun to send a request.
func (s *onTCP) busyNow() (n int) {
	s.conns.mu.Lock()
	defer s.conns.mu.Unlock()
	for c := range s.conns.open {
		if state := c.state.Load(); state != silent && state != dozing {
			n++
		}
	}
	return n
}
