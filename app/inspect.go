package app

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/app/ymlschema"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/logging"
)

// What an application declares, as lists.
type (
	// Route is one route of an application.
	Route = listing.Route
	// Parameter is a part of a request that a route uses.
	Parameter = listing.Parameter
	// MayCall says who may call a route.
	MayCall = listing.MayCall
	// Rule is a rule of security.rules.
	Rule = listing.Rule
	// Bean describes one object of the container.
	Bean = listing.Bean
	// LeftOut is a bean that its condition excludes.
	LeftOut = listing.LeftOut
	// Schedule describes a scheduled method.
	Schedule = listing.Schedule
)

// The MCP features of an application.
type (
	// AgentCatalogue lists all of them, independent of permissions.
	AgentCatalogue = mcp.Catalogue
	// AgentEntry is a tool, a resource or a prompt.
	AgentEntry = mcp.Entry
)

// Inspection holds the declarations of an application.
type Inspection struct {
	Routes  []Route // sorted by path
	Beans   []Bean  // in the order in which they are made
	LeftOut []LeftOut

	Schedules []Schedule // in the order of declaration
	Agents    AgentCatalogue
}

// Inspect reads an application and runs its modules once. It opens no database, makes no bean and serves
// nothing. An error in the application itself is a [fault.List].
func Inspect(ctx context.Context, options Options) (*Inspection, error) {
	g, m, err := inspected(ctx, options)
	if err != nil {
		return nil, err
	}
	s := &g.settings
	agents := mcp.CatalogueOf(m, s.security.Rules(), s.agents.Manifest.Path)
	return &Inspection{s.routesOf(m), listing.Beans(m), listing.LeftOuts(m), listing.Schedules(m), agents}, nil
}

// ConfigurationSchema returns the JSON Schema of application.yml: the keys of the framework, and those that the application
// reads. If the application has mistakes, its own keys are left out, and the error is what [Inspect] says.
func ConfigurationSchema(ctx context.Context, options Options) ([]byte, error) {
	if _, err := folder.Find(options.Folder); err != nil {
		return nil, err
	}
	_, m, err := inspected(ctx, options)
	return ymlschema.Of(config.Keys(), m), err
}

// Profiles lists the profiles for which the application in a folder has a file.
func Profiles(folder string) []string { return config.Profiles(os.DirFS(folder)) }

// begun begins a generation without one before it, for somebody who looks at an application and does not serve it. The error is a
// [fault.List] if the configuration is at fault.
func begun(options Options) (*generation, error) {
	found, err := folder.Find(options.Folder)
	if err != nil {
		return nil, err
	}
	options.Folder = found
	g, problems := configure(options, &generation{})
	if len(problems.Errors()) > 0 {
		return nil, problems
	}
	return g, nil
}

// inspected reads an application and runs its modules once.
func inspected(ctx context.Context, options Options) (*generation, *manifest.Manifest, error) {
	g, err := begun(options)
	if err != nil {
		return nil, nil, err
	}
	m, err := g.inspect(ctx)
	return g, m, err
}

// inspect builds the generation up to the routes of the server.
func (g *generation) inspect(ctx context.Context) (*manifest.Manifest, error) {
	options, err := g.engineOptions(g.settings.datasources.Declared())
	if err != nil {
		return nil, err
	}
	m, warnings, err := engine.Inspect(ctx, options)
	if err != nil {
		return nil, withMisspelt(g.props, atScan(g.props, err))
	}
	if err := g.checkSessions(m); err != nil {
		return nil, err
	}
	g.warnings = slices.Concat(g.warnings, warnings, g.props.Misspelt())
	if problems := g.settings.management.Problems(g.props, m, g.settings.web()); len(problems) > 0 {
		return nil, problems
	}
	if problems := listing.TakenLogins(m, g.settings.security.LoginRoutes()); len(problems) > 0 {
		return nil, problems
	}
	_, err = host.New(declared{m}, g.settings.host, g.observe.Logs.Logger(logging.HTTP))
	return m, err
}

// declared is an application that cannot run.
type declared struct{ manifest *manifest.Manifest }

func (d declared) Manifest() *manifest.Manifest { return d.manifest }

func (d declared) Interceptors() []engine.Interception { return nil }

func (d declared) Run(context.Context, time.Time, engine.Task) error { return errOnlyDeclared }

func (d declared) RunOn(context.Context, *engine.Lease, engine.Task) error { return errOnlyDeclared }

func (d declared) Working(ctx context.Context) context.Context { return ctx }

var errOnlyDeclared = errors.New("the application was only inspected, and cannot run")
