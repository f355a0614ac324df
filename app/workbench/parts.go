package workbench

import (
	"context"
	"net/http"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/devtools"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/inproc"
	"github.com/fwrun/fwrun/platform/schedule"
)

// Parts are what the page shows of one generation.
type Parts struct {
	Name        string // of the application
	Folder      string
	ContextPath string
	Agents      string // the path of the MCP endpoint, below the context path
	Editor      string // the URL that opens an editor, with {path}, {line} and {column}
	Properties  *config.Properties
	Application *engine.Application
	Databases   *data.Sources
	Scheduler   *schedule.Scheduler // nil if nothing is run by the clock
	MemoryLimit uint64              // of the heap; 0 is none

	MayCall   func(r *manifest.Route) string // who may call a route; empty where nothing is said
	Catalogue func() mcp.Catalogue           // what is offered to agents
	Plan      func(ctx context.Context) any  // the migrations that are due, with their steps
	Began     func() time.Time               // when the process has begun to serve
	Send      func(ctx context.Context, r inproc.Request, as *Identity) (inproc.Response, error)
	CallAgent func(ctx context.Context, message []byte, as *Identity) (status int, body []byte, err error)

	// Vouches: the page may send requests on behalf of anybody.
	Vouches bool
	// Accepts lists the credentials that the application knows somebody by: token, basic, key, session.
	Accepts []string
	// KeyHeader is the header in which it expects keys.
	KeyHeader string
}

// Identity is somebody on whose behalf a request is sent.
type Identity struct {
	Name   string   `json:"name"`
	Roles  []string `json:"roles"`
	Scopes []string `json:"scopes"`
}

// Endpoints returns what the page asks for.
func Endpoints(p *Parts) []devtools.Endpoint {
	get := func(path string, do func(*http.Request) (any, error)) devtools.Endpoint {
		return devtools.Endpoint{Method: http.MethodGet, Path: path, Do: do}
	}
	post := func(path string, do func(*http.Request) (any, error)) devtools.Endpoint {
		return devtools.Endpoint{Method: http.MethodPost, Path: path, Do: do}
	}
	return []devtools.Endpoint{
		get("about", p.about),
		get("routes", p.routes), get("route", p.route), post("send", p.send),
		get("agents", p.agents), post("agents/call", p.callAgent),
		get("beans", p.beans),
		get("config", p.configuration),
		get("schedules", p.schedules), post("schedules/run", p.runSchedule),
		get("databases", p.databases), get("databases/rows", p.rows), post("databases/query", p.query),
		get("migrations/plan", func(r *http.Request) (any, error) { return p.Plan(r.Context()), nil }),
		get("process", p.process),
	}
}
