package app

import (
	"context"
	"net/http"
	"strings"

	"github.com/fwrun/fwrun/app/agents"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
	"github.com/fwrun/fwrun/platform/logging"
)

// errNoAgents is the error for an application that has no tools, resources or prompts.
var errNoAgents = fault.New("app.agents", fault.NotFound, "the application has no tools, resources or prompts").
	WithHint("write @McpTool above a method that agents may call; see docs/guide/mcp.md")

// offer mounts the MCP endpoint if the application has tools, resources or prompts.
func (g *generation) offer() error {
	if !g.engine.Manifest().HasAgents() {
		return nil
	}
	at := agents.Place{Address: g.settings.endpoint.Address, Unix: g.settings.endpoint.Unix, ContextPath: g.settings.host.ContextPath}
	mounts, allNames, err := g.settings.agents.Mounts(g.engine, at, g.settings.security.Rules(), agents.Observers{
		Log: g.observe.Logs.Logger(logging.MCP), Metrics: g.observe.Metrics, Tracer: g.observe.Tracer(), Told: g.stories.CalledTool(),
	})
	if err != nil {
		return err
	}
	g.settings.host.Policies.Mounts = append(g.settings.host.Policies.Mounts, mounts...)
	if allNames {
		g.warnings = append(g.warnings, agents.AllNames(g.props.Place("server.address")))
	}
	return nil
}

// As returns a context on behalf of somebody: messages that are sent with it need no credentials.
func (a *App) As(ctx context.Context, name string, roles []string) context.Context {
	return a.serving.Load().security.As(ctx, name, roles, nil)
}

// AgentsPath returns the path of the MCP endpoint, below the context path.
func (a *App) AgentsPath() string { return a.serving.Load().settings.agents.Manifest.Path }

// PostToAgents sends one message to the MCP endpoint within the process.
func (a *App) PostToAgents(ctx context.Context, message []byte, headers [][2]string) (status int, body []byte, err error) {
	s := a.serving.Load().settings
	if !a.Manifest().HasAgents() {
		return 0, nil, errNoAgents
	}
	own := [][2]string{{"Content-Type", "application/json"}, {"Accept", "application/json"}, {"Host", localName(s.agents.Server.AllowedHosts)}}
	if s.agents.Server.Modern {
		own = append(own, mcp.Repeated(message, a.Manifest())...)
	}
	for _, h := range headers {
		if !strings.EqualFold(h[0], "Content-Type") && !strings.EqualFold(h[0], "Accept") && !strings.EqualFold(h[0], "Host") {
			own = append(own, h)
		}
	}
	answer, err := a.server.Do(ctx, inproc.Request{
		Method: http.MethodPost, Target: s.host.ContextPath + s.agents.Manifest.Path, Headers: own, Body: message,
	})
	return answer.Status, answer.Body, err
}

// localName returns a name that is accepted as the server's host name.
func localName(allowed []string) string {
	for _, name := range allowed {
		if name != "*" {
			return name
		}
	}
	return "localhost"
}
