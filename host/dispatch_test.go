package host

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/inproc"
)

// TestCopyCaller: the headers that describe the caller are copied, and those of the one request are not.
func TestCopyCaller(t *testing.T) {
	var from, to fasthttp.RequestHeader
	from.DisableNormalizing()
	kept := []string{
		"Authorization: Bearer x", "X-Api-Key: k", "X-Api-Key: again", "x-lower: a", "Cookie: a=1; b=2", "User-Agent: agent",
		"Accept-Language: de", "Traceparent: t",
		"Forwarded: for=x", "X-MCP-Toolsets: a", "X-Accept: a", "Contents: a", "Mcpx: a", "Iffy: a", "X-Empty: ",
	}
	left := []string{
		"Accept: a", "ACCEPT-ENCODING: gzip", "Origin: https://a.example.com", "Last-Event-ID: 1", "Expect: 100-continue", "Range: bytes=0-1",
		"Keep-Alive: a", "Proxy-Connection: a",
		"Proxy-Authorization: a", "TE: trailers", "Trailer: X", "Upgrade: a", "content-language: en", "CONTENT-Encoding: gzip",
		"Content-Type: application/json", "Content-Length: 7",
		"MCP-Protocol-Version: 1", "mcp-session-id: 1", "Mcp-Name: a", "If-None-Match: *", "if-modified-since: a", "X-Hop: a", "x-HOP-two: a",
		"Connection: x-hop, X-Hop-Two", "Host: h",
	}
	for _, line := range slices.Concat(kept, left) {
		name, value, _ := strings.Cut(line, ": ")
		from.Add(name, value)
	}
	copyCaller(&to, &from)
	var got []string
	for key, value := range to.All() {
		got = append(got, string(key)+": "+string(value))
	}
	slices.Sort(got)
	slices.Sort(kept)
	if !slices.Equal(got, kept) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(kept, "\n"))
	}
}

// seenApp records what handlers are called with.
type seenApp struct {
	*fakeApp
	mu    sync.Mutex
	calls []string
	fails error
}

func (a *seenApp) Run(ctx context.Context, _ time.Time, task engine.Task) error {
	x := task.(*exchange)
	a.mu.Lock()
	defer a.mu.Unlock()
	head := &x.req.ctx.Request.Header
	body := ""
	if x.req.ctx.Request.BodyStream() == nil {
		body = string(x.req.ctx.Request.Body())
	}
	a.calls = append(a.calls, strings.Join([]string{
		string(head.Method()), x.req.path, string(x.req.ctx.URI().QueryString()), string(head.Host()), string(head.Peek("Accept")),
		string(head.ContentType()), string(head.Peek("X-Key")), body,
	}, "|"))
	if err := ctx.Err(); err != nil {
		return err
	}
	x.req.ctx.SetStatusCode(202)
	x.req.ctx.SetContentType("text/x")
	x.req.ctx.SetBodyString("answered")
	return a.fails
}

func (a *seenApp) RunOn(ctx context.Context, _ *engine.Lease, task engine.Task) error {
	return a.Run(ctx, time.Now(), task)
}

func (a *seenApp) take() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	taken := a.calls
	a.calls = nil
	return taken
}

// dispatching starts a server with a mount that dispatches the given call.
func dispatching(t *testing.T, app *seenApp, settings Settings, send func(call *Call)) *running {
	t.Helper()
	settings.Policies.Mounts = []Mount{{Path: "/agents", Answer: func(call *Call) {
		if call.req.inner != nil {
			t.Error("a request from within has reached the mount")
			call.Respond(508, "", nil)
			return
		}
		send(call)
		if call.Status() == 200 {
			call.Respond(204, "", nil)
		}
	}}}
	return start(t, app, settings)
}

// TestDispatch sends a request through the routes, with the headers of the caller and its own body.
func TestDispatch(t *testing.T) {
	app := &seenApp{fakeApp: fakeRoutes("GET /orders/{id}", "POST /orders")}
	var got []string
	take := func(r inproc.Answer) {
		got = append(got, string(r.Body), r.ContentType)
		if r.Status != 202 || r.Refused || r.Cut || r.Failure != nil {
			t.Errorf("got %+v", r)
		}
	}
	for _, path := range []string{"", "/shop"} {
		r := dispatching(t, app, Settings{ContextPath: path}, func(call *Call) {
			call.Dispatch(t.Context(), &inproc.Call{Request: inproc.Request{
				Method: "GET", Target: "/orders/a%20b?q=1", Headers: [][2]string{{"Accept", "application/json"}},
			}, Handler: 0}, take)
			call.Dispatch(t.Context(), &inproc.Call{Request: inproc.Request{
				Method: "POST", Target: "/orders", Headers: [][2]string{{"Accept", "text/csv"}, {"Content-Type", "text/plain"}}, Body: []byte("body"),
			}, Handler: 1}, take)
		})
		if answer := r.ask("POST "+path+"/agents", "the caller's body", "X-Key: k", "Accept: */*", "Content-Type: application/json"); answer.status != 204 {
			t.Errorf("got %d %s", answer.status, answer.body)
		}
		if calls, want := app.take(), []string{
			"GET|/orders/a b|q=1|localhost|application/json||k|",
			"POST|/orders||localhost|text/csv|text/plain|k|body",
		}; !slices.Equal(calls, want) {
			t.Errorf("the handlers got\n%s\nwant\n%s", strings.Join(calls, "\n"), strings.Join(want, "\n"))
		}
	}
	if want := []string{"answered", "text/x", "answered", "text/x", "answered", "text/x", "answered", "text/x"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestDispatchMeansOneHandler: a value in a path cannot call another handler than the named one.
func TestDispatchMeansOneHandler(t *testing.T) {
	app := &seenApp{fakeApp: fakeRoutes("GET /orders/{id}", "GET /orders/all", "DELETE /orders/{id}")}
	var statuses []int
	r := dispatching(t, app, Settings{}, func(call *Call) {
		for _, one := range []inproc.Request{
			{Method: "GET", Target: "/orders/7"},
			{Method: "GET", Target: "/orders/all"},
			{Method: "DELETE", Target: "/orders/7"},
			{Method: "GET", Target: "/agents"},
			{Method: "GET", Target: "/nowhere"},
			{Method: "PUT", Target: "/orders/7"},
			{Method: "GET", Target: "/orders/a%2Fb"},
			{Method: "GET", Target: "/orders/.."},
		} {
			call.Dispatch(t.Context(), &inproc.Call{Request: one}, func(r inproc.Answer) { statuses = append(statuses, r.Status) })
		}
	})
	r.ask("POST /agents", "")
	if want := []int{202, 404, 404, 404, 404, 405, 400, 400}; !slices.Equal(statuses, want) {
		t.Errorf("got %v, want %v", statuses, want)
	}
	if calls := app.take(); len(calls) != 1 {
		t.Errorf("called were %q", calls)
	}
}

// TestDispatchEnds: a dispatched request ends with its context, and the error of its handler is returned.
func TestDispatchEnds(t *testing.T) {
	broken := errors.New("broken")
	app := &seenApp{fakeApp: fakeRoutes("GET /orders"), fails: broken}
	r := dispatching(t, app, Settings{}, func(call *Call) {
		call.Dispatch(t.Context(), &inproc.Call{Request: inproc.Request{Method: "GET", Target: "/orders"}}, func(r inproc.Answer) {
			if r.Status != 500 || !errors.Is(r.Failure, broken) {
				t.Errorf("got %d %v", r.Status, r.Failure)
			}
		})
		ended, end := context.WithCancel(t.Context())
		end()
		call.Dispatch(ended, &inproc.Call{Request: inproc.Request{Method: "GET", Target: "/orders"}}, func(r inproc.Answer) {
			if r.Status < 500 || !errors.Is(r.Failure, context.Canceled) {
				t.Errorf("got %d %v", r.Status, r.Failure)
			}
		})
	})
	if got := r.ask("POST /agents", ""); got.status != 204 {
		t.Errorf("got %d %s", got.status, got.body)
	}
}

// TestDrain reads a stream up to the limit.
func TestDrain(t *testing.T) {
	for _, c := range []struct {
		text string
		err  error
		body string
		cut  bool
		late bool
		code int
	}{
		{"", nil, "", false, false, 200},
		{"12345", nil, "12345", false, false, 200},
		{"123456", nil, "12345", true, false, 200},
		{"12", errors.New("broken"), "12", false, false, 500},
		{"12", context.DeadlineExceeded, "12", false, true, 200},
		{"12", context.Canceled, "12", false, true, 200},
	} {
		var stream io.Reader = strings.NewReader(c.text)
		if c.err != nil {
			stream = io.MultiReader(stream, brokenOff{c.err})
		}
		r := inproc.Answer{Status: 200}
		drain(t.Context(), &r, stream, 5, nil)
		if string(r.Body) != c.body || r.Cut != c.cut || r.Late != c.late || r.Status != c.code || (r.Failure != nil) != (c.code == 500) {
			t.Errorf("%q, %v: got %+v", c.text, c.err, r)
		}
	}
}

type brokenOff struct{ err error }

func (f brokenOff) Read([]byte) (int, error) { return 0, f.err }

// TestInnerConn: nothing can be read or written, and the addresses are those of the caller.
func TestInnerConn(t *testing.T) {
	app := &seenApp{fakeApp: fakeRoutes("GET /orders")}
	r := dispatching(t, app, Settings{}, func(call *Call) {
		inner := &innerRequest{}
		outer := call.exchange()
		inner.prepare(outer, &inproc.Call{Request: inproc.Request{Method: "GET", Target: "/orders"}})
		if inner.ctx.RemoteAddr() != outer.req.ctx.RemoteAddr() || inner.ctx.LocalAddr() != outer.req.ctx.LocalAddr() {
			t.Errorf("got %v and %v", inner.ctx.RemoteAddr(), inner.ctx.LocalAddr())
		}
		if n, err := inner.conn.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
			t.Errorf("reading: %d %v", n, err)
		}
		if n, err := inner.conn.Write([]byte("x")); n != 0 || err == nil {
			t.Errorf("writing: %d %v", n, err)
		}
		if err := errors.Join(inner.conn.Close(), inner.conn.SetDeadline(time.Time{}), inner.conn.SetReadDeadline(time.Time{}),
			inner.conn.SetWriteDeadline(time.Time{})); err != nil {
			t.Error(err)
		}
	})
	r.ask("POST /agents", "")
}
