package host

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp/fasthttputil"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// fakeApp is an application without scripts: invoke is called for all of its handlers.
type fakeApp struct {
	routes []*manifest.Route
	params []manifest.Param
	invoke func(ctx context.Context, handler int) error
}

func (a *fakeApp) Manifest() *manifest.Manifest {
	m := &manifest.Manifest{Routes: a.routes, ErrorController: -1}
	for i, r := range a.routes {
		r.Handler = i
		m.Handlers = append(m.Handlers, &manifest.Handler{Index: i, Name: r.Path, Params: a.params})
	}
	return m
}

func (a *fakeApp) Interceptors() []engine.Interception { return nil }

func (a *fakeApp) Run(ctx context.Context, _ time.Time, task engine.Task) error {
	if a.invoke == nil {
		return nil
	}
	return a.invoke(ctx, task.(*exchange).req.route.handler)
}

func (a *fakeApp) RunOn(ctx context.Context, _ *engine.Lease, task engine.Task) error {
	return a.Run(ctx, time.Now(), task)
}

func (a *fakeApp) Working(ctx context.Context) context.Context { return ctx }

// takesBody makes every handler take a text as body.
func (a *fakeApp) takesBody() *fakeApp {
	text := &schema.Type{Kind: schema.String, Name: "string"}
	a.params = []manifest.Param{{Name: "body", Key: "body", Origin: manifest.FromBody, Type: text}}
	return a
}

// fakeRoutes makes an application of lines such as "GET /users/{id}".
func fakeRoutes(lines ...string) *fakeApp {
	app := &fakeApp{}
	for _, r := range routesOf(lines...) {
		app.routes = append(app.routes, &manifest.Route{Path: r.path, Methods: r.methods})
	}
	return app
}

// running is a server behind an in-memory listener.
type running struct {
	*Server
	t        testing.TB
	listener *fasthttputil.InmemoryListener
	client   *http.Client
	served   chan error
}

func start(t testing.TB, app Application, settings Settings) *running {
	t.Helper()
	return startLogged(t, app, settings, slog.New(slog.DiscardHandler))
}

func startLogged(t testing.TB, app Application, settings Settings, log *slog.Logger) *running {
	t.Helper()
	server, err := New(app, settings, log)
	if err != nil {
		t.Fatal(err)
	}
	r := &running{Server: server, t: t, listener: fasthttputil.NewInmemoryListener(), served: make(chan error, 1)}
	dial := func(context.Context, string, string) (net.Conn, error) { return r.listener.Dial() }
	r.client = &http.Client{
		Transport:     &http.Transport{DialContext: dial},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	go func() { r.served <- server.Serve(r.listener) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		r.client.CloseIdleConnections()
		if err := server.Shutdown(ctx); err != nil {
			t.Errorf("shutdown: %v", err)
		}
	})
	return r
}

// reply is a response that was read.
type reply struct {
	status int
	header http.Header
	body   string
	length int64
}

// ask sends a request: "POST /path", a body and headers such as "Accept: */*".
func (r *running) ask(line, body string, headers ...string) reply {
	r.t.Helper()
	method, path, _ := strings.Cut(line, " ")
	request, err := http.NewRequest(method, "http://host"+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		request.Header.Add(name, value)
	}
	response, err := r.client.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	return r.read(response)
}

func (r *running) read(response *http.Response) reply {
	r.t.Helper()
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return reply{response.StatusCode, response.Header, string(text), response.ContentLength}
}

// dial opens a connection; it is closed when the test ends.
func (r *running) dial() net.Conn {
	r.t.Helper()
	c, err := r.listener.Dial()
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { c.Close() })
	return c
}

// raw sends bytes as they are and reads one response.
func (r *running) raw(text string) reply {
	r.t.Helper()
	c := r.dial()
	go func() { _, _ = io.WriteString(c, text) }()
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		r.t.Fatalf("%q: %v", text, err)
	}
	return r.read(response)
}
