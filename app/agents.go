package app

import (
	"github.com/fwrun/fwrun/app/agents"
	"github.com/fwrun/fwrun/platform/logging"
)

// offer mounts the MCP endpoint if the application has tools, resources or prompts.
func (g *generation) offer() error {
	if !g.engine.Manifest().HasAgents() {
		return nil
	}
	at := agents.Place{Address: g.settings.endpoint.Address, Unix: g.settings.endpoint.Unix, ContextPath: g.settings.host.ContextPath}
	mounts, allNames, err := g.settings.agents.Mounts(g.engine, at, g.settings.security.Rules(), agents.Observers{
		Log: g.observe.Logs.Logger(logging.MCP), Metrics: g.observe.Metrics, Tracer: g.observe.Tracer(), Called: g.stories.CalledTool(),
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

// Agents returns the MCP endpoint of the generation that serves at the moment.
func (a *App) Agents() agents.Endpoint {
	g := a.serving.Load()
	return agents.Endpoint{
		Settings: g.settings.agents, ContextPath: g.settings.host.ContextPath, Manifest: g.engine.Manifest(), As: g.security.As, Do: a.server.Do,
	}
}
