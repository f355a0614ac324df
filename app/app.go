package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/jsapi"
)

// Options say what to start. Folder is required.
type Options struct {
	Folder  string
	Profile string
	Env     []string          // "NAME=value", as os.Environ gives it
	Flags   map[string]string // by configuration key
	Dev     bool              // errors are shown to clients
	// Logger makes the log once the configuration is known. slog.Default() when nil.
	Logger func(LogSettings) *slog.Logger
}

// App is a started application.
type App struct {
	log      *slog.Logger
	settings settings
	sources  *data.Sources
	engine   *engine.Application
	server   *host.Server
	warnings fault.List
}

// Start builds an application. An error that is the application's own is a
// [fault.List].
func Start(ctx context.Context, options Options) (*App, error) {
	folder, err := applicationFolder(options.Folder)
	if err != nil {
		return nil, err
	}
	props, problems := config.Load(os.DirFS(folder), config.Options{Profile: options.Profile, Env: options.Env, Flags: options.Flags})
	s := readSettings(props, folder, options.Dev)
	problems = append(problems, s.problems...)
	problems.Sort()
	if len(problems.Errors()) > 0 {
		return nil, problems
	}
	a := &App{settings: s, warnings: problems.Warnings(), log: slog.Default()}
	if options.Logger != nil {
		a.log = options.Logger(s.log)
	}
	if err := a.build(ctx, folder, props); err != nil {
		_ = a.Close(ctx) // what went wrong first is what matters
		return nil, err
	}
	return a, nil
}

// build opens, in the order of the data, what serving needs.
func (a *App) build(ctx context.Context, folder string, props *config.Properties) (err error) {
	if err := a.openData(ctx); err != nil {
		return err
	}
	if err := a.boot(ctx, folder, props); err != nil {
		return err
	}
	a.server, err = host.New(a.engine, a.settings.host, a.log)
	return err
}

// applicationFolder makes the path absolute and says what is wrong with it.
func applicationFolder(name string) (string, error) {
	folder, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", fault.New("app.start", fault.NotFound, fmt.Sprintf("there is no folder %q", name)).
			WithHint("name the folder of an application, such as scripts/examples/users")
	case err != nil:
		return "", err
	case !info.IsDir():
		return "", fault.New("app.start", fault.Invalid, fmt.Sprintf("%q is a file", name)).
			WithHint("name the folder it is in: fwrun " + filepath.Dir(name))
	}
	return filepath.EvalSymlinks(folder)
}

func (a *App) boot(ctx context.Context, folder string, props *config.Properties) error {
	api, err := jsapi.New(jsapi.Options{Log: a.log, Databases: databases(a.sources)})
	if err != nil {
		return err
	}
	a.engine, err = engine.Boot(ctx, engine.Options{
		Folder: folder, API: api, Scan: a.settings.scan, Expand: expander(props),
		Pool: a.settings.pool, BootTimeout: a.settings.start, Log: a.log,
	})
	if err != nil {
		return err
	}
	a.warnings = append(a.warnings, a.engine.Warnings()...)
	return nil
}

// expander resolves the placeholders of decorators, telling a key that is not set from
// other mistakes.
func expander(props *config.Properties) func(string, fault.Place) (any, bool, *fault.Diagnostic) {
	return func(text string, place fault.Place) (any, bool, *fault.Diagnostic) {
		value, problem := props.Expand(text, place)
		return value, problem != nil && problem.Code == config.CodeReference, problem
	}
}

// Warnings are the mistakes that did not stop the start.
func (a *App) Warnings() fault.List { return a.warnings }

// Manifest is what the application declared.
func (a *App) Manifest() *manifest.Manifest { return a.engine.Manifest() }

// Address is where the configuration wants the server to listen.
func (a *App) Address() string { return a.settings.address }

// ContextPath is what stands in front of every route.
func (a *App) ContextPath() string { return a.settings.host.ContextPath }

// Log is the application's log.
func (a *App) Log() *slog.Logger { return a.log }

// Serve answers requests until Close.
func (a *App) Serve(listener net.Listener) error { return a.server.Serve(listener) }

// Close stops accepting, finishes what is in flight until ctx ends or the shutdown
// timeout is over, calls the PreDestroy hooks and closes the datasources.
func (a *App) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, a.settings.shutdown)
	defer cancel()
	var errs []error
	if a.server != nil {
		errs = append(errs, a.server.Shutdown(ctx))
	}
	if a.engine != nil {
		a.engine.Close(ctx)
	}
	if a.sources != nil {
		errs = append(errs, a.sources.Close())
	}
	return errors.Join(errs...)
}
