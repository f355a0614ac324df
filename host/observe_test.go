package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
)

// observed collects what is measured.
type observed struct {
	mu   sync.Mutex
	list []string
}

func (o *observed) of(route string) func(*Observation) {
	return func(one *Observation) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.list = append(o.list, fmt.Sprintf("%s %s %d %s in=%d out=%t", route, one.Method, one.Status, one.Failure, one.In, one.Out > 0))
		if one.Took < 0 || one.Secure {
			o.list = append(o.list, fmt.Sprintf("took %s, secure %t", one.Took, one.Secure))
		}
	}
}

// end waits until all requests have ended: they are measured after they were answered.
func (r *running) end() {
	r.t.Helper()
	r.client.CloseIdleConnections()
	if err := r.Shutdown(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
}

// TestObserve: each request is measured once, by its route's template and never by its path.
func TestObserve(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.css"), []byte("a {}"), 0o600); err != nil {
		t.Fatal(err)
	}
	var o observed
	app := fakeRoutes("GET /users/{id}", "POST /users", "GET /broken")
	app.invoke = func(_ context.Context, handler int) error {
		if handler == 2 {
			return &engine.ScriptError{Name: "RangeError"}
		}
		return nil
	}
	r := start(t, app, Settings{ContextPath: "/shop", Observe: o.of, Policies: Policies{
		Static: []Static{{Prefix: "/assets", Folder: folder}}, Mounts: []Mount{
			{Path: "/agents", Below: true, Answer: told},
			{Path: "/outside", Outside: true, Answer: told},
		},
	}})
	for _, line := range []string{
		"GET /shop/users/1?q=secret", "HEAD /shop/users/2", "GET /shop/broken", "GET /shop/assets/a.css", "GET /shop/agents/a/b", "GET /outside",
		"GET /shop/wp-login.php", "GET /else",
		"PUT /shop/users", "BREW /shop/users/1", "GET /shop/%00",
	} {
		r.ask(line, "")
	}
	r.ask("POST /shop/users", "12345", "Content-Type: text/plain")
	r.raw("GET / HTTP/9.9\r\n\r\n")
	r.end()
	want := []string{
		"/shop/users/{id} GET 200  in=0 out=false", "/shop/users/{id} HEAD 200  in=0 out=false", "/shop/broken GET 500 RangeError in=0 out=true",
		"/shop/assets/** GET 200  in=0 out=true",
		"/shop/agents GET 418  in=0 out=true", "/outside GET 418  in=0 out=true", "UNKNOWN GET 404  in=0 out=true", "UNKNOWN GET 404  in=0 out=true",
		"UNKNOWN PUT 405  in=0 out=true",
		"UNKNOWN  501  in=0 out=true", "UNKNOWN GET 400  in=0 out=true", "/shop/users POST 200  in=5 out=false", "UNKNOWN  400  in=-1 out=true",
	}
	if !slices.Equal(o.list, want) {
		t.Errorf("got")
		for _, line := range o.list {
			t.Errorf("  %q", line)
		}
	}
}

// TestActive: requests in progress are counted by method.
func TestActive(t *testing.T) {
	begun, end := make(chan struct{}), make(chan struct{})
	app := fakeRoutes("GET /slow")
	app.invoke = func(context.Context, int) error {
		begun <- struct{}{}
		<-end
		return errors.New("over")
	}
	r := start(t, app, Settings{})
	go r.ask("GET /slow", "")
	<-begun
	var list []string
	r.Active(func(method, scheme string, n int64) bool {
		list = append(list, fmt.Sprint(method, " ", scheme, " ", n))
		return true
	})
	close(end)
	r.end()
	if !slices.Equal(list, []string{"GET http 1"}) {
		t.Errorf("got %q", list)
	}
	r.Active(func(method, _ string, n int64) bool {
		t.Errorf("%d requests %s are left", n, method)
		return true
	})
}

// BenchmarkObserved measures what it costs that requests are measured: compare "on" with "off".
func BenchmarkObserved(b *testing.B) {
	for name, observe := range map[string]func(string) func(*Observation){
		"off": nil,
		"on":  func(string) func(*Observation) { return func(*Observation) {} },
	} {
		b.Run(name, func(b *testing.B) {
			s := benchServer(b)
			s.settings.Observe = observe
			again, err := New(s.current.Load().app, s.settings, nil)
			if err != nil {
				b.Fatal(err)
			}
			ctx := prepared("GET", "/text", "")
			b.ReportAllocs()
			for b.Loop() {
				ctx.Response.Reset()
				again.serveSince(time.Now(), ctx)
			}
		})
	}
}
