package jsapi

import (
	"cmp"
	"log/slog"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/agents"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/client"
	"github.com/fwrun/fwrun/jsapi/environment"
	"github.com/fwrun/fwrun/jsapi/http"
	"github.com/fwrun/fwrun/jsapi/logger"
	"github.com/fwrun/fwrun/jsapi/managers"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/repository"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/jsapi/web"
)

// Options are what the host offers scripts. The zero value offers nothing but the
// exports.
type Options struct {
	Log       *slog.Logger     // for console; slog.Default() when nil
	Loggers   logger.Loggers   // for Logger; what says its name with Log when nil
	Fetch     web.Client       // how fetch sends
	Clients   []client.Client  // a bean HttpClient each
	Databases []sql.Datasource // a SqlTemplate bean each
	Folder    string           // of the application, which other folders are relative to

	// Violations are the answers to what a database refuses and nobody catches, by the kind of the SqlError. Those
	// of other kinds are failures of the application.
	Violations map[string]sql.Violation
	// Environment is behind the bean of that name; there is none when nil.
	Environment environment.Settings

	Caches aspects.Caches // of @Cacheable and its kind
	Locks  aspects.Locks  // of @Lockable
	Async  AsyncOptions
}

// AsyncOptions bound what @Async methods do at a time; the zero value has the defaults.
type AsyncOptions struct {
	Running int // 8
	Waiting int // 1000
}

// API implements [engine.API].
type API struct {
	options  Options
	programs []realm.Program
	ports    aspects.Ports
}

var _ engine.API = (*API)(nil)

// modules is the listing of what "fwrun" is made of. They are installed in this order.
func (a *API) modules() []realm.Module {
	return []realm.Module{
		http.Module(a.options.Folder),
		agents.Module(),
		sql.Module(a.options.Databases, a.options.Violations),
		repository.Module(),
		aspects.Module(a.ports),
		managers.Module(),
		logger.Module(a.options.Loggers),
		client.Module(a.options.Clients),
		environment.Module(a.options.Environment),
	}
}

// New compiles the exports.
func New(options Options) (*API, error) {
	if options.Log == nil {
		options.Log = slog.Default()
	}
	if options.Loggers == nil {
		options.Loggers = func(name string) *slog.Logger { return options.Log.With("logger", name) }
	}
	a := &API{options: options}
	a.ports = aspects.Ports{
		Caches: options.Caches, Locks: options.Locks, Limits: &aspects.Limits{}, Log: options.Loggers("fwrun.aspects"),
		Workers: aspects.NewWorkers(cmp.Or(options.Async.Running, 8), cmp.Or(options.Async.Waiting, 1000)),
	}
	for _, module := range a.modules() {
		program, err := realm.Compile(module)
		if err != nil {
			return nil, err
		}
		a.programs = append(a.programs, program)
	}
	return a, nil
}

// Exports lists what "fwrun" exports besides decorators.
func (a *API) Exports() []string {
	return collect(a, func(m realm.Module) []string { return m.Exports })
}

// HostTypes lists what may stand as a type without being imported.
func (a *API) HostTypes() []string {
	return collect(a, func(m realm.Module) []string { return m.Types })
}

// Beans lists the beans of the host.
func (a *API) Beans() []manifest.HostBean {
	return collect(a, func(m realm.Module) (list []manifest.HostBean) {
		for _, bean := range m.Beans {
			list = append(list, bean.HostBean)
		}
		return list
	})
}

// collect is what the modules have, one after the other.
func collect[T any](a *API, of func(realm.Module) []T) (list []T) {
	for _, program := range a.programs {
		list = append(list, of(program.Module)...)
	}
	return list
}

// Install implements [engine.API].
func (a *API) Install(v *vm.VM, container engine.Container) (engine.Realm, error) {
	globals, err := web.InstallGlobals(v, web.Options{Logger: a.options.Log, Fetch: a.options.Fetch})
	if err != nil {
		return nil, err
	}
	r := realm.New(v, container, globals, shower{v})
	for _, program := range a.programs {
		if err := r.Install(program); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// shower implements [engine.Shower].
type shower struct{ vm *vm.VM }

// Show renders a value as console.log does.
func (s shower) Show(value engine.Value, how engine.Look) string {
	return web.Show(s.vm, value, web.Look{Colour: how.Colour, Width: how.Width})
}
