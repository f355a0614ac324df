package app

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/ymlschema"

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/logging"
	"github.com/fwrun/fwrun/mcp"
)

// Route is one route of an application.
type Route struct {
	Methods    []string // empty for every method
	Path       string   // from the root of the server: with the context path
	Name       string   // of the mapping; may be empty
	Handler    string   // UserController.find, or the function's name; fwrun for what the host answers itself
	Place      fault.Place
	Consumes   []string // media types; empty for any
	Produces   []string
	Parameters []Parameter
	MayCall    *MayCall // nil where the application says of nothing who may call it
}

// Parameter is a part of a request that a route uses.
type Parameter struct {
	Name     string // in the request; for a body its name in the script
	In       string // path, query, form, request (query or form), cookie, header or body
	Type     string // as declared, or as its default implies
	Required bool
	Schema   []byte // its JSON Schema 2020-12, constraints included
}

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
	return &Inspection{g.routesOf(m), beansOf(m), leftOutOf(m), schedulesOf(m), g.agentsOf(m)}, nil
}

// ConfigurationSchema returns the JSON Schema of application.yml: the keys of the framework, and those that the application
// reads. If the application has mistakes, its own keys are left out, and the error is what [Inspect] says.
func ConfigurationSchema(ctx context.Context, options Options) ([]byte, error) {
	folder, err := folder.Find(options.Folder)
	if err != nil {
		return nil, err
	}
	options.Folder = folder
	g, problems := configure(options, nil)
	if len(problems.Errors()) > 0 {
		return ymlschema.Of(config.Keys(), nil), problems
	}
	m, err := g.inspect(ctx)
	return ymlschema.Of(config.Keys(), m), err
}

// Profiles lists the profiles for which the application in a folder has a file.
func Profiles(folder string) []string { return config.Profiles(os.DirFS(folder)) }

// inspected reads an application and runs its modules once.
func inspected(ctx context.Context, options Options) (*generation, *manifest.Manifest, error) {
	folder, err := folder.Find(options.Folder)
	if err != nil {
		return nil, nil, err
	}
	options.Folder = folder
	g, problems := configure(options, nil)
	if len(problems.Errors()) > 0 {
		return nil, nil, problems
	}
	m, err := g.inspect(ctx)
	if err != nil {
		return nil, nil, err
	}
	return g, m, nil
}

// inspect builds the generation up to the routes of the server.
func (g *generation) inspect(ctx context.Context) (*manifest.Manifest, error) {
	options, err := g.engineOptions(g.settings.datasources.Declared())
	if err != nil {
		return nil, err
	}
	m, warnings, err := engine.Inspect(ctx, options)
	if err != nil {
		return nil, g.withMisspelt(g.atScan(err))
	}
	if err := g.checkSessions(m); err != nil {
		return nil, err
	}
	g.warnings = slices.Concat(g.warnings, warnings, g.props.Misspelt())
	if problems := g.settings.management.Problems(g.props, m, g.web()); len(problems) > 0 {
		return nil, problems
	}
	if problems := g.takenLogins(m); len(problems) > 0 {
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

var errOnlyDeclared = errors.New("the application was only inspected, and cannot run")

func (g *generation) routesOf(m *manifest.Manifest) []Route {
	contextPath := strings.Trim(g.settings.host.ContextPath, "/")
	if contextPath != "" {
		contextPath = "/" + contextPath
	}
	rules := g.settings.security.Rules()
	demands := demandsAnything(m, rules)
	routes := make([]Route, len(m.Routes))
	for i, r := range m.Routes {
		h := m.Handlers[r.Handler]
		path := contextPath + r.Path
		if contextPath != "" {
			path = strings.TrimSuffix(path, "/")
		}
		routes[i] = Route{
			Methods: r.Methods, Path: path, Name: r.Name, Handler: h.Name, Place: h.Place,
			Consumes: r.Consumes, Produces: r.Produces, Parameters: parametersOf(h),
		}
		if demands {
			routes[i].MayCall = mayCallOf(m, rules, r)
		}
	}
	routes = append(routes, g.ownRoutes(contextPath)...)
	slices.SortStableFunc(routes, func(a, b Route) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), slices.Compare(a.Methods, b.Methods))
	})
	return routes
}

// parametersOf returns the parameters that are taken from a request; those that the host supplies are left
// out.
func parametersOf(h *manifest.Handler) []Parameter {
	var list []Parameter
	for _, p := range h.Params {
		where := ""
		switch p.Origin {
		case manifest.FromHost:
			continue
		case manifest.FromPath:
			where = "path"
		case manifest.FromRequest:
			where = "request"
		case manifest.FromQuery:
			where = "query"
		case manifest.FromForm:
			where = "form"
		case manifest.FromCookie:
			where = "cookie"
		case manifest.FromHeader:
			where = "header"
		case manifest.FromBody:
			where = "body"
		}
		list = append(list, Parameter{
			Name: cmp.Or(p.Key, p.Name), In: where, Type: cmp.Or(p.Type.Name, "string"), Required: p.Required,
			Schema: p.Schema(),
		})
	}
	return list
}
