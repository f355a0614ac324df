package jsapi

import (
	"cmp"
	"context"
	"log/slog"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/web"
)

// Options are what the host offers scripts. The zero value offers nothing but the
// exports.
type Options struct {
	Log       *slog.Logger // for console; slog.Default() when nil
	Loggers   Loggers      // for Logger; what says its name with Log when nil
	Fetch     web.Client   // how fetch sends
	Clients   []HTTPClient // a bean HttpClient each
	Databases []Datasource // a SqlTemplate bean each
	Folder    string       // of the application, which other folders are relative to

	// Violations are the answers to what a database refuses and nobody catches, by the kind of the SqlError. Those
	// of other kinds are failures of the application.
	Violations map[string]Violation
	// Environment is behind the bean of that name; there is none when nil.
	Environment Environment

	Caches aspects.Caches // of @Cacheable and its kind
	Locks  aspects.Locks  // of @Lockable
	Async  AsyncOptions
}

// AsyncOptions bound what @Async methods do at a time; the zero value has the defaults.
type AsyncOptions struct {
	Running int // 8
	Waiting int // 1000
}

// Datasource is a database with a name. Its beans are <Name>-template, a SqlTemplate, and
// <Name>, a DataSource; a bean of the application's that has this name takes its place.
type Datasource struct {
	Name     string
	Primary  bool
	Database Database
	Source   Source
	Grammar  Grammar // what repositories need to know of it; without one it has none
}

// API implements [engine.API].
type API struct {
	options  Options
	programs []*goja.Program
	ports    aspects.Ports
}

var _ engine.API = (*API)(nil)

// New compiles the exports.
func New(options Options) (*API, error) {
	if options.Log == nil {
		options.Log = slog.Default()
	}
	if options.Loggers == nil {
		options.Loggers = func(name string) *slog.Logger { return options.Log.With("logger", name) }
	}
	list, err := programs()
	if err != nil {
		return nil, err
	}
	ports := aspects.Ports{
		Caches: options.Caches, Locks: options.Locks, Limits: &aspects.Limits{}, Log: options.Loggers("fwrun.aspects"),
		Workers: aspects.NewWorkers(cmp.Or(options.Async.Running, 8), cmp.Or(options.Async.Waiting, 1000)),
	}
	return &API{options, list, ports}, nil
}

// Exports lists what "fwrun" exports besides decorators.
func (a *API) Exports() []string {
	return append(errorClassNames(),
		"ResponseEntity", "HttpStatus", "HttpRestException", "RequestMethod", "HttpRequest", "HttpUploadedFile",
		"HandlerInterceptor", "ControllerInterceptor", "WebMvcConfigurer", "ErrorController",
		"SqlTemplate", "SqlError", "SqlStream", "DataSource", "Repository", "TransactionTemplate", "Cache", "CacheManager", "LockManager",
		"ApplicationContext", "Aspect", "Logger", "HttpClient", "HttpClientError", "Environment",
		"InternalHttpRequest", "McpToolInterceptor", "McpToolContext", "McpContent",
		"McpToolArgumentException", "McpToolDeniedException", "McpResourceNotFoundException",
	)
}

// HostTypes lists what may stand as a type without being imported.
func (a *API) HostTypes() []string {
	return []string{
		"HttpRequest", "HttpUploadedFile", "ResponseEntity", "HttpStatus", "SqlTemplate", "SqlStream", "DataSource",
		"TransactionTemplate", "CacheManager", "LockManager", "ApplicationContext", "Aspect", "Logger", "HttpClient", "Environment",
		"McpToolContext", "McpContent", "McpToolInterceptor",
	}
}

// Beans lists the beans of the host.
func (a *API) Beans() []manifest.HostBean {
	beans := []manifest.HostBean{
		{Name: loggerBean, Type: "Logger", PerAsker: true},
		{Name: requestBean, Type: "HttpRequest"},
		{Name: "applicationContext", Type: "ApplicationContext"},
	}
	for _, d := range a.options.Databases {
		beans = append(beans,
			manifest.HostBean{Name: d.Name + "-template", Type: "SqlTemplate", Primary: d.Primary},
			manifest.HostBean{Name: d.Name, Type: "DataSource", Primary: d.Primary, Yields: true},
			manifest.HostBean{Name: d.Name + "-txn", Type: "TransactionTemplate", Primary: d.Primary})
	}
	beans = append(beans, manifest.HostBean{Name: "cacheManager", Type: "CacheManager"}, manifest.HostBean{Name: "lockManager", Type: "LockManager"})
	for _, c := range a.options.Clients {
		beans = append(beans, manifest.HostBean{Name: c.Bean, Type: "HttpClient", Primary: c.Primary})
	}
	if a.options.Environment != nil {
		beans = append(beans, manifest.HostBean{Name: environmentBean, Type: "Environment"})
	}
	return beans
}

// Install implements [engine.API].
func (a *API) Install(v *vm.VM) (engine.Runtime, error) {
	globals, err := web.InstallGlobals(v, web.Options{Logger: a.options.Log, Fetch: a.options.Fetch})
	if err != nil {
		return nil, err
	}
	r := &runtime{
		api: a, vm: v, rt: v.Runtime, globals: globals, exports: v.Runtime.NewObject(),
		templates: map[*goja.Object]Database{}, primaries: map[*goja.Object]*goja.Object{}, sources: map[*goja.Object]Datasource{},
		ledgers: map[Database]*ledger{}, repositories: map[*goja.Object]*repository{},
	}
	r.uncalled, r.release = context.WithCancel(context.Background())
	r.advisor = aspects.New(v, a.ports)
	if err := r.runExports(); err != nil {
		return nil, err
	}
	r.keepClasses()
	r.installRequest()
	r.installMCP()
	r.installUpload()
	r.installTemplate()
	r.installStream()
	r.installDataSource()
	r.installAspects()
	r.installLogger()
	r.installEnvironment()
	r.installRepository()
	return r, nil
}
