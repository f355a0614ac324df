package app

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/app/agents"
	"github.com/fwrun/fwrun/app/coverage"
	"github.com/fwrun/fwrun/app/workbench"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
)

// offerTools mounts the developer's page. Nothing is made of it before somebody opens it.
func (g *generation) offerTools() {
	if !g.settings.tools.Enabled || g.scheduler == nil { // a console, or a test
		return
	}
	hidden := g.settings.tools.Hidden(g.engine.Manifest())
	hidden.ShowLines(fault.Texts(g.options.files()))
	g.warnings = append(g.warnings, hidden...)
	policies := &g.settings.host.Policies
	policies.Mounts = append(policies.Mounts, workbench.Mount(g.workbench))
}

// workbench hands over what the page shows.
func (g *generation) workbench() *workbench.Parts {
	s := &g.settings
	p := &workbench.Parts{
		Name: s.agents.Server.Name, Folder: g.options.Folder, ContextPath: s.host.ContextPath, Agents: s.agents.Manifest.Path,
		Editor: g.stories.EditorPattern(), Properties: g.props, Application: g.engine, Databases: g.databases.Sources(), Scheduler: g.scheduler,
		MemoryLimit: s.workers.Pool.MemoryLimit,
		Plan:        func(ctx context.Context) any { return g.migrations.Plan(ctx) },
		Began:       func() time.Time { return g.door.process.Load().began },
		Send: func(ctx context.Context, r inproc.Request) (inproc.Response, error) {
			return g.door.process.Load().server.Do(ctx, r)
		},
		CallAgent: func(ctx context.Context, message []byte) (int, []byte, error) {
			return g.door.process.Load().agents().Post(ctx, message, agents.Caller{})
		},
		As: g.security.As, Rules: s.security.Rules(), Accepts: s.security.Accepts(), KeyHeader: g.security.KeyHeader(),
		Settings: s.tools, Auth: s.management.Auth(), Socket: s.endpoint.Unix, Management: g.management.Whole, Log: g.observe.Log,
		Remembered: g.stories.Endpoints(), Mistyped: func() fault.List { return g.door.process.Load().mistyped() },
		Covered: g.covered(),
	}
	if of := g.stories.Recorder(); of != nil {
		p.Subscribe = of.Subscribe
	}
	return p
}

// covered finds the last run of the tests that was counted; nil if none is kept.
func (g *generation) covered() *coverage.Last {
	if g.options.Cache == "" {
		return nil
	}
	return coverage.LastOf(g.options.Cache, g.options.Folder)
}
