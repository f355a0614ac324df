package app

import (
	"cmp"
	"context"
	"slices"

	"github.com/fwrun/fwrun/app/folder"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
	"github.com/fwrun/fwrun/platform/logging"
)

// Console is an application at a prompt: configured as for serving, but with one VM and without a server. Its
// methods may be called by one goroutine at a time.
type Console struct {
	options Options
	*generation
	session *engine.Session
	server  *host.Server // answers requests made at the prompt
}

// The results of an input; see [engine.Session.Evaluate].
type (
	// Answer is the value of an input.
	Answer = engine.Answer
	// ScriptError is what an input threw.
	ScriptError = engine.ScriptError
)

// ErrIncomplete means that an input continues on the next line.
var ErrIncomplete = engine.ErrIncomplete

// OpenConsole starts an application for interactive use. An error in the application itself is a
// [fault.List].
func OpenConsole(ctx context.Context, options Options, look ConsoleOptions) (*Console, error) {
	folder, err := folder.Find(options.Folder)
	if err != nil {
		return nil, err
	}
	options.Folder, options.console = folder, &look
	c := &Console{options: options}
	if err := c.Reload(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// Reload starts again with the current files; declarations made at the prompt are lost. On an error nothing
// has changed.
func (c *Console) Reload(ctx context.Context) error {
	next, err := build(ctx, c.options, c.generation)
	if err != nil {
		return err
	}
	look := engine.Look{Colour: c.options.console.Colour, Width: c.options.console.Width}
	session, err := next.engine.NewSession(ctx, look)
	var server *host.Server
	if err == nil {
		server, err = host.New(next.engine, next.settings.host, next.observe.Logs.Logger(logging.HTTP))
	}
	if err != nil {
		_ = next.close(ctx) // the first error is the one to report
		return err
	}
	before := c.generation
	c.generation, c.session, c.server = next, session, server
	if before == nil {
		return nil
	}
	return before.close(ctx)
}

// Evaluate runs an input; see [engine.Session.Evaluate].
func (c *Console) Evaluate(ctx context.Context, line int, text string) (Answer, error) {
	return c.session.Evaluate(ctx, line, text)
}

// Complete proposes names that replace the line from the byte offset from; see [engine.Session.Complete].
func (c *Console) Complete(ctx context.Context, line string) (from int, names []string) {
	return c.session.Complete(ctx, line)
}

// Response is the application's answer to a Request.
type Response struct {
	Status      int
	ContentType string
	Body        []byte
}

// Request sends a request to the application within the process. A body is sent as JSON.
func (c *Console) Request(ctx context.Context, method, target, body string) (response Response, err error) {
	r := inproc.Request{Method: method, Target: target, Body: []byte(body)}
	if body != "" {
		r.Headers = [][2]string{{"Content-Type", "application/json"}}
	}
	err = c.session.Attend(ctx, func() error {
		got, err := c.server.Do(ctx, r)
		response = Response{got.Status, got.Headers.Get("Content-Type"), got.Body}
		return err
	})
	return response, err
}

// ConsoleBean describes a bean at the prompt.
type ConsoleBean struct {
	Names []string // variables that hold it; empty if something else has its name
	Name  string   // in the container
	Type  string
	Place fault.Place // zero for a bean of the host
}

// Beans lists the beans, those of the application first, by name.
func (c *Console) Beans() []ConsoleBean {
	var own, host []ConsoleBean
	for _, b := range c.engine.Manifest().Beans {
		bean := ConsoleBean{Names: c.session.NamesOf(b), Name: b.Name, Type: b.TypeName, Place: b.Place}
		if b.Place.File == "" {
			host = append(host, bean)
		} else {
			own = append(own, bean)
		}
	}
	byName := func(a, b ConsoleBean) int { return cmp.Compare(a.Name, b.Name) }
	slices.SortFunc(own, byName)
	slices.SortFunc(host, byName)
	return append(own, host...)
}

// Notes explain which of several things with one name the name refers to.
func (c *Console) Notes() []string { return c.session.Notes() }

// Warnings returns the problems that did not prevent the start, or the last reload.
func (c *Console) Warnings() fault.List { return c.warnings }

// Routes returns the application's routes, sorted by path.
func (c *Console) Routes() []Route {
	return c.settings.routesOf(c.engine.Manifest())
}

// Close stops running work, calls the PreDestroy hooks and closes the datasources.
func (c *Console) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.settings.life.Shutdown)
	defer cancel()
	return c.close(ctx)
}
