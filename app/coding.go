package app

import (
	"context"
	"net/http"

	"github.com/fwrun/fwrun/devtools/toolbox"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/inproc"
)

// codingPath is where coding agents reach the tools, from the root of the server.
const codingPath = "/_fwrun/mcp"

// offerCoding mounts the tools for coding agents, in development. The handler checks who calls.
func (g *generation) offerCoding(options Options) {
	if !options.offersCoding() {
		return
	}
	policies := &g.settings.host.Policies
	policies.Mounts = append(policies.Mounts, host.Mount{
		Path: codingPath, Outside: true, Private: true, About: "tools for coding agents", Methods: []string{http.MethodPost},
		Answer: func(call *host.Call) { call.ServeHTTP(options.Coding, toolbox.MaxMessage) },
	})
}

// OpenSocket opens the admin socket of an application that does not listen.
func (a *App) OpenSocket() { a.socket.Open(a.options.Folder) }

// Send answers a request inside of the process. Its target does not include the context path.
func (a *App) Send(ctx context.Context, r inproc.Request) (inproc.Response, error) {
	r.Target = a.serving.Load().settings.host.ContextPath + r.Target
	return a.server.Do(ctx, r)
}
