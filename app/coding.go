package app

import (
	"context"
	"net/http"

	"github.com/fwrun/fwrun/app/watch"
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

// offersCoding reports whether coding agents are answered: in development.
func (o Options) offersCoding() bool { return o.Coding != nil && o.Dev }

// freshness is what is known of the files that the application was last built of, or was to be built of.
type freshness struct {
	mark    uint64
	problem error // of the last reload
}

// see notes the files as they are. It is called before they are read, so that nothing that changes meanwhile is missed.
func (f *freshness) see(options Options) {
	if options.Coding != nil {
		f.mark = watch.Fingerprint(options.named)
	}
}

// Refresh reloads the application if its files have changed since it was last built. The error is that of the last reload:
// then the application is older than its files.
func (a *App) Refresh(ctx context.Context) error {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	if before := a.fresh.mark; before != 0 {
		if a.fresh.see(a.options); a.fresh.mark != before {
			a.fresh.problem = a.reload(ctx)
		}
	}
	return a.fresh.problem
}

// OpenSocket opens the admin socket of an application that does not listen.
func (a *App) OpenSocket() { a.socket.Open(a.options.Folder) }

// Work begins what runs besides requests, for an application that does not serve: its OnApplicationReady methods, schedules and messages.
func (a *App) Work(ctx context.Context) { a.begin(context.WithoutCancel(ctx)) }

// Send answers a request inside of the process. Its target does not include the context path.
func (a *App) Send(ctx context.Context, r inproc.Request) (inproc.Response, error) {
	r.Target = a.serving.Load().settings.host.ContextPath + r.Target
	return a.server.Do(ctx, r)
}
