package agents

import (
	"context"
	"net/http"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
)

// ErrNone is the error for an application that has no tools, resources or prompts.
var ErrNone = fault.New("app.agents", fault.NotFound, "the application has no tools, resources or prompts").
	WithHint("write @McpTool above a method that agents may call; see docs/guide/mcp.md")

// Caller says how the messages of an agent are sent.
type Caller struct {
	Headers [][2]string `json:"headers,omitempty"`
	As      string      `json:"as,omitempty"`    // on whose behalf they are handled, without credentials; empty if the headers say that
	Roles   []string    `json:"roles,omitempty"` // of As
}

// Endpoint is the MCP endpoint of an application as this process reaches it: without network.
type Endpoint struct {
	Settings    Settings
	ContextPath string
	Manifest    *manifest.Manifest
	As          func(ctx context.Context, name string, roles, scopes []string) context.Context
	Do          func(context.Context, inproc.Request) (inproc.Response, error)
}

// Path returns the path of the endpoint, below the context path.
func (e Endpoint) Path() string { return e.Settings.Manifest.Path }

// Limit returns how long a message may be, in bytes.
func (e Endpoint) Limit() int { return e.Settings.Server.MaxBodyBytes }

// Post sends one message.
func (e Endpoint) Post(ctx context.Context, message []byte, by Caller) (status int, body []byte, err error) {
	if !e.Manifest.HasAgents() {
		return 0, nil, ErrNone
	}
	if by.As != "" {
		ctx = e.As(ctx, by.As, by.Roles, nil)
	}
	own := [][2]string{{"Content-Type", "application/json"}, {"Accept", "application/json"}, {"Host", localName(e.Settings.Server.AllowedHosts)}}
	if e.Settings.Server.Modern {
		own = append(own, mcp.Repeated(message, e.Manifest)...)
	}
	for _, h := range by.Headers {
		if !strings.EqualFold(h[0], "Content-Type") && !strings.EqualFold(h[0], "Accept") && !strings.EqualFold(h[0], "Host") {
			own = append(own, h)
		}
	}
	answer, err := e.Do(ctx, inproc.Request{Method: http.MethodPost, Target: e.ContextPath + e.Path(), Headers: own, Body: message})
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
