package mcp

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
)

// offered is an application without scripts, with a manifest for agents and without interceptors.
type offered struct{ m *manifest.Manifest }

func (o offered) Manifest() *manifest.Manifest { return o.m }

func (offered) ToolInterceptors() []engine.ToolInterception { return nil }

const anyObject = `{"type":"object"}`

// offer adds its arguments to a manifest, each with a handler of its own.
func offer(things ...any) *manifest.Manifest {
	m := &manifest.Manifest{}
	for i, one := range things {
		switch one := one.(type) {
		case *manifest.Tool:
			if one.Input == nil {
				one.Input = []byte(anyObject)
			}
			one.Handler = i
			m.Tools = append(m.Tools, one)
		case *manifest.Resource:
			one.Handler, one.List = i, -1
			m.Resources = append(m.Resources, one)
		case *manifest.Prompt:
			one.Handler = i
			m.Prompts = append(m.Prompts, one)
		}
		m.Handlers = append(m.Handlers, &manifest.Handler{Index: i, Name: "Desk.method"})
	}
	return m
}

func newServer(t testing.TB, m *manifest.Manifest, settings Settings) *Server {
	t.Helper()
	settings.Log = slog.New(slog.DiscardHandler)
	server, err := New(offered{m}, settings)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// sent is an HTTP request and its answer.
type sent struct {
	method, host, body string
	header             http.Header
	query              url.Values
	bodyErr            error

	status      int
	contentType string
	answer      string
}

var _ Exchange = (*sent)(nil)

// post makes a valid request, with additional headers such as "Accept: text/html".
func post(body string, headers ...string) *sent {
	x := &sent{method: "POST", host: "localhost:8080", body: body, header: http.Header{"Content-Type": {"application/json"}}}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		x.header.Set(name, value)
	}
	return x
}

// to sends the request to a server.
func (x *sent) to(s *Server) *sent {
	s.Serve(x)
	return x
}

func (x *sent) Method() string { return x.method }

func (x *sent) Header(name string) []byte { return []byte(x.header.Get(name)) }

func (x *sent) Lines(name string) int { return len(x.header.Values(name)) }

func (x *sent) Accept() string { return strings.Join(x.header.Values("Accept"), ",") }

func (x *sent) Query(name string) string { return x.query.Get(name) }

func (x *sent) Host() []byte { return []byte(x.host) }

func (x *sent) Body(limit int) ([]byte, error) {
	if len(x.body) > limit {
		return nil, fault.New("test", fault.TooLarge, "the body is too large")
	}
	return []byte(x.body), x.bodyErr
}

func (x *sent) SetHeader(string, string) {}

func (x *sent) Respond(status int, contentType string, body []byte) {
	x.status, x.contentType, x.answer = status, contentType, string(body)
}

func (x *sent) Run(context.Context, engine.Task) error { panic("there are no scripts") }

func (x *sent) Dispatch(context.Context, *inproc.Call, func(inproc.Answer)) {
	panic("there are no endpoints")
}

func (x *sent) Alive() context.Context { return context.Background() }

func (x *sent) Context(parent context.Context) context.Context { return parent }

func (x *sent) Request(*engine.Scope) (engine.Value, error) { panic("there are no scripts") }
