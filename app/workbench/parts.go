package workbench

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/coverage"
	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/devtools"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
	"github.com/fwrun/fwrun/platform/schedule"
	"github.com/fwrun/fwrun/security"
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

	Plan      func(ctx context.Context) any // the migrations that are due, with their steps
	Began     func() time.Time              // when the process has begun to serve
	Send      func(ctx context.Context, r inproc.Request) (inproc.Response, error)
	CallAgent func(ctx context.Context, message []byte) (status int, body []byte, err error)
	As        func(ctx context.Context, name string, roles, scopes []string) context.Context // on behalf of somebody

	Rules *security.Rules // of security.rules; nil if there are none
	// Accepts lists the credentials that the application knows somebody by: token, basic, key, session.
	Accepts []string
	// KeyHeader is the header in which it expects keys.
	KeyHeader string

	Settings   Settings
	Auth       actuator.Auth // of those who are on other machines, and of everybody in production
	Socket     bool          // the server listens on a socket in the file system
	Management http.Handler  // the management endpoints, whether or not the configuration exposes them
	Log        *slog.Logger

	// Mistyped returns what TypeScript has said of the files, if it was asked.
	Mistyped func() fault.List

	// Covered is the last run of the tests that was counted; nil if none is kept.
	Covered *coverage.Last

	Remembered []devtools.Endpoint // what is remembered of requests
	// Subscribe returns what happens from now on; see [devtools.Options]. It may be nil.
	Subscribe func() (happened <-chan json.RawMessage, leave func())

	shownRun shownRun

	demands bool // the application says somewhere who may call what
}

// Identity is somebody on whose behalf a request is sent.
type Identity struct {
	Name   string   `json:"name"`
	Roles  []string `json:"roles"`
	Scopes []string `json:"scopes"`
}

// onBehalfOf returns a context on behalf of somebody whom the developer names.
func (p *Parts) onBehalfOf(ctx context.Context, as *Identity) context.Context {
	if as == nil {
		return ctx
	}
	return p.As(ctx, as.Name, as.Roles, as.Scopes)
}

// handler returns what answers at the paths of the page.
func (p *Parts) handler() http.Handler {
	p.demands = listing.DemandsAnything(p.Application.Manifest(), p.Rules)
	guard := devtools.Guard{Local: p.Settings.Local, Socket: p.Settings.Local && p.Socket}
	if p.Auth.IsSet() {
		guard.Known, guard.Challenge = p.Auth.Allows, p.Auth.Challenge
	}
	return devtools.New(devtools.Options{
		Guard: guard, Endpoints: append(p.endpoints(), p.Remembered...), Subscribe: p.Subscribe,
		Others: map[string]http.Handler{"manage/": http.HandlerFunc(p.manage)},
		Failed: func(path string, err error) {
			p.Log.Error("the console could not answer", "path", path, "error", config.Harmless("", err.Error()))
		},
	})
}

// manage answers with the management endpoints.
func (p *Parts) manage(w http.ResponseWriter, r *http.Request) {
	r = r.Clone(r.Context())
	r.URL.Path, r.URL.RawPath = admin.EndpointsPath+strings.TrimSuffix(r.URL.Path, "/"), ""
	p.Management.ServeHTTP(w, r)
}

// endpoints returns what the page asks for.
func (p *Parts) endpoints() []devtools.Endpoint {
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
		get("types", p.types),
		get("coverage", p.coverage), get("coverage/file", p.coveredFile),
	}
}
