package mcp

import (
	"fmt"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema/jsonschema"
	"github.com/fwrun/fwrun/security"
)

// Application is what is offered to agents: an [engine.Application].
type Application interface {
	Manifest() *manifest.Manifest
	ToolInterceptors() []engine.ToolInterception
}

// Server answers the messages of agents. It is made for one generation of an application.
type Server struct {
	settings Settings
	manifest *manifest.Manifest
	hooks    []engine.ToolInterception
	hooked   [engine.AfterCall + 1]bool // by hook: whether some interceptor has it

	tools     []*tool
	byName    map[string]*tool
	resources []*resource
	prompts   []*prompt
	prompted  map[string]*prompt

	initialized map[string][]byte // by version: the result of initialize
	stateless   *stateless
	origins     map[string]bool
	hosts       map[string]bool

	experiences []engine.Experience // of the calls of each handler

	lists  sync.Map // listKey → []byte: results of list methods
	cached counter  // the bytes in lists
}

// New makes a server for what the application offers to agents.
func New(app Application, settings Settings) (*Server, error) {
	settings.fill()
	m := app.Manifest()
	s := &Server{
		settings: settings, manifest: m, hooks: app.ToolInterceptors(), byName: map[string]*tool{}, prompted: map[string]*prompt{},
		origins: originsOf(settings.AllowedOrigins), hosts: folded(settings.AllowedHosts, hostKey),
		experiences: make([]engine.Experience, len(m.Handlers)),
	}
	for hook := range s.hooked {
		for _, one := range s.hooks {
			s.hooked[hook] = s.hooked[hook] || one.Has(engine.ToolHook(hook))
		}
	}
	for _, declared := range m.Tools {
		one, err := newTool(declared, m.Handlers[declared.Handler])
		if err != nil {
			return nil, fmt.Errorf("the tool %s: %w", declared.Name, err)
		}
		one.index, one.demands = len(s.tools), settings.demandsOf(one.handler, declared.REST)
		s.tools, s.byName[declared.Name] = append(s.tools, one), one
	}
	for _, declared := range m.Resources {
		one := newResource(declared, m.Handlers[declared.Handler])
		one.demands = settings.demandsOf(one.handler, nil)
		s.resources = append(s.resources, one)
	}
	for _, declared := range m.Prompts {
		one := newPrompt(declared, m.Handlers[declared.Handler])
		one.demands = settings.demandsOf(one.handler, nil)
		s.prompts, s.prompted[declared.Name] = append(s.prompts, one), one
	}
	s.settings.OAuth = settings.OAuth.withScopes(s.demands())
	s.initialize()
	s.stateless = s.newStateless()
	return s, nil
}

// tool is a tool with all that its calls need, made once.
type tool struct {
	*manifest.Tool
	index   int
	handler *manifest.Handler
	demands []security.Demand // of those who call it
	entry   []byte            // of the list
	about   map[string]any    // the description that interceptors see
	input   *jsonschema.Schema
	closed  bool               // it refuses unknown arguments
	output  *jsonschema.Schema // nil if there is none
	places  map[string]int     // index of each argument among the handler's parameters, by name
	paths   []pathTemplate     // of an endpoint
	accept  string             // of an endpoint
	limiter *limiter           // nil if there is none
}

func newTool(declared *manifest.Tool, h *manifest.Handler) (*tool, error) {
	t := &tool{Tool: declared, handler: h, places: map[string]int{}, about: aboutTool(declared, h)}
	for _, a := range declared.Arguments {
		t.places[a.Name] = a.Param
	}
	var err error
	checked := declared.Input
	if declared.Checked != nil {
		checked = declared.Checked
	}
	if t.input, err = jsonschema.Compile(checked); err != nil {
		return nil, err
	}
	t.closed = declared.Schema != nil || gjson.GetBytes(checked, "additionalProperties").Type == gjson.False
	if declared.Output != nil {
		if t.output, err = jsonschema.Compile(declared.Output); err != nil {
			return nil, err
		}
	}
	if declared.REST != nil {
		t.paths, t.accept = newPathTemplates(declared.REST.Paths), acceptOf(declared.REST.Produces)
	}
	if declared.Limit > 0 {
		t.limiter = newLimiter(declared.Limit, declared.Per)
	}
	t.entry = appendToolEntry(nil, t)
	return t, nil
}

func (t *tool) describe() map[string]any { return t.about }

// aboutTool returns the description of a tool for scripts.
func aboutTool(t *manifest.Tool, h *manifest.Handler) map[string]any {
	kind := "service"
	if t.REST != nil {
		kind = "rest"
	}
	toolsets := make([]any, len(t.Toolsets))
	for i, name := range t.Toolsets {
		toolsets[i] = name
	}
	about := map[string]any{
		"name": t.Name, "title": t.Title, "description": t.Description, "kind": kind, "handler": h.Name, "toolsets": toolsets,
		"readOnly": t.ReadOnly, "destructive": !t.ReadOnly && t.Destructive, "idempotent": t.ReadOnly || t.Idempotent, "openWorld": nil,
	}
	if t.OpenWorld != nil {
		about["openWorld"] = *t.OpenWorld
	}
	return about
}
