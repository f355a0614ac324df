package app

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/fwrun/fwrun/app/agents"
	"github.com/fwrun/fwrun/app/broadcast"
	"github.com/fwrun/fwrun/app/caches"
	"github.com/fwrun/fwrun/app/databases"
	"github.com/fwrun/fwrun/app/endpoint"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/images"
	"github.com/fwrun/fwrun/app/locks"
	"github.com/fwrun/fwrun/app/management"
	"github.com/fwrun/fwrun/app/memory"
	"github.com/fwrun/fwrun/app/migrations"
	"github.com/fwrun/fwrun/app/observe"
	"github.com/fwrun/fwrun/app/openapi"
	"github.com/fwrun/fwrun/app/outgoing"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/app/search"
	"github.com/fwrun/fwrun/app/security"
	"github.com/fwrun/fwrun/app/stories"
	"github.com/fwrun/fwrun/app/workbench"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/jsapi/web/wasm"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/processors"
)

// settings is the configuration, prepared for each part of the application.
type settings struct {
	endpoint      endpoint.Settings
	start         time.Duration
	shutdown      time.Duration
	delay         time.Duration // before a shutdown begins
	hardLimit     int64         // of the process's memory, which its supervisor watches; 0 is none
	scan          []string
	served        []string // folders of static files, which contain no scripts of the application
	observe       observe.Settings
	host          host.Settings
	pool          vm.Options
	responseBytes int
	datasources   databases.Settings
	outgoing      outgoing.Settings
	migrations    migrations.Settings
	search        search.Settings
	scratch       bool
	caches        caches.Settings
	locks         locks.Settings
	images        images.Settings
	folders       []string // absolute, of the bean Files
	variableNames []string // of what packages find in process.env
	variables     []string // "NAME=value", those that are set
	queues        queues.Settings
	broadcast     broadcast.Settings
	management    management.Settings
	tools         workbench.Settings
	security      security.Settings
	stories       stories.Settings
	agents        agents.Settings
	openAPI       openapi.Settings
	async         jsapi.AsyncOptions
	prove         bool
	violations    map[string]sql.Violation
	wasm          wasm.Limits
	problems      fault.List
	props         *config.Properties // that all this was read from
	inside        *folders.Inside    // nil for an application that is a folder
}

// readWebAssembly reads the limits of modules.
func readWebAssembly(r *config.Reader) wasm.Limits {
	return wasm.Limits{
		Module:   r.Size("server.wasm.max-module-bytes"),
		Memory:   r.Size("server.wasm.memory-limit"),
		Memories: r.Size("server.wasm.worker-memory-limit"),
	}
}

// readSettings reads every key, so that all mistakes are reported at once.
func readSettings(props *config.Properties, options Options) settings {
	r := props.Reader()
	s := settings{
		endpoint:   endpoint.Read(r, options.Folder),
		start:      r.Duration("server.start-timeout"),
		shutdown:   r.Duration("server.shutdown-timeout"),
		delay:      r.Duration("server.shutdown-delay"),
		hardLimit:  r.Size("server.memory-hard-limit", memory.DefaultHardLimit()),
		scan:       r.Strings("framework.scan"),
		scratch:    options.Scratch,
		migrations: migrations.Read(r, filepath.Join(options.sources(), "migrations")),
		observe:    observe.Read(props, r, options.Dev),
		wasm:       readWebAssembly(r),
	}
	s.host, s.inside = endpoint.ReadServer(r, options.Folder, options.Dev), options.inside()
	if s.inside != nil {
		s.host.Inside = s.inside.Find
	}
	s.pool = vm.Options{
		Min:            r.Int("server.workers.min", processors.Count()),
		Max:            r.Int("server.workers.max"),
		Queue:          r.Int("server.workers.queue"),
		MaxWait:        r.Duration("server.workers.max-wait"),
		Idle:           r.Duration("server.workers.idle"),
		HandlerTimeout: r.Duration("server.handler-timeout"),
		CPUTimeout:     r.Duration("server.cpu-timeout"),
		TimerGrace:     r.Duration("server.timer-grace"),
		MemoryLimit:    uint64(r.Size("server.memory-limit", memory.DefaultLimit())),
		CallLines:      r.Int("server.max-log-lines"),
		Lines:          r.Int("server.max-log-lines-per-second"),
	}
	// More would compute no faster, and keep the processors from requests of others.
	s.host.InnerRuns = max(1, min(max(s.pool.Max, s.pool.Min)/2, 2*processors.Count()))
	s.responseBytes = int(r.Size("server.max-response-bytes"))
	s.caches, s.locks, s.async = caches.Read(r), locks.Read(r), readAsync(r)
	s.images, s.openAPI = images.Read(r, options.Folder, s.pool.MemoryLimit), openapi.Read(r, options.name(), options.Dev)
	s.stories, s.tools = stories.Read(r, options.Folder, options.Dev), workbench.Read(r, options.Dev)
	s.management = management.Read(r, management.Surroundings{Folder: options.Folder, LogFile: options.LogFile, IsSocket: s.endpoint.Unix})
	s.folders = folder.Read(r, "files.folders", options.Folder)
	s.variableNames = r.Strings("process.env")
	s.variables = passedOn(s.variableNames, options.Env)
	s.agents = agents.Read(r, options.Folder, s.host.ContextPath, s.host.JSON)
	s.host.Policies = endpoint.ReadPolicies(r, s.agents.Rule())
	s.host.Policies.LargeBodies = memory.LargeBodies(s.pool.MemoryLimit, min(s.host.JSON.Values, s.host.MaxBodyBytes/2), processors.Count())
	s.security = security.Read(r, options.Folder)
	s.host.Policies.Protections = s.security.Protections
	s.prove, s.violations = r.Bool("framework.sql.prove"), readViolations(r)
	s.host.Policies.Static, s.host.Policies.Compression = endpoint.ReadStatic(r, options.Folder, s.inside), endpoint.ReadCompression(r)
	s.served = endpoint.Served(s.host.Policies.Static, options.Folder, s.inside)
	s.readDatasources(r, options)
	s.checkSessions(r)
	s.queues = queues.Read(r, options.Folder, s.datasources.Names())
	s.broadcast = broadcast.Read(r, s.carriers())
	s.outgoing = outgoing.Read(r, options.Folder)
	s.search = search.Read(r, options.Folder)
	s.props, s.problems = props, r.Problems()
	return s
}

func readAsync(r *config.Reader) jsapi.AsyncOptions {
	return jsapi.AsyncOptions{
		Running: r.Int("async.max-running"),
		Waiting: r.Int("async.max-waiting"),
	}
}

// descriptors returns how many files databases and search clusters may need.
func (s *settings) descriptors() (taken uint64) {
	for _, one := range s.datasources {
		taken += uint64(max(0, one.Descriptors()))
	}
	for _, one := range s.search {
		taken += uint64(one.Limits.Most)
	}
	return taken
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
