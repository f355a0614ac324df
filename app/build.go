package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"

	"github.com/fwrun/fwrun/app/broadcast"
	"github.com/fwrun/fwrun/app/caches"
	"github.com/fwrun/fwrun/app/databases"
	"github.com/fwrun/fwrun/app/endpoint"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/images"
	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/app/locks"
	"github.com/fwrun/fwrun/app/migrations"
	"github.com/fwrun/fwrun/app/observe"
	"github.com/fwrun/fwrun/app/outgoing"
	"github.com/fwrun/fwrun/app/properties"
	"github.com/fwrun/fwrun/app/prove"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/app/recognise"
	"github.com/fwrun/fwrun/app/search"
	"github.com/fwrun/fwrun/app/security"
	"github.com/fwrun/fwrun/app/sessions"
	"github.com/fwrun/fwrun/app/stories"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/jsapi"
	jsecurity "github.com/fwrun/fwrun/jsapi/security"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/logging"
	"github.com/fwrun/fwrun/platform/schedule"
	"github.com/fwrun/fwrun/platform/startup"
)

// build makes a generation from the current files, in the order of the data. It takes over from the one before it, which may be nil, what is
// open and has not changed.
func build(ctx context.Context, options Options, before *generation) (*generation, error) {
	timeline := startup.New()
	ctx = startup.With(ctx, timeline)
	if before == nil {
		go jsapi.Prepare() // it takes as long as the settings and the databases
		before = &generation{}
	}
	_, configured := startup.Step(ctx, "app.configure")
	g, problems := configure(options, before)
	configured()
	if len(problems.Errors()) > 0 {
		_ = g.close(ctx) // the mistakes are what to report
		return nil, problems
	}
	g.timeline = timeline
	undo := g.observe.Adopt(before.observe)
	if g.settings.scratch {
		g.settings.keepInMemory()
		g.settings.queues = g.settings.queues.InMemory(func(string) bool { return true })
	}
	for _, step := range g.steps(options, before) {
		if err := startup.Do(ctx, step.name, step.do); err != nil {
			undo()
			_ = g.close(ctx) // the first error is the one to report
			if g.probed != nil {
				options.Debugging.giveUp(before)
			}
			return nil, err
		}
	}
	g.offerCoding(options)
	return g, nil
}

// step is a part of building a generation.
type step struct {
	name string // in the timeline of the start
	do   func(ctx context.Context) error
}

// steps returns what is left to do once the settings are known, in order.
func (g *generation) steps(options Options, before *generation) []step {
	list := []step{
		{"app.search", func(context.Context) (err error) {
			g.search, err = search.Open(g.settings.search, before.search)
			return err
		}},
		{"app.databases", func(ctx context.Context) error {
			if err := options.test.ownDatabases(&g.settings); err != nil {
				return err
			}
			return both(g.openDatabases(ctx, before), g.openStores(ctx, before))
		}},
		{"app.databases.reach", func(ctx context.Context) error {
			if options.test.replays() {
				return nil
			}
			return g.databases.Reach(ctx)
		}},
		{"app.migrations", g.migrations.Start},
		{"app.queues", func(ctx context.Context) (err error) {
			if g.queues, err = queues.Open(g.settings.queues, g.queueSurroundings(), before.queues); err != nil {
				return err
			}
			return g.queues.Prepare(ctx)
		}},
		{"app.boot", func(ctx context.Context) error { return g.boot(ctx, before) }},
	}
	if options.serves {
		list = append(list, step{"app.prove", func(ctx context.Context) error {
			m := g.engine.Manifest()
			warnings, err := prove.AtStart(ctx, m, g.proof(false), g.observe.Logs.Logger(logging.SQL))
			g.warnings = append(g.warnings, warnings...)
			return both(err, g.queues.Reach(ctx, m.ListensOn, before.queues))
		}})
	}
	return list
}

// configure begins a generation: it reads the settings and reports what is wrong with them. Of an empty one before, nothing is taken over.
func configure(options Options, before *generation) (*generation, fault.List) {
	props, problems := loadProperties(options, before)
	first := before.observe == nil
	g := &generation{options: options, props: props, settings: readSettings(props, options), door: cmp.Or(before.door, &door{})}
	g.databases, g.search = databases.Closed(), search.Closed(g.settings.search)
	g.caches, g.locks, g.sessions = caches.Closed(g.settings.caches), locks.Closed(g.settings.locks), sessions.Closed(g.settings.sessions())
	g.broadcast, g.stories = broadcast.Closed(), stories.Closed(g.settings.stories)
	problems = append(problems, g.settings.problems...)
	watched, found := observe.Open(g.settings.observe, g.watched(options), before.observe)
	g.observe, problems = watched, append(problems, found...)
	g.security = security.Open(g.settings.security, before.security)
	g.queues = queues.Closed(g.settings.queues, g.queueSurroundings())
	if first && options.sources() == options.Folder { // the folder of an executable has no scripts of its own
		problems = append(problems, recognise.Several(options.Folder)...)
	}
	if options.serves {
		g.stories = stories.Open(g.settings.stories, g.remembered(options), before.stories)
		g.settings.host.Policies.Follow = g.stories.Follow()
	}
	if g.scheduler = before.scheduler; options.serves && first {
		g.scheduler = schedule.New(schedule.Options{Log: g.observe.Log})
	}
	g.endpoint = endpoint.Open(before.endpoint)
	warnings := endpoint.Fit(
		props.Reader(), endpoint.DescriptorLimit(), g.settings.descriptors(), &g.settings.host, &g.settings.outgoing.Connections)
	g.images, g.outgoing = images.Open(g.settings.images, before.images), outgoing.Open(g.settings.outgoing, g.endpoint.Own, before.outgoing)
	if options.serves {
		g.broadcast = broadcast.Open(g.settings.broadcast, g.observe.Logs.Logger(logging.Queue), before.broadcast)
	}
	if options.serves && first { // once is enough
		problems = append(problems, warnings...)
		if len(g.settings.problems.Errors()) == 0 {
			problems = append(problems, g.endpoint.LoadCertificates(g.settings.endpoint, props, g.observe.Logs.Logger(logging.HTTP))...)
		}
	}
	if options.test != nil {
		g.observe.Redirect(options.test.Console)
		problems = append(slices.DeleteFunc(problems, isOwnProfile), options.test.prepare(&g.settings)...)
	}
	if look, pool := options.console, &g.settings.workers.Pool; look != nil {
		g.observe.Scripts, pool.Min, pool.Max, pool.Attended = look.Scripts, 1, 1, true
	}
	g.migrations = migrations.New(g.settings.migrations, migrations.Surroundings{
		On:  func() (migrations.Databases, migrations.Connections) { return g.databases, g.search },
		Log: func() *slog.Logger { return g.observe.Logs.Logger(logging.Migrate) }, Scratch: g.settings.scratch,
		Warn: func(list fault.List) { g.warnings = append(g.warnings, list...) },
	})
	problems.Sort()
	g.warnings = problems.Warnings()
	return g, problems
}

func (g *generation) boot(ctx context.Context, before *generation) error {
	options, err := g.engineOptions(g.databases.Beans(g.stories.Deck(g.options.test.replays()).Database))
	if err != nil {
		return err
	}
	if g.engine, err = engine.Boot(ctx, options); err != nil {
		return withMisspelt(g.props, atScan(g.props, err))
	}
	m := g.engine.Manifest()
	if err := g.checkSessions(m); err != nil {
		return err
	}
	unheard := g.settings.queues.Unheard(m.Listeners, g.props)
	g.warnings = slices.Concat(g.warnings, g.engine.Warnings(), g.observe.Misnamed(g.props), unheard, g.props.Misspelt())
	g.security.Follow(m, g.engine.RunSecurityEvent, g.observe.Log)
	policies := &g.settings.host.Policies
	policies.Mounts = append(policies.Mounts, g.settings.openAPI.Mounts(func() schema.Node { return g.settings.document(m) })...)
	g.offerTools()
	err = g.offer()
	policies.Mounts = append(policies.Mounts, g.security.LoginMounts(m, g.settings.host.ContextPath)...)
	if taken := listing.TakenLogins(m, g.settings.security.LoginRoutes()); len(taken) > 0 {
		err = both(err, taken)
	}
	return both(err, g.offerManagement(before))
}

// withMisspelt adds the sections that nothing reads to the errors of the scripts, since a misspelt section
// may be the cause.
func withMisspelt(props *config.Properties, err error) error {
	if list, ok := errors.AsType[fault.List](err); ok {
		return append(list, props.Misspelt()...)
	}
	return err
}

// atScan adds the place of the scan's configuration to an error that the scripts do not match it.
func atScan(props *config.Properties, err error) error {
	list, _ := errors.AsType[fault.List](err)
	for i := range list {
		if d := &list[i]; d.Code == bundle.CodeScan && len(props.Reader().Strings("framework.scan")) > 0 && d.Place.File == "" {
			d.Place = props.Place("framework.scan")
			d.Source = props.Line(d.Place)
		}
	}
	return err
}

func (g *generation) engineOptions(databases []sql.Datasource) (engine.Options, error) {
	if err := g.prepareSecurity(); err != nil {
		return engine.Options{}, err
	}
	deck := g.stories.Deck(g.options.test.replays())
	world := deck.World()
	world.Turned = g.options.turned()
	requests := outgoing.Observers{Metrics: g.observe.Metrics, Sent: g.stories.SentRequest(), Taped: deck.Transport}
	sent := queues.Observers{Metrics: g.observe.Metrics, Sent: g.stories.Sent, Taped: deck.Sender, Noted: g.options.test.notes()}
	api, err := jsapi.New(jsapi.Options{
		Log: g.observe.Scripts, Loggers: g.observe.Beans.Logger, Names: g.settings.host.JSON.Proto, Async: g.settings.workers.Async,
		Folder: g.options.Folder, Inside: g.settings.scripts.Inside, Folders: g.settings.scripts.Folders, Variables: g.settings.scripts.Variables,
		Environment: properties.Environment{Properties: g.props},
		Offline:     g.options.offline,
		Traced:      g.observe.Tracer() != nil,
		WebAssembly: g.settings.scripts.WebAssembly,
		Databases:   databases, Violations: g.settings.statements.Violations,
		SearchClusters: g.search.Beans(deck.Cluster),
		Queues:         g.queues.Beans(sent),
		Fetch:          g.outgoing.Fetch(requests), Clients: g.outgoing.Clients(requests), Sockets: g.outgoing.Sockets(),
		TCP:    deck.Dial(g.outgoing.TCP(requests)),
		Images: g.images.Bean(g.options.Folder, g.settings.scripts.Inside),
		Relay:  g.broadcast.Relay(),
		Security: jsecurity.Options{
			Passwords: g.security.Passwords(), Signer: g.security.Signer(), Verifier: g.security.Verifier(), Sessions: g.security.Sessions(),
			Logins: g.security.Limits.Logins, Used: g.security.WantCallers, Happened: g.security.Events.Record,
		},
		Denied: g.security.Denied, Passed: g.stories.PassedAspect(),
		MaxBytes: guard.Within(g.settings.workers.Pool.MemoryLimit).BufferBytes,
		World:    world,
		Caches:   deck.Caches(g.caches), CacheGet: g.observe.Metrics.CacheGet, Locks: deck.Locks(g.locks),
		Meters: g.observe.Meters(),
	})
	g.api = api
	options := engine.Options{
		Folder: g.options.sources(), Compiled: g.options.compiled(), Cache: g.options.Cache, Packages: g.options.kept, Reuse: g.options.reuse,
		Files: g.options.files(), New: folder.New(g.options.sources(), g.options.Overlay),
		Browser: g.settings.scripts.Browser,
		Scan:    g.settings.scripts.Scan, Skip: slices.Concat(g.settings.scripts.Served, g.props.Scripts()),
		Expand: properties.Expander(g.props), Section: properties.Sections(g.props), Line: properties.Lines(g.props),
		Incomplete: g.props.Incomplete(), Profiles: g.props.Profiles(),
		API: api, Agents: g.settings.agents.Manifest, Finders: g.settings.security.Finders(g.props.Place), JSON: g.settings.host.JSON,
		Queues: g.settings.queues.Names(), Listening: g.settings.queues.Workers,
		Pool: g.settings.workers.Pool, ResultBytes: g.settings.workers.ResultBytes, BootTimeout: g.settings.life.Start,
		Log: g.observe.Logs.Logger(logging.Engine),
	}
	options.Pool.Counts, options.Serves = g.observe.Counts, g.scheduler != nil
	options.Bodies = g.options.bodies
	if g.options.serves {
		options.Bodies = engine.BodiesWarned
	}
	g.databases.LineUp(&options.Pool)
	if g.options.test != nil {
		options.Test, options.Modules, options.Stray = g.options.test.File, g.options.test.Modules, g.options.test.Stray
	}
	g.instrument(&options)
	return options, err
}

// watched is what has to be known of the application to watch it.
func (g *generation) watched(options Options) observe.Application {
	return observe.Application{
		Name: options.name(), Env: options.Env, Properties: g.props, Serves: options.serves, MaxSeries: g.settings.management.MaxSeries,
		Logger: options.Logger,
	}
}

// remembered is what has to be known of the application to remember its requests.
func (g *generation) remembered(options Options) stories.Application {
	return stories.Application{
		Folder: g.options.Folder, ContextPath: g.settings.host.ContextPath, Dev: options.Dev, Logs: g.observe.Logs, KeyHeader: g.security.KeyHeader,
	}
}
