package host

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

func TestRouting(t *testing.T) {
	app := fakeRoutes("GET /", "GET /users/me/posts", "GET,PUT /users/{id}/friends", "POST /users", "OPTIONS /own")
	r := start(t, app, Settings{})
	for _, c := range []struct {
		line   string
		status int
		allow  string
	}{
		{"GET /", 200, ""},
		{"GET /users/me/friends", 200, ""},
		{"GET /users/me/friends/", 200, ""},
		{"HEAD /users/me/friends", 200, ""},
		{"GET /nowhere", 404, ""},
		{"OPTIONS /nowhere", 404, ""},
		{"GET /users", 405, "POST, OPTIONS"},
		{"DELETE /users/1/friends", 405, "GET, HEAD, PUT, OPTIONS"},
		{"TRACE /", 405, "GET, HEAD, OPTIONS"},
		{"OPTIONS /users/1/friends", 204, "GET, HEAD, PUT, OPTIONS"},
		{"OPTIONS /own", 200, ""},
		{"PROPFIND /", 501, ""},
		{"GET /users/..%2fadmin", 400, ""},
		{"GET /users/%2e%2e/x", 400, ""},
		{"GET //users", 400, ""},
	} {
		got := r.ask(c.line, "")
		if got.status != c.status || got.header.Get("Allow") != c.allow {
			t.Errorf("%s: got %d, Allow %q; want %d, %q", c.line, got.status, got.header.Get("Allow"), c.status, c.allow)
		}
		if got.header.Get("Location") != "" {
			t.Errorf("%s was redirected", c.line)
		}
	}
}

func TestOddTargets(t *testing.T) {
	r := start(t, fakeRoutes("GET /a", "POST /b", "GET /"), Settings{})
	for text, status := range map[string]int{
		"OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n":                   204,
		"GET * HTTP/1.1\r\nHost: h\r\n\r\n":                       400,
		"GET http://h/a?x HTTP/1.1\r\nHost: h\r\n\r\n":            200,
		"GET http://h HTTP/1.1\r\nHost: h\r\n\r\n":                200,
		"GET /a?x=/../b HTTP/1.1\r\nHost: h\r\n\r\n":              200,
		"GET /a?u=http://x/y HTTP/1.1\r\nHost: h\r\n\r\n":         200,
		"GET /a#b HTTP/1.1\r\nHost: h\r\n\r\n":                    400,
		"GET //h/a HTTP/1.0\r\n\r\n":                              400,
		"GET /a HTTP/1.0\r\n\r\n":                                 200,
		"CONNECT h:80 HTTP/1.1\r\nHost: h\r\n\r\n":                501,
		"GET /a HTTP/1.1\r\n\r\n":                                 400,
		"GET /" + strings.Repeat("a", 9000) + " HTTP/1.1\r\n\r\n": 431,
		"nonsense\r\n\r\n":                                        400,
	} {
		if got := r.raw(text); got.status != status {
			t.Errorf("%.60q: got %d, want %d", text, got.status, status)
		}
	}
	if allow := r.raw("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n").header.Get("Allow"); allow != "GET, HEAD, POST, OPTIONS" {
		t.Errorf("anywhere allows %q", allow)
	}
}

func TestContextPath(t *testing.T) {
	r := start(t, fakeRoutes("GET /", "GET /users"), Settings{ContextPath: "api/v1/"})
	for path, status := range map[string]int{
		"/api/v1": 200, "/api/v1/": 200, "/api/v1/users": 200, "/users": 404, "/api/v1x": 404, "/": 404,
	} {
		if got := r.ask("GET "+path, ""); got.status != status {
			t.Errorf("%s: got %d, want %d", path, got.status, status)
		}
	}
	if _, err := New(fakeRoutes(), Settings{ContextPath: "/a/../b"}, nil); err == nil {
		t.Error("a dotted context path was taken")
	}
}

func TestProblemDocument(t *testing.T) {
	r := start(t, fakeRoutes("GET /a b"), Settings{})
	got := r.ask("POST /a%20b", "", "Traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
	want := `{"type":"about:blank","title":"Method Not Allowed","status":405,` +
		`"detail":"POST is not allowed here; allowed: GET, HEAD, OPTIONS","instance":"/a%20b",` +
		`"traceId":"4bf92f3577b34da6a3ce929d0e0e4736"}`
	if got.body != want || got.header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("got %s %s\nwant %s", got.header.Get("Content-Type"), got.body, want)
	}
	if got.header.Get("Server") != "" || got.header.Get("Date") == "" {
		t.Errorf("headers: %v", got.header)
	}
}

func TestFailures(t *testing.T) {
	var failure error
	app := fakeRoutes("GET /x")
	app.invoke = func(context.Context, int) error { return failure }
	var log bytes.Buffer
	r := startLogged(t, app, Settings{}, slog.New(slog.NewTextHandler(&log, nil)))
	for _, c := range []struct {
		err    error
		status int
		detail string
		logged string
	}{
		{fault.New("a.b", fault.Invalid, "bad thing"), 400, "bad thing", ""},
		{fault.New("a.b", fault.Denied, "no"), 403, "no", ""},
		{fault.New("a.b", fault.NotFound, "gone"), 404, "gone", ""},
		{fault.New("a.b", fault.Conflict, "twice"), 409, "twice", ""},
		{fault.New("a.b", fault.TooLarge, "big"), 413, "big", ""},
		{fault.New("a.b", fault.Unavailable, "secret"), 503, "", ""},
		{fault.New("a.b", fault.Timeout, "secret").WithHint("raise it"), 503, "", "raise it"},
		{fault.New("a.b", fault.Internal, "secret").Because(errors.New("cause")), 500, "", "cause"},
		{errors.New("secret"), 500, "", "secret"},
	} {
		failure = c.err
		log.Reset()
		got := r.ask("GET /x", "")
		var document problemBody
		if err := json.Unmarshal([]byte(got.body), &document); err != nil {
			t.Fatal(err)
		}
		if got.status != c.status || document.Detail != c.detail || strings.Contains(got.body, "secret") {
			t.Errorf("%v: got %d %s", c.err, got.status, got.body)
		}
		if retry := got.header.Get("Retry-After"); (retry == "1") != (c.status == 503) {
			t.Errorf("%v: Retry-After %q", c.err, retry)
		}
		if c.logged == "" && log.Len() > 0 || !strings.Contains(log.String(), c.logged) ||
			c.logged != "" && !strings.Contains(log.String(), document.TraceID) {
			t.Errorf("%v: logged %s", c.err, log.String())
		}
	}
}

func TestPanicIsAnswered(t *testing.T) {
	app := fakeRoutes("GET /x", "GET /y")
	app.invoke = func(_ context.Context, handler int) error {
		if handler == 0 {
			panic("boom")
		}
		return nil
	}
	var log bytes.Buffer
	r := startLogged(t, app, Settings{Dev: true}, slog.New(slog.NewTextHandler(&log, nil)))
	if got := r.ask("GET /x", ""); got.status != 500 || !strings.Contains(got.body, `"detail":"boom"`) {
		t.Errorf("got %d %s", got.status, got.body)
	}
	if !strings.Contains(log.String(), "server_test.go") {
		t.Errorf("the log has no stack: %s", log.String())
	}
	if got := r.ask("GET /y", ""); got.status != 200 {
		t.Errorf("afterwards: %d", got.status)
	}
}

func TestAccessLog(t *testing.T) {
	var log bytes.Buffer
	r := startLogged(t, fakeRoutes("GET /users/{id}"), Settings{AccessLog: true}, slog.New(slog.NewJSONHandler(&log, nil)))
	r.ask("GET /users/%41/?token=secret", "", "Traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
	var line map[string]any
	if err := json.Unmarshal(log.Bytes(), &line); err != nil {
		t.Fatalf("%s: %v", log.String(), err)
	}
	for key, want := range map[string]any{
		"level": "INFO", "msg": "request", "method": "GET", "path": "/users/A", "status": 200.0, "bytes": 0.0,
		"trace": "4bf92f3577b34da6a3ce929d0e0e4736", "handler": "/users/{id}",
	} {
		if line[key] != want {
			t.Errorf("%s is %v, want %v", key, line[key], want)
		}
	}
	log.Reset()
	r.ask("GET /%2e%2e?token=secret", "")
	if !strings.Contains(log.String(), `"path":"/%2e%2e"`) || strings.Contains(log.String(), "secret") {
		t.Errorf("a refused path is logged as %s", log.String())
	}
}

func TestSwap(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	old := fakeRoutes("GET /old")
	old.invoke = func(context.Context, int) error {
		close(entered)
		<-release
		return nil
	}
	r := start(t, old, Settings{})
	answered := make(chan reply)
	go func() { answered <- r.ask("GET /old", "") }()
	<-entered
	if _, err := r.Swap(fakeRoutes("GET /a/{x}", "GET /a/{y}"), Policies{}); err == nil {
		t.Error("a broken application took over")
	}
	drained, err := r.Swap(fakeRoutes("GET /new"), Policies{})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.ask("GET /new", ""); got.status != 200 {
		t.Errorf("the new one: %d", got.status)
	}
	if got := r.ask("GET /old", ""); got.status != 404 {
		t.Errorf("the old one, asked again: %d", got.status)
	}
	select {
	case <-drained:
		t.Error("drained while a request was under way")
	default:
	}
	close(release)
	if got := <-answered; got.status != 200 {
		t.Errorf("the request under way: %d", got.status)
	}
	<-drained
}

func TestSwapOfAnIdleTable(t *testing.T) {
	r := start(t, fakeRoutes("GET /"), Settings{})
	for range 3 {
		drained, err := r.Swap(fakeRoutes("GET /"), Policies{})
		if err != nil {
			t.Fatal(err)
		}
		<-drained
	}
}

// TestSwapUnderLoad swaps while requests arrive: each is answered by some generation, and no generation is used after
// it has drained.
func TestSwapUnderLoad(t *testing.T) {
	generation := func() (*fakeApp, *atomic.Bool) {
		app, gone := fakeRoutes("GET /"), new(atomic.Bool)
		app.invoke = func(context.Context, int) error {
			if gone.Load() {
				t.Error("a drained application was called")
			}
			return nil
		}
		return app, gone
	}
	app, gone := generation()
	r := start(t, app, Settings{})
	stop := make(chan struct{})
	var asking sync.WaitGroup
	for range 4 {
		asking.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if got := r.ask("GET /", ""); got.status != 200 {
					t.Errorf("got %d", got.status)
				}
			}
		})
	}
	for range 50 {
		next, nextGone := generation()
		drained, err := r.Swap(next, Policies{})
		if err != nil {
			t.Fatal(err)
		}
		<-drained
		gone.Store(true)
		gone = nextGone
	}
	close(stop)
	asking.Wait()
}

func TestShutdownFinishesWhatBegan(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	app := fakeRoutes("GET /")
	app.invoke = func(context.Context, int) error {
		close(entered)
		<-release
		return nil
	}
	r := start(t, app, Settings{})
	silent := r.dial() // it never sends anything
	idle := r.dial()   // it has been answered, and sends no further request
	answers := bufio.NewReader(idle)
	fmt.Fprint(idle, "GET /nowhere HTTP/1.1\r\nHost: h\r\n\r\n")
	first, err := http.ReadResponse(answers, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.read(first)
	answered := make(chan reply)
	go func() { answered <- r.ask("GET /", "") }()
	<-entered
	down := make(chan error)
	go func() { down <- r.Shutdown(context.Background()) }()
	if _, err := silent.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the silent connection: %v", err)
	}
	if _, err := answers.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("the idle connection: %v", err)
	}
	select {
	case err := <-down:
		t.Errorf("shut down before the answer: %v", err)
	default:
	}
	close(release)
	if got := <-answered; got.status != 200 {
		t.Errorf("got %d", got.status)
	}
	if err := <-down; err != nil {
		t.Error(err)
	}
	if err := <-r.served; err != nil {
		t.Errorf("Serve returned %v", err)
	}
}

// A stop may come between the listener and Serve.
func TestShutdownBeforeServe(t *testing.T) {
	server, err := New(fakeRoutes("GET /"), Settings{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	if err := server.Serve(l); err != nil { // it returns at once
		t.Error(err)
	}
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("it still listens")
	}
}

func TestShutdownIsBounded(t *testing.T) {
	entered := make(chan struct{})
	app := fakeRoutes("GET /")
	app.invoke = func(ctx context.Context, _ int) error {
		close(entered)
		<-ctx.Done() // as the engine does when its caller cancels
		return fault.New("test", fault.Canceled, "gone")
	}
	server, err := New(app, Settings{ShutdownTimeout: 50 * time.Millisecond}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	failed := make(chan error)
	go func() {
		_, err := http.Get("http://" + l.Addr().String())
		failed <- err
	}()
	<-entered
	err = server.Shutdown(context.Background())
	if fault.KindOf(err) != fault.Timeout || !strings.Contains(err.Error(), "1 connection was cut off") {
		t.Errorf("got %v", err)
	}
	if <-failed == nil {
		t.Error("the request cut off was answered")
	}
	if err := <-served; err != nil {
		t.Errorf("Serve returned %v", err)
	}
}
