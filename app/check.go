package app

import (
	"context"
	"errors"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/jsapi"
)

// Inspection is what an application declares.
type Inspection struct {
	Manifest    *manifest.Manifest
	ContextPath string // what stands in front of every route: "" or "/api"
	Warnings    fault.List
}

// Inspect reads an application and runs its modules once. It opens no database, makes no
// bean and serves nothing. An error that is the application's own is a [fault.List].
func Inspect(ctx context.Context, options Options) (*Inspection, error) {
	folder, err := applicationFolder(options.Folder)
	if err != nil {
		return nil, err
	}
	options.Folder = folder
	g, problems := configure(options, nil)
	if len(problems.Errors()) > 0 {
		return nil, problems
	}
	m, err := g.inspect(ctx)
	if err != nil {
		return nil, err
	}
	return &Inspection{m, g.settings.host.ContextPath, g.warnings}, nil
}

// CheckOptions say how far a check goes. The zero value goes all the way.
type CheckOptions struct {
	// Offline connects to no server and makes no bean.
	Offline bool
}

// Report is what a check found.
type Report struct {
	Manifest *manifest.Manifest // nil when the scripts are at fault
	Problems fault.List         // errors and warnings, sorted by place
}

// Check does what [Start] does, except to serve, and leaves no trace: SQLite databases are
// empty ones in memory, and the migrations of other databases are compared, not run. What
// fails ends it only where nothing can be said of the rest.
func Check(ctx context.Context, options Options, how CheckOptions) Report {
	options.Scratch = true
	c := &check{ctx: ctx, how: how}
	c.run(options)
	if c.generation != nil {
		c.report.Problems = append(c.report.Problems, c.warnings...)
		c.found(c.close(ctx))
	}
	c.report.Problems.Sort()
	return c.report
}

// check is one run of Check.
type check struct {
	*generation // nil until there is a folder
	ctx         context.Context
	how         CheckOptions
	report      Report
}

// found notes what went wrong, and tells whether nothing did.
func (c *check) found(err error) (ok bool) {
	if err == nil {
		return true
	}
	c.report.Problems = append(c.report.Problems, fault.Diagnose(err)...)
	return false
}

func (c *check) run(options Options) {
	folder, err := applicationFolder(options.Folder)
	if !c.found(err) {
		return
	}
	options.Folder = folder
	g, problems := configure(options, nil)
	c.generation = g
	c.report.Problems = problems.Errors()
	if len(problems.Errors()) > len(g.settings.problems.Errors()) {
		return // what the scripts ask for may stand where nothing could be read
	}
	if len(problems.Errors()) == 0 {
		c.checkDatabases()
	}
	c.checkScripts()
	if c.report.Manifest != nil {
		_, err := host.New(declared{c.report.Manifest}, c.settings.host, c.log)
		c.found(err)
	}
}

// checkDatabases opens what is configured and runs its migrations, as far as nothing
// outside is changed by it.
func (c *check) checkDatabases() {
	if !c.found(c.openDatabases(c.ctx, nil)) {
		return
	}
	for _, name := range c.databases.Names() {
		db, _ := c.databases.ByName(name)
		if db.Dialect() != data.SQLite && !c.how.Offline {
			c.found(db.Ping(c.ctx))
		}
	}
	for _, name := range c.settings.migrate {
		db, _ := c.databases.ByName(name)
		if db.Dialect() == data.SQLite || !c.how.Offline {
			c.found(c.migrate(c.ctx, name))
		}
	}
}

// checkScripts makes the beans when everything they may need is there.
func (c *check) checkScripts() {
	if c.how.Offline || len(c.report.Problems.Errors()) > 0 {
		m, err := c.inspect(c.ctx)
		c.found(err)
		c.report.Manifest = m
		return
	}
	if c.found(c.boot(c.ctx)) {
		c.report.Manifest = c.engine.Manifest()
	}
}

// inspect goes as far as the manifest.
func (g *generation) inspect(ctx context.Context) (*manifest.Manifest, error) {
	options, err := g.engineOptions(g.settings.declaredDatasources())
	if err != nil {
		return nil, err
	}
	m, warnings, err := engine.Inspect(ctx, options)
	g.warnings = append(g.warnings, warnings...)
	return m, err
}

// declaredDatasources are the datasources for scripts that only declare what they ask for:
// there is no database behind them.
func (s settings) declaredDatasources() []jsapi.Datasource {
	var list []jsapi.Datasource
	for _, d := range s.datasources {
		list = append(list, jsapi.Datasource{Name: d.Name, Primary: d.Primary || len(s.datasources) == 1})
	}
	return list
}

// declared is an application that cannot be invoked.
type declared struct{ manifest *manifest.Manifest }

func (d declared) Manifest() *manifest.Manifest { return d.manifest }

func (d declared) Invoke(context.Context, int, engine.Invocation) error {
	return errors.New("the application is only declared")
}
