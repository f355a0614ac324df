package app

import (
	"runtime/debug"
	"slices"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/profiling"
	"github.com/fwrun/fwrun/queue/manage"
)

// kept is what the management endpoints keep over reloads.
type kept struct {
	exchanges *exchanges
	profiler  *profiling.Profiler // takes one profile at a time
}

// prepareManagement continues what the generation before has kept for the endpoints.
func (g *generation) prepareManagement(before *generation) {
	if before != nil {
		g.kept = before.kept
		return
	}
	g.kept = &kept{exchanges: newExchanges(max(1, g.settings.management.exchanges)), profiler: profiling.New()}
}

// moreEndpoints returns the endpoints that Spring Boot has beside the usual ones, and fwrun's own.
func (g *generation) moreEndpoints() []actuator.Endpoint {
	build := debug.ReadBuildInfo
	list := []actuator.Endpoint{
		actuator.Loggers(g.logLevels()),
		actuator.Caches(actuator.CacheStore{List: g.listCaches, Clear: g.cacheUse.Clear}),
		actuator.Queues(manage.Handler(g.manageQueues)),
		actuator.Migrations(g.migrationStatus),
		actuator.Flyway(g.name(), g.migrated),
		actuator.HTTPExchanges(g.kept.exchanges.list),
		actuator.ThreadDump(g.threads),
		actuator.Profile(actuator.Profiles{Kinds: profiling.Kinds(), Take: g.takeProfile}),
		actuator.SBOM(build),
	}
	if g.timeline != nil {
		list = append(list, actuator.Startup(fwrunVersion(build), g.timeline.Began(), g.startupSteps))
	}
	if g.settings.management.logFile != "" {
		list = append(list, actuator.LogFile(func() string { return g.settings.management.logFile }))
	}
	return list
}

// isShown reports whether an endpoint is turned on.
func (s *managementSettings) isShown(id string) bool { return s.enabled && s.endpoints[id].enabled }

// fwrunVersion returns the version of this binary.
func fwrunVersion(build func() (*debug.BuildInfo, bool)) string {
	if info, ok := build(); ok && info.Main.Version != "" {
		return "fwrun " + info.Main.Version
	}
	return "fwrun"
}

// manageQueues manages the queues of this generation.
func (g *generation) manageQueues() Queues {
	sources := make([]manage.Source, len(g.queues))
	for i, q := range g.queues {
		sources[i].Connection = q.of.Connection
	}
	return manage.Over(true, sources...)
}

// startupSteps returns where the time of the start went.
func (g *generation) startupSteps() []actuator.StartupStep {
	var list []actuator.StartupStep
	for i, s := range g.timeline.Steps() {
		one := actuator.StartupStep{Name: s.Name, ID: i, Parent: s.Parent, Began: s.Began, Took: s.Took}
		for _, t := range s.Tags {
			one.Tags = append(one.Tags, [2]string{t.Key, t.Value})
		}
		list = append(list, one)
	}
	return slices.Clip(list)
}
