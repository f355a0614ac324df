package app

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/listing"

	"github.com/fwrun/fwrun/app/prove"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/app/search"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/openapi"
	"github.com/fwrun/fwrun/platform/fault"
)

// CheckOptions limit a check. The zero value runs all of it.
type CheckOptions struct {
	// Offline connects to no server, makes no bean, and runs no property source that is a command or a
	// script. Nothing that modules do when they run leaves the process: no request is sent, no file changed.
	Offline bool
	// Types asks TypeScript, too.
	Types bool
	// Cache is the folder in which its answers are kept, and compiled packages; they are not if it is empty.
	Cache string

	within time.Duration  // for the modules to run, if it is less than framework's own limit
	seen   func(c *check) // is called before the databases are closed
}

// Report is the result of a check.
type Report struct {
	Problems fault.List // errors and warnings, sorted by place

	Files, Beans, Routes int // of the application; 0 if its scripts have errors

	Untyped []string // the handlers of routes whose answers have no type

	Proved prove.Result // on the databases in memory

	TypeScript Typed // what was asked of it
	NoTypes    error // why it was not: such as [ErrNoTypeScript]
}

// Check does what [Start] does, except serving, and leaves no trace: SQLite databases are empty ones in
// memory, and the migrations of other databases are compared, not run. A failure ends the check only where
// the rest cannot be checked without it.
func Check(ctx context.Context, options Options, how CheckOptions) Report {
	options.Scratch, options.kept = true, how.Cache
	c := &check{ctx: ctx, how: how}
	c.run(options)
	if c.generation != nil {
		if how.seen != nil {
			how.seen(c)
		}
		c.report.Problems = append(c.report.Problems, c.warnings...)
		if how.Types {
			c.checkTypes()
		}
		c.found(c.close(ctx))
	}
	c.report.Problems.Sort()
	if c.generation != nil {
		c.report.Problems.PlaceMends(fault.Texts(c.options.files()))
	}
	return c.report
}

// check is one run of Check.
type check struct {
	*generation // nil until the folder is known
	ctx         context.Context
	how         CheckOptions
	report      Report
	manifest    *manifest.Manifest // nil if the scripts have errors
}

// found records an error, and reports whether there was none.
func (c *check) found(err error) (ok bool) {
	if err == nil {
		return true
	}
	c.report.Problems = append(c.report.Problems, fault.Diagnose(err)...)
	return false
}

func (c *check) run(options Options) {
	folder, err := folder.Find(options.Folder)
	if !c.found(err) {
		return
	}
	options.Folder, options.offline, options.bodies = folder, c.how.Offline, engine.BodiesReported
	g, problems := configure(options, &generation{})
	c.generation = g
	if c.how.within > 0 {
		g.settings.life.Start = min(g.settings.life.Start, c.how.within)
	}
	c.report.Problems = problems.Errors()
	if len(problems.Errors()) > len(g.settings.problems.Errors()) {
		return // the scripts' keys may be in a file that could not be read
	}
	if len(problems.Errors()) == 0 && !g.props.Incomplete() { // or the set of databases is unknown
		c.checkDatabases()
		c.checkQueues()
	}
	c.checkScripts()
}

// checkDatabases opens the configured databases and runs their migrations, as far as that changes nothing
// outside.
func (c *check) checkDatabases() {
	if !c.found(c.openDatabases(c.ctx, &generation{})) {
		return
	}
	reached := map[string]bool{}
	for _, db := range c.databases.All() {
		name := db.Name()
		if reached[name] = db.Dialect() == data.SQLite || !c.how.Offline && c.found(db.Ping(c.ctx)); !reached[name] {
			c.migrations.Left = append(c.migrations.Left, name)
		}
	}
	for _, name := range c.settings.migrations.AtStart {
		if reached[name] {
			c.found(c.migrations.ApplyTo(c.ctx, name))
			continue
		}
		c.found(c.migrations.CheckFiles(name))
	}
	clusters, err := search.Open(c.settings.search, nil)
	if c.found(err) {
		c.search = clusters
		c.found(c.migrations.CheckClusters())
	}
}

// checkQueues asks the servers of the queue connections whether they answer. Then all messages are kept in memory, so that the
// beans send nothing, and without outboxes in databases of servers, whose tables a check must not make.
func (c *check) checkQueues() {
	if !c.how.Offline {
		problems := c.settings.queues.Check(c.queueSurroundings(), c.settings.life.Start)
		c.report.Problems, c.warnings = append(c.report.Problems, problems.Errors()...), append(c.warnings, problems.Warnings()...)
	}
	c.settings.queues = c.settings.queues.InMemory(func(datasource string) bool { return !c.isServer(datasource) })
	var err error
	c.queues, err = queues.Open(c.settings.queues, c.queueSurroundings(), nil)
	c.found(err)
	c.found(c.queues.Prepare(c.ctx))
}

// isServer reports whether a datasource is open and that of a database server.
func (c *check) isServer(name string) bool {
	db, known := c.databases.ByName(name)
	return known && db.Dialect() != data.SQLite
}

// checkScripts makes the beans if everything they may need is available.
func (c *check) checkScripts() {
	if c.how.Offline || len(c.report.Problems.Errors()) > 0 {
		m, err := c.inspect(c.ctx)
		if c.found(err) {
			c.manifest = m
			c.count(m)
			c.checkRoutes(m)
			c.proveAll(m)
		}
		return
	}
	if !c.found(c.boot(c.ctx, &generation{})) {
		return
	}
	c.count(c.engine.Manifest())
	c.checkRoutes(c.engine.Manifest())
	c.proveAll(c.engine.Manifest())
	_, err := host.New(c.engine, c.settings.host, c.observe.Log)
	c.found(err)
}

// checkRoutes warns of routes that anybody may call, of demands that nobody can meet, because nothing finds out who is asking, and of
// routes that nobody reaches.
func (c *check) checkRoutes(m *manifest.Manifest) {
	rules := c.settings.security.Rules()
	found := listing.Unguarded(m, rules, c.settings.agents.Manifest.Path)
	if listing.DemandsAnything(m, rules) && !c.settings.security.KnowsSomebody() {
		at := c.props.Place("security.rules")
		found = append(found, listing.WithoutCredentials(m, rules, at, c.props.Line(at))...)
	}
	found = append(found, c.settings.tools.Hidden(m)...)
	found.ShowLines(fault.Texts(c.options.files()))
	c.warnings = append(c.warnings, found...)
}

// proveAll checks the statements against the databases, if the databases have no errors.
func (c *check) proveAll(m *manifest.Manifest) {
	if c.databases.Sources() == nil || len(c.report.Problems.Errors()) > 0 {
		return
	}
	problems, proved := prove.Statements(c.ctx, m, c.proof(true))
	c.report.Problems, c.report.Proved = append(c.report.Problems, problems...), proved
}

func (c *check) count(m *manifest.Manifest) {
	c.report.Files, c.report.Routes, c.report.Untyped = len(m.Files), len(m.Routes), openapi.Untyped(m)
	for _, b := range m.Beans {
		if b.Stereotype != manifest.Supplied {
			c.report.Beans++
		}
	}
}
