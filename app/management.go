package app

import (
	"net/http"

	"github.com/fwrun/fwrun/actuator/register"
	"github.com/fwrun/fwrun/app/management"
	"github.com/fwrun/fwrun/app/properties"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/config"
)

// offerManagement makes the management endpoints, and mounts those that the configuration turns on unless they have a listener of their
// own.
func (g *generation) offerManagement(before *generation) (err error) {
	if problems := g.settings.management.Problems(g.props, g.engine.Manifest(), g.settings.web()); len(problems) > 0 {
		return problems
	}
	g.management, err = management.New(&g.settings.management, management.Parts{
		Name:        g.settings.agents.Server.Name,
		Folder:      g.options.Folder,
		MemoryLimit: g.settings.workers.Pool.MemoryLimit,
		Properties:  g.props,
		Section: func(prefix string, keys []schema.SettingKey) config.Value {
			section, _ := properties.Section(g.props, prefix, keys) // mistakes have been reported
			return section
		},
		Application: g.engine,
		Web:         g.settings.web(),

		Databases: g.databases.Sources(),
		Caches: management.Caches{
			URL: g.caches.URL(), Store: g.caches.Store(), Named: g.caches.Named(), Clear: g.caches.Clear,
		},
		Locks:        management.Store{URL: g.locks.URL(), Of: g.locks.Opened()},
		Queues:       queueParts(g.queues, g.engine.Manifest().ListensOn),
		ManageQueues: g.queues.Manage,
		Search:       searchParts(g.search),
		Migrations:   management.Migrations{Status: g.migrations.Status, Migrated: g.migrations.Migrated},
		Scheduler:    g.scheduler,
		Certificates: g.endpoint.Certificates,

		Log:          g.observe.Log,
		Levels:       g.observe.Logs.Levels(),
		Metrics:      g.observe.Metrics,
		Timeline:     g.timeline,
		Availability: g.endpoint.Available,

		Before: before.management,
	})
	if err != nil {
		return err
	}
	g.warnings = append(g.warnings, g.management.Warnings...)
	policies := &g.settings.host.Policies
	policies.Mounts, policies.Exchanged = append(policies.Mounts, g.management.Mounts...), g.management.Exchanged
	return nil
}

// manage answers on the listener of the management endpoints, if they have one: by the generation that serves at the moment.
func (a *App) manage(w http.ResponseWriter, r *http.Request) {
	a.serving.Load().management.ServeHTTP(w, r)
}

// adminPlan returns what is told to Spring Boot Admin of a generation.
func (a *App) adminPlan(g *generation) register.Plan {
	own := management.Address{Scheme: "http", At: a.at}
	if a.serving.Load().endpoint.Certificates != nil {
		own.Scheme = "https"
	}
	if !a.started.endpoint.Unix {
		own.Configured = a.started.endpoint.Address
	}
	return g.management.AdminPlan(management.Process{
		Began: a.began, Name: g.settings.agents.Server.Name, ContextPath: g.settings.host.ContextPath, Application: own,
		Management: management.Address{Scheme: "http", Configured: a.started.management.Address, At: a.managing.Addr()},
	}, g.settings.outgoing.Connections)
}
