package coding

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/devtools/toolbox"
)

// Options configure the tools. App and Running are required.
type Options struct {
	// App is how the application is started.
	App app.Options
	// Running returns the application as its files are now. With an application and an error it is one that is older than its
	// files; without an application the error says why it does not run.
	Running func(ctx context.Context) (*app.App, error)
	// Rule explains a code of the mistakes; ok is false for one that does not exist. It may be nil.
	Rule    func(code string) (what, help string, ok bool)
	Version string // of fwrun
}

const instructions = `Tools for working on this fwrun application. Work like this: change files, then call check; ` +
	`mend what it reports; call test; try it with request, and read with requests (by id) what a request did: its SQL, calls, log lines and error. ` +
	`explain looks things up in the guide, which matches this version of fwrun: prefer it to what you remember. ` +
	`Changes on the disk are taken over before each answer.`

// New returns the tools as a server of the Model Context Protocol.
func New(o Options) (*toolbox.Server, error) {
	silent := o.App
	silent.Logger = func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }
	silent.Reloads, silent.Heir, silent.Coding, silent.LogFile, silent.Debugging = false, nil, nil, "", nil
	p := &project{Options: o, silent: silent}
	return toolbox.New(toolbox.Options{Name: "fwrun-dev", Version: o.Version, Instructions: instructions, Tools: p.tools()})
}

// project is what the tools are about.
type project struct {
	Options
	silent app.Options // the same without a log, and nothing that only a server needs
	desks  desks
}

func (p *project) tools() []toolbox.Tool {
	return append([]toolbox.Tool{
		{
			Name: "status", Title: "Status", ReadOnly: true, Input: `{"type":"object","properties":{},"additionalProperties":false}`,
			Description: "Whether the application runs, at which URL, with which profiles, and what keeps it from running or from being reloaded.",
			Call:        with(p.status),
		},
		{
			Name: "check", Title: "Check", ReadOnly: true, Input: checkInput,
			Description: "All mistakes in scripts, settings and SQL, each with code, place, reason and hint; mend is a replacement of text " +
				"that can be applied as it is. Call it after every change.",
			Call: with(p.check),
		},
		{
			Name: "test", Title: "Run tests", Input: testInput,
			Description: "Runs test files, all or some, each with an application and an empty database of its own. " +
				"Failures come with difference, place and output. coverage adds totals of statements, branches, functions, lines, and the " +
				"files with uncovered lines (3,7-9) and branches, least covered first.",
			Call: with(p.test),
		},
		{
			Name: "routes", Title: "Routes", ReadOnly: true, Input: filterInput("a part of a path, a handler or a method"),
			Description: "HTTP routes: method, path, handler with its place, parameters with their JSON Schemas, who may call it; " +
				"and the names of MCP tools and schedules.",
			Call: with(p.routes),
		},
		{
			Name: "beans", Title: "Beans", ReadOnly: true, Input: filterInput("a part of a name or a type"),
			Description: "The objects of the container: kind, type, place, what is injected; and the beans that a condition leaves out, with the reason.",
			Call:        with(p.beans),
		},
		{
			Name: "request", Title: "Send a request", Input: requestInput,
			Description: "Sends a request inside of the process, without network, and returns the response and what it did: SQL, calls, " +
				"log lines, error with its place.",
			Call: with(p.request),
		},
		{
			Name: "requests", Title: "Latest requests", ReadOnly: true, Input: requestsInput,
			Description: "The latest requests, tool calls, messages and scheduled runs, newest first; with id the whole story of one.",
			Call:        with(p.requests),
		},
		{
			Name: "save_as_test", Title: "Save as test", Input: saveInput,
			Description: "Writes one of the latest requests as a file of fwrun test: the request, what it asked of its host (SQL, calls, cache, " +
				"time, random values) with the answers, and the response. test then replays it without database and network. Secrets are masked.",
			Call: with(p.save),
		},
		{
			Name: "logs", Title: "Log", ReadOnly: true, Input: logsInput,
			Description: "The latest lines of the log, newest first, by level, logger, text or trace of a request.",
			Call:        with(p.logs),
		},
		{
			Name: "settings", Title: "Settings", ReadOnly: true, Input: settingsInput,
			Description: "The configuration: value, file and line or variable that sets it, default and meaning. " +
				"Without a filter only what is set. Secrets are masked.",
			Call: with(p.settings),
		},
		{
			Name: "explain", Title: "Explain", ReadOnly: true, Input: explainInput,
			Description: "Looks up a code of check (route-duplicate), a decorator (@Cacheable), a setting or any words in the guide of this version.",
			Call:        with(p.explain),
		},
	}, p.debugTools()...)
}

// with reads the arguments of a tool into its parameter.
func with[A any](call func(context.Context, A) (any, error)) func(context.Context, json.RawMessage) (any, error) {
	return func(ctx context.Context, text json.RawMessage) (any, error) {
		var arguments A
		if err := json.Unmarshal(text, &arguments); err != nil {
			return nil, err
		}
		return call(ctx, arguments)
	}
}

// filtering are the arguments of tools that list what has some text.
type filtering struct {
	Filter string `json:"filter"`
	Limit  int    `json:"limit"`
}

func filterInput(what string) string {
	return `{"type":"object","properties":{"filter":{"type":"string","description":"` + what + `"},` +
		`"limit":{"type":"integer","minimum":1,"maximum":500,"default":50}},"additionalProperties":false}`
}

// some returns as many items as are wanted, or else a number, and how many are left off.
func some[T any](list []T, limit, standard int) (first []T, left int) {
	if limit <= 0 {
		limit = standard
	}
	if len(list) <= limit {
		return list, 0
	}
	return list[:limit], len(list) - limit
}
