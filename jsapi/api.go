package jsapi

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"

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
	)
}

// HostTypes lists what may stand as a type without being imported.
func (a *API) HostTypes() []string {
	return []string{
		"HttpRequest", "HttpUploadedFile", "ResponseEntity", "HttpStatus", "SqlTemplate", "SqlStream", "DataSource",
		"TransactionTemplate", "CacheManager", "LockManager", "ApplicationContext", "Aspect", "Logger", "HttpClient", "Environment",
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
		open: map[Database][]*txScope{}, repositories: map[*goja.Object]*repository{},
	}
	r.uncalled, r.release = context.WithCancel(context.Background())
	r.advisor = aspects.New(v, a.ports)
	if err := r.runExports(); err != nil {
		return nil, err
	}
	r.keepClasses()
	r.installRequest()
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

// runtime is the host's part of one VM.
type runtime struct {
	api     *API
	vm      *vm.VM
	rt      *goja.Runtime
	globals *web.Globals
	exports *goja.Object
	shared  *goja.Object // what the export scripts have returned, exports and more

	// The exports the host itself needs, as they were before any user code ran.
	responseEntity    *goja.Object
	responsePrototype *goja.Object
	requestPrototype  *goja.Object
	filePrototype     *goja.Object
	uploadPrototype   *goja.Object
	restPrototype     *goja.Object
	sqlErrors         map[string]*goja.Object // by kind
	templatePrototype *goja.Object
	loggerPrototype   *goja.Object
	streamPrototype   *goja.Object
	sourcePrototype   *goja.Object
	templates         map[*goja.Object]Database
	open              map[Database][]*txScope // asynchronous transactions under way, the innermost last
	savepoints        int                     // so many were made
	uncalled          context.Context         // of what runs for no call
	release           context.CancelFunc      // ends uncalled
	advisor           *aspects.Advisor
	container         engine.Container
	primaries         map[*goja.Object]*goja.Object // of templates
	sources           map[*goja.Object]Datasource
	repositories      map[*goja.Object]*repository // by the prototype of their class

	dateClass, bytesClass *goja.Object
	parse, then           goja.Callable // JSON.parse, and Promise.prototype.then as a function of the promise
	stringify             goja.Callable // JSON.stringify
}

// Exports implements [engine.Runtime].
func (r *runtime) Exports() *goja.Object { return r.exports }

func (r *runtime) runExports() error {
	host := r.rt.NewObject()
	_ = host.Set("statuses", r.statuses())
	_ = host.Set("methods", r.texts(manifest.Methods()))
	_ = host.Set("uploadConstants", r.uploadConstants())
	_ = host.Set("checkPattern", r.checkPattern)
	_ = host.Set("isFile", r.isFile)
	_ = host.Set("formats", map[string]any{"EVENTS": int(engine.Events)})
	r.shared = host
	for _, program := range r.api.programs {
		function, err := r.rt.RunProgram(program)
		if err != nil {
			return err
		}
		call, ok := goja.AssertFunction(function)
		if !ok {
			return fmt.Errorf("an export script is not a function")
		}
		made, err := call(goja.Undefined(), host)
		if err != nil {
			return err
		}
		object := made.ToObject(r.rt)
		for _, name := range object.Keys() {
			_ = host.Set(name, object.Get(name))
			if slices.Contains(r.api.Exports(), name) {
				_ = r.exports.Set(name, object.Get(name))
			}
		}
	}
	return nil
}

func (r *runtime) statuses() engine.Value {
	var list []any
	for _, s := range statuses() {
		list = append(list, r.rt.NewArray(s.code, s.reason, r.texts(s.names())))
	}
	return r.rt.NewArray(list...)
}

func (r *runtime) texts(texts []string) engine.Value {
	list := make([]any, len(texts))
	for i, t := range texts {
		list[i] = t
	}
	return r.rt.NewArray(list...)
}

func (r *runtime) keepClasses() {
	r.responseEntity = r.exports.Get("ResponseEntity").(*goja.Object)
	r.responsePrototype = r.prototype("ResponseEntity")
	r.requestPrototype = r.prototype("HttpRequest")
	r.filePrototype = r.shared.Get("FileBody").(*goja.Object).Get("prototype").(*goja.Object)
	r.uploadPrototype = r.prototype("HttpUploadedFile")
	r.restPrototype = r.prototype("HttpRestException")
	r.templatePrototype = r.prototype("SqlTemplate")
	r.loggerPrototype = r.prototype("Logger")
	r.streamPrototype = r.prototype("SqlStream")
	r.sourcePrototype = r.prototype("DataSource")
	r.keepErrors()
	r.dateClass = r.rt.Get("Date").(*goja.Object)
	r.bytesClass = r.rt.Get("Uint8Array").(*goja.Object)
	r.parse, _ = goja.AssertFunction(r.rt.Get("JSON").(*goja.Object).Get("parse"))
	r.stringify, _ = goja.AssertFunction(r.rt.Get("JSON").(*goja.Object).Get("stringify"))
	promise := r.rt.Get("Promise").(*goja.Object).Get("prototype").(*goja.Object)
	r.then, _ = goja.AssertFunction(promise.Get("then"))
}

func (r *runtime) prototype(name string) *goja.Object {
	return r.exports.Get(name).(*goja.Object).Get("prototype").(*goja.Object)
}

// method adds a host function to a prototype.
func (r *runtime) method(prototype *goja.Object, name string, f func(goja.FunctionCall) goja.Value) {
	function := r.rt.ToValue(f).(*goja.Object)
	_ = function.DefineDataProperty("name", r.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = prototype.DefineDataProperty(name, function, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// descends tells whether an object has the prototype in its chain.
func descends(object, prototype *goja.Object) bool {
	for p, depth := object.Prototype(), 0; p != nil && depth < 32; p, depth = p.Prototype(), depth+1 {
		if p == prototype {
			return true
		}
	}
	return false
}

// Show implements [engine.Runtime].
func (r *runtime) Show(value engine.Value, how engine.Look) string {
	return web.Show(r.vm, value, web.Look{Colour: how.Colour, Width: how.Width})
}

// Bean implements [engine.Runtime].
func (r *runtime) Bean(name string) (engine.Value, error) {
	if name == loggerBean {
		return r.logger(r.api.options.Loggers("logger"), "logger"), nil
	}
	for _, d := range r.api.options.Databases {
		if name == d.Name+"-template" {
			return r.template(d.Database), nil
		}
		if name == d.Name {
			return r.dataSource(d), nil
		}
		if name == d.Name+"-txn" {
			return r.transactionTemplate(d.Database), nil
		}
	}
	switch name {
	case "applicationContext":
		return r.rt.CreateObject(r.prototype("ApplicationContext")), nil
	case requestBean:
		return r.currentRequest(), nil
	case "cacheManager":
		return r.cacheManager(), nil
	case "lockManager":
		return r.lockManager(), nil
	case environmentBean:
		return r.environment(), nil
	}
	for _, c := range r.api.options.Clients {
		if name == c.Bean {
			return r.httpClient(c)
		}
	}
	return nil, fmt.Errorf("there is no host bean %q", name)
}

// BeanFor implements [engine.Runtime].
func (r *runtime) BeanFor(name, asker string) (engine.Value, error) {
	if name != loggerBean {
		return nil, fmt.Errorf("there is no host bean %q for each who asks", name)
	}
	return r.logger(r.api.options.Loggers(asker), asker), nil
}

// Supply implements [engine.Runtime].
func (r *runtime) Supply(hostType string, subject any) (engine.Value, error) {
	switch hostType {
	case "HttpRequest":
		request, ok := subject.(Request)
		if !ok {
			return nil, fmt.Errorf("a %T is no request", subject)
		}
		return r.request(request), nil
	case "HttpUploadedFile":
		file, ok := subject.(UploadedFile)
		if !ok {
			return nil, fmt.Errorf("a %T is no uploaded file", subject)
		}
		return r.uploadedFile(file), nil
	case "ResponseEntity":
		return r.rt.New(r.responseEntity, r.rt.ToValue(subject))
	case "HttpStatus":
		return r.call("HttpStatus", "of", r.rt.ToValue(subject))
	}
	return nil, fmt.Errorf("the host has no %s to supply", hostType)
}
