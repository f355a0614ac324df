package host

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// sleeper is a client whose connection falls asleep.
type sleeper struct {
	t       *testing.T
	server  *Server
	c       net.Conn
	answers *bufio.Reader
}

func newSleeper(t *testing.T, server *Server, c net.Conn) *sleeper {
	_ = c.SetDeadline(time.Now().Add(long))
	return &sleeper{t, server, c, bufio.NewReader(c)}
}

func (s *sleeper) ask() *http.Response {
	s.t.Helper()
	fmt.Fprint(s.c, "GET /nowhere HTTP/1.1\r\nHost: h\r\n\r\n")
	return s.answer()
}

func (s *sleeper) answer() *http.Response {
	s.t.Helper()
	response, err := http.ReadResponse(s.answers, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusNotFound {
		s.t.Errorf("got %d", response.StatusCode)
	}
	return response
}

// states counts the connections in a state.
func states(server *Server, state int32) (n int) {
	server.conns.mu.Lock()
	defer server.conns.mu.Unlock()
	for one := range server.conns.open {
		if one.state.Load() == state {
			n++
		}
	}
	return n
}

// fallAsleep waits until so many connections sleep.
func fallAsleep(t *testing.T, server *Server, want int) {
	t.Helper()
	until(t, func() bool { server.conns.nod(); return states(server, asleep) == want })
}

func until(t *testing.T, holds func() bool) {
	t.Helper()
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for end := time.Now().Add(long); !holds(); <-look.C {
		if time.Now().After(end) {
			t.Fatal("it does not happen")
		}
	}
}

// TestSleep: a connection falls asleep between two requests, again and again, and each is answered. It sleeps neither before its first
// request nor in the middle of one.
func TestSleep(t *testing.T) {
	s := listening(t, fakeRoutes("GET /a"), Settings{})
	c := newSleeper(t, s.Server, s.dial())
	unused := s.dial()
	for range 3 {
		c.ask()
		fallAsleep(t, s.Server, 1)
	}
	if n := s.fast.GetOpenConnectionsCount(); n != 1 {
		t.Errorf("fasthttp has %d connections, want the unused one only", n)
	}
	fmt.Fprint(c.c, "GET /nowhere HTTP/1.1\r\n")
	until(t, func() bool { return states(s.Server, partial) == 1 })
	for range 3 {
		s.conns.nod()
	}
	if states(s.Server, partial) != 1 {
		t.Error("it falls asleep within a request")
	}
	fmt.Fprint(c.c, "Host: h\r\n\r\n")
	c.answer()
	newSleeper(t, s.Server, unused).ask()
}

// TestSleepOverTLS does so with an encrypted connection.
func TestSleepOverTLS(t *testing.T) {
	store, config := encrypted(t, 0)
	server, err := New(fakeRoutes("GET /a"), Settings{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(store.Listen(socket)) }()
	client, err := tls.Dial("tcp", socket.Addr().String(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	c := newSleeper(t, server, client)
	for range 3 {
		c.ask()
		fallAsleep(t, server, 1)
	}
	if err := server.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := c.answers.ReadByte(); err == nil {
		t.Error("it is open after the end")
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// TestSleepEnds: a connection that sleeps ends when its client leaves or its time is over, and with the server.
func TestSleepEnds(t *testing.T) {
	s := listening(t, fakeRoutes("GET /a"), Settings{IdleTimeout: 300 * time.Millisecond})
	open := func() *sleeper { return newSleeper(t, s.Server, s.dial()) }
	gone, late := open(), open()
	gone.ask()
	late.ask()
	_ = gone.c.Close()
	until(t, func() bool { s.conns.nod(); return s.conns.count() == 0 })
	if _, err := late.answers.ReadByte(); err != io.EOF {
		t.Errorf("its time is over: %v", err)
	}
}

// TestLooksDoNotEndConnections: a request may arrive at the very moment at which its connection is looked at.
func TestLooksDoNotEndConnections(t *testing.T) {
	c := &conn{}
	var looking sync.WaitGroup
	var over atomic.Bool
	looking.Go(func() {
		for !over.Load() {
			c.state.CompareAndSwap(silent, dozing)
			c.state.CompareAndSwap(dozing, nodding)
		}
	})
	for range 1_000_000 {
		if !c.enter(silent) || !c.enter(busy) {
			t.Error("the connection is taken for one that was shut")
			break
		}
	}
	over.Store(true)
	looking.Wait()
}

// TestMemoryIsLeftAlone: a connection that cannot sleep is never given a deadline by a look, at the same time as by who reads from it.
func TestMemoryIsLeftAlone(t *testing.T) {
	memory, other := net.Pipe()
	defer func() { _ = errors.Join(memory.Close(), other.Close()) }()
	c := newConn(memory, &connections{})
	c.all.open = map[*conn]struct{}{c: {}}
	for range 3 {
		c.all.nod()
	}
	if got := c.state.Load(); got != dozing {
		t.Errorf("its state is %d, want %d", got, dozing)
	}
}
