package app

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/fwrun/fwrun/app/agents"
	"github.com/fwrun/fwrun/app/broadcast"
	"github.com/fwrun/fwrun/app/caches"
	"github.com/fwrun/fwrun/app/coverage"
	"github.com/fwrun/fwrun/app/databases"
	"github.com/fwrun/fwrun/app/endpoint"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/images"
	"github.com/fwrun/fwrun/app/life"
	"github.com/fwrun/fwrun/app/locks"
	"github.com/fwrun/fwrun/app/management"
	"github.com/fwrun/fwrun/app/memory"
	"github.com/fwrun/fwrun/app/migrations"
	"github.com/fwrun/fwrun/app/observe"
	"github.com/fwrun/fwrun/app/openapi"
	"github.com/fwrun/fwrun/app/outgoing"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/app/scripts"
	"github.com/fwrun/fwrun/app/search"
	"github.com/fwrun/fwrun/app/security"
	"github.com/fwrun/fwrun/app/stories"
	"github.com/fwrun/fwrun/app/workbench"
	"github.com/fwrun/fwrun/app/workers"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/processors"
)

// settings is the configuration, prepared for each part of the application.
type settings struct {
	ofParts
	host       host.Settings
	management management.Settings
	tools      workbench.Settings
	agents     agents.Settings
	openAPI    openapi.Settings
	life       life.Settings
	workers    workers.Settings
	scripts    scripts.Settings
	statements databases.Statements
	typescript string // the compiler that check --types asks
	coverage   coverage.Settings
	scratch    bool
	problems   fault.List
	props      *config.Properties // that all this was read from
}

// ofParts are the settings of the parts of a generation. Those of sessions are in security.
type ofParts struct {
	caches      caches.Settings
	datasources databases.Settings
	locks       locks.Settings
	images      images.Settings
	outgoing    outgoing.Settings
	broadcast   broadcast.Settings
	migrations  migrations.Settings
	queues      queues.Settings
	search      search.Settings
	stories     stories.Settings
	endpoint    endpoint.Settings
	observe     observe.Settings
	security    security.Settings
}

// readSettings reads every key, so that all mistakes are reported at once.
func readSettings(props *config.Properties, options Options) settings {
	r := props.Reader()
	s := settings{
		host:    endpoint.ReadServer(r, options.Folder, options.Dev),
		life:    life.Read(r),
		workers: workers.Read(r),
		scripts: scripts.Read(r, options.Folder, options.Env, options.inside()),
		scratch: options.Scratch, typescript: r.String(typescriptKey),
	}
	inside, memoryLimit := s.scripts.Inside, s.workers.Pool.MemoryLimit
	if inside != nil {
		s.host.Inside = inside.Find
	}
	s.host.InnerRuns = s.workers.InnerRuns()
	s.endpoint, s.observe = endpoint.Read(r, options.Folder), observe.Read(props, r, options.Dev)
	s.migrations = migrations.Read(r, filepath.Join(options.sources(), "migrations"))
	if len(options.Overlay) > 0 {
		s.migrations.Files, _ = fs.Sub(options.files(), "migrations") // a valid name
	}
	s.caches, s.locks = caches.Read(r), locks.Read(r)
	s.images, s.openAPI = images.Read(r, options.Folder, memoryLimit), openapi.Read(r, options.name(), options.Dev)
	s.stories, s.tools = stories.Read(r, options.Folder, options.Dev), workbench.Read(r, options.Dev)
	s.management = management.Read(r, management.Surroundings{Folder: options.Folder, LogFile: options.LogFile, IsSocket: s.endpoint.Unix})
	s.agents = agents.Read(r, options.Folder, s.host.ContextPath, s.host.JSON)
	s.host.Policies = endpoint.ReadPolicies(r, s.agents.Rule())
	s.host.Policies.LargeBodies = memory.LargeBodies(memoryLimit, min(s.host.JSON.Values, s.host.MaxBodyBytes/2), processors.Count())
	s.security = security.Read(r, options.Folder)
	s.host.Policies.Protections = s.security.Protections
	s.host.Policies.Static, s.host.Policies.Compression = endpoint.ReadStatic(r, options.Folder, inside), endpoint.ReadCompression(r)
	s.scripts.Served = endpoint.Served(s.host.Policies.Static, options.Folder, inside)
	s.statements = databases.ReadStatements(r)
	s.coverage = coverage.Read(r)
	s.readDatasources(r, options)
	s.checkSessions(r)
	s.queues = queues.Read(r, options.Folder, s.datasources.Names())
	s.broadcast = broadcast.Read(r, s.carriers())
	s.outgoing = outgoing.Read(r, options.Folder)
	s.outgoing.Connections.Offline = options.offline
	s.search = search.Read(r, options.Folder)
	s.goBy(options.clock())
	s.props, s.problems = props, r.Problems()
	return s
}

// readDatasources reads the datasources, and which of them migrate at start: nothing else makes the tables of databases in memory.
func (s *settings) readDatasources(r *config.Reader, options Options) {
	s.datasources = databases.Read(r, options.Folder, options.Scratch)
	for _, d := range s.datasources {
		if d.Migrates && (s.migrations.OnStart || options.Scratch && folder.Exists(filepath.Join(s.migrations.Root, d.Name))) {
			s.migrations.AtStart = append(s.migrations.AtStart, d.Name)
		}
	}
}

// checkSessions rejects a datasource of sessions that there is not.
func (s *settings) checkSessions(r *config.Reader) {
	name, known := s.security.Session.Datasource, s.datasources.Names()
	if name != "" && !slices.Contains(known, name) {
		r.Reject("security.session.datasource", fmt.Sprintf("names the datasource %q, which is not configured", name),
			fault.DidYouMean("%s", name, known, "add it to datasource"))
	}
}

// Misused reports whether a start or a check failed because of Options.Flags or Options.Profile.
func Misused(problems fault.List) bool {
	return slices.ContainsFunc(problems.Errors(), func(d fault.Diagnostic) bool { return d.Code == config.CodeFlag })
}

// carriers lists the connections whose servers may carry the messages of BroadcastChannels, too.
func (s *settings) carriers() (list []broadcast.Connection) {
	for _, c := range s.queues.Connections {
		list = append(list, broadcast.Connection{Name: c.Name, URL: c.URL})
	}
	return list
}
