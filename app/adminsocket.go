package app

import (
	"net/http"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/agents"
	"github.com/fwrun/fwrun/queue/manage"
)

// adminHandlers returns what the admin socket serves. Each asks the generation that serves at the moment.
func (a *App) adminHandlers() http.Handler {
	handlers := map[string]http.Handler{
		admin.QueuesPath:    manage.Handler(func() manage.Queues { return a.serving.Load().queues.Manage() }),
		admin.AgentsPath:    agents.Handler(a.Agents, agents.Given(a.options.Profile, a.options.Env)),
		admin.EndpointsPath: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.serving.Load().management.Whole.ServeHTTP(w, r) }),
	}
	if a.options.offersCoding() {
		handlers[admin.CodingPath] = a.options.Coding
	}
	return admin.Mux(handlers)
}
