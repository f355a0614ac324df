package app

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/inproc"
	"github.com/fwrun/fwrun/mcp"
)

// errNoAgents is what an application is told that has nothing for agents.
var errNoAgents = fault.New("app.agents", fault.NotFound, "the application has no tools, resources or prompts").
	WithHint("write @McpTool above a method that agents shall call; see docs/guide/mcp.md")

// ServeLines answers the messages of an agent on the same machine, one in a line, until there are no more. Each takes
// the way of a request to the MCP endpoint, with these headers: interceptors and all.
func (a *App) ServeLines(ctx context.Context, in io.Reader, out io.Writer, headers [][2]string) error {
	if !a.Manifest().HasAgents() {
		return errNoAgents
	}
	a.jobs.Begin()
	go a.serving.Load().ready(context.WithoutCancel(ctx))
	limit := a.serving.Load().settings.agents.server.MaxBodyBytes
	return mcp.ServeLines(ctx, in, out, limit, func(ctx context.Context, message []byte) (int, []byte, error) {
		return a.PostToAgents(ctx, message, headers)
	})
}

// AgentsPath is where agents are answered, below the context path.
func (a *App) AgentsPath() string { return a.serving.Load().settings.agents.manifest.Path }

// PostToAgents sends one message to the MCP endpoint, inside of the process.
func (a *App) PostToAgents(ctx context.Context, message []byte, headers [][2]string) (status int, body []byte, err error) {
	s := a.serving.Load().settings
	if !a.Manifest().HasAgents() {
		return 0, nil, errNoAgents
	}
	own := [][2]string{{"Content-Type", "application/json"}, {"Accept", "application/json"}, {"Host", localName(s.agents.server.AllowedHosts)}}
	if s.agents.server.Modern {
		own = append(own, mcp.Repeated(message, a.Manifest())...)
	}
	for _, h := range headers {
		if !strings.EqualFold(h[0], "Content-Type") && !strings.EqualFold(h[0], "Accept") && !strings.EqualFold(h[0], "Host") {
			own = append(own, h)
		}
	}
	answer, err := a.server.Do(ctx, inproc.Request{
		Method: http.MethodPost, Target: s.host.ContextPath + s.agents.manifest.Path, Headers: own, Body: message,
	})
	return answer.Status, answer.Body, err
}

// localName is a name that the server may be called by.
func localName(allowed []string) string {
	for _, name := range allowed {
		if name != "*" {
			return name
		}
	}
	return "localhost"
}
