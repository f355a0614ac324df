package jsapi

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/agents"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/background"
	"github.com/fwrun/fwrun/jsapi/client"
	"github.com/fwrun/fwrun/jsapi/environment"
	"github.com/fwrun/fwrun/jsapi/files"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/health"
	"github.com/fwrun/fwrun/jsapi/http"
	"github.com/fwrun/fwrun/jsapi/images"
	"github.com/fwrun/fwrun/jsapi/logger"
	"github.com/fwrun/fwrun/jsapi/managers"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/jsapi/meters"
	"github.com/fwrun/fwrun/jsapi/node"
	"github.com/fwrun/fwrun/jsapi/node/tcp"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/repository"
	"github.com/fwrun/fwrun/jsapi/search"
	"github.com/fwrun/fwrun/jsapi/security"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/jsapi/tracing"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/jsapi/web/channels"
	"github.com/fwrun/fwrun/jsapi/web/sockets"
	"github.com/fwrun/fwrun/jsapi/web/wasm"
	"github.com/fwrun/fwrun/platform/pollution"
)

// Options configure an [API]. With the zero value, scripts have the exports only.
type Options struct {
	Log         *slog.Logger     // for console; slog.Default() when nil
	Loggers     logger.Loggers   // for Logger; with nil, loggers derived from Log
	Fetch       web.Client       // how fetch sends
	TCP         tcp.Options      // what node:net and node:tls connect by
	Sockets     sockets.Options  // the limits of WebSocket and EventSource, which are opened as fetch sends
	WebAssembly wasm.Limits      // of modules and their memories
	MaxBytes    int              // of a Blob and of an encoded form; 128 MiB when 0
	Clients     []client.Client  // one HttpClient bean each
	Databases   []sql.Datasource // one SqlTemplate bean each
	Folder      string           // of the application; relative folder names refer to it
	Names       pollution.Rule   // of what clients send, where it becomes an object

	SearchClusters []search.Connection // one SearchClient bean each

	Queues []messages.Connection // one QueueTemplate bean each

	Relay channels.Relay // to BroadcastChannels of other processes; may be nil

	Security security.Options // for PasswordEncoder, JwtService and the like
	// Denied is called when somebody who is known may not call a method. It may be nil.
	Denied func(ctx context.Context)
	// Passed is called when a call has gone through an aspect of a method. It may be nil, which costs nothing.
	Passed func(ctx context.Context, p aspects.Passage)

	Images  images.Options  // of the bean Images; its zero value has no folder
	Folders []string        // absolute; where scripts may use files in addition to Folder
	Inside  *folders.Inside // the files of an application that is inside of an executable; nil for a folder

	// Offline leaves everything as it is: no file is changed, and no name is looked up. Fetch, Clients and Sockets are for the caller.
	Offline bool

	Variables []string // "NAME=value", what packages of Node find in process.env

	// Violations maps a kind of SqlError to the answer that a client gets when nobody catches the error. Errors of
	// other kinds are failures of the application.
	Violations map[string]sql.Violation
	// Environment backs the bean "environment". If nil, there is no such bean.
	Environment environment.Settings

	// Traced says that traces may be recorded, in which the spans of scripts are.
	Traced bool

	// World is where scripts get times and random values from; the process if it is zero.
	World vm.World

	Caches aspects.Caches // for @Cacheable, @CachePut and @CacheEvict
	Locks  aspects.Locks  // for @Lockable
	// CacheGet is called when a value was looked for in a cache. It may be nil.
	CacheGet func(cache string, found bool)
	Meters   meters.Registry // for MeterRegistry, @Timed and @Counted; nil if nobody measures
	Async    AsyncOptions
}

// AsyncOptions limit how many @Async methods run and wait at a time. A zero field has its default.
type AsyncOptions struct {
	Running int // 8 by default
	Waiting int // 1000 by default
}

// API implements [engine.API].
type API struct {
	options  Options
	listed   []realm.Module // what modules returns, compiled
	channels *channels.Hub  // between the VMs
	platform *web.Platform
	ports    aspects.Ports
	gauges   meters.Gauges
}

// AskGauges asks the functions of scripts for the values of their gauges, and waits for at most the given time.
func (a *API) AskGauges(longest time.Duration) { a.gauges.Ask(longest) }

var _ engine.API = (*API)(nil)

// modules lists the modules of "fwrun" in the order in which they are installed.
func (a *API) modules() []realm.Module {
	return []realm.Module{
		http.Module(a.folders(), a.options.Names),
		agents.Module(),
		health.Module(),
		sql.Module(a.options.Databases, a.options.Violations),
		repository.Module(),
		aspects.Module(a.ports),
		managers.Module(),
		background.Module(),
		logger.Module(a.options.Loggers),
		client.Module(a.options.Clients),
		search.Module(a.options.SearchClusters),
		messages.Views(),
		messages.Module(a.options.Queues),
		images.Module(a.options.Images),
		files.Module(a.folders()),
		environment.Module(a.options.Environment),
		meters.Module(a.options.Meters, &a.gauges),
		tracing.Module(),
		security.Views(),
		security.Module(a.options.Security),
		security.Codes(),
		node.Module(),
		node.Mounts(),
	}
}

// folders returns where scripts may use files.
func (a *API) folders() folders.Folders {
	return folders.Folders{
		Application: a.options.Folder, Others: a.options.Folders, Key: "files.folders", Inside: a.options.Inside,
		ReadOnly: a.options.Offline,
	}
}

// Prepare compiles what every VM needs, so that another goroutine can do that while an application is configured. New and the first VM wait
// for what it has begun, and report what is wrong.
func Prepare() {
	web.Prepare()
	for _, module := range (&API{}).modules() {
		_ = module.Compile()
	}
}

// New makes an API: it compiles the scripts of the modules.
func New(options Options) (*API, error) {
	if options.Log == nil {
		options.Log = slog.Default()
	}
	if options.Loggers == nil {
		options.Loggers = func(name string) *slog.Logger { return options.Log.With("logger", name) }
	}
	a := &API{options: options, channels: channels.NewHub(channels.Options{Log: options.Log, Relay: options.Relay})}
	a.platform = web.New(web.Options{
		Logger: options.Log, Fetch: options.Fetch, Sockets: options.Sockets, WebAssembly: options.WebAssembly,
		Channels: a.channels, MaxBytes: options.MaxBytes, Folder: options.Folder,
		Parts: node.Parts(node.Options{Folders: a.folders(), Env: options.Variables, Offline: options.Offline, Sockets: options.TCP}),
	})
	a.ports = aspects.Ports{
		Caches: options.Caches, CacheGet: options.CacheGet, Meters: options.Meters, Locks: options.Locks, Limits: &aspects.Limits{},
		Log:     options.Loggers("fwrun.aspects"),
		Denied:  options.Denied,
		Passed:  options.Passed,
		Workers: aspects.NewWorkers(cmp.Or(options.Async.Running, 8), cmp.Or(options.Async.Waiting, 1000)),
	}
	for _, module := range a.modules() {
		if err := module.Compile(); err != nil {
			return nil, err
		}
		a.listed = append(a.listed, module)
	}
	return a, nil
}

// Exports lists what "fwrun" exports, decorators excepted.
func (a *API) Exports() []string {
	return collect(a, func(m realm.Module) []string { return m.Exports })
}

// NodeModules lists the modules of Node that scripts can import.
func (a *API) NodeModules() []string { return node.Names() }

// HostTypes lists the names that scripts can use as types without importing them: those of "fwrun", and of the web platform those that
// handlers know.
func (a *API) HostTypes() []string {
	types := collect(a, func(m realm.Module) []string { return m.Types })
	return append(types, manifest.TypeStream, manifest.TypeWebResponse)
}

// Beans lists the beans that the host provides.
func (a *API) Beans() []manifest.HostBean {
	return collect(a, func(m realm.Module) (list []manifest.HostBean) {
		for _, bean := range m.Beans {
			list = append(list, bean.HostBean)
		}
		return list
	})
}

// collect concatenates a list that each module has.
func collect[T any](a *API, of func(realm.Module) []T) (list []T) {
	for _, module := range a.listed {
		list = append(list, of(module)...)
	}
	return list
}

// Install implements [engine.API].
func (a *API) Install(v *vm.VM, container engine.Container) (engine.Realm, error) {
	v.Live(a.options.World)
	globals, err := a.platform.Install(v)
	if err != nil {
		return nil, err
	}
	r := realm.New(v, container, globals, shower{v})
	r.Recorded = a.options.Traced
	for _, module := range a.listed {
		if err := r.Install(module); err != nil {
			return nil, err
		}
	}
	if a.options.Traced {
		return r, tracing.Offer(r)
	}
	return r, nil
}

// shower implements [engine.Shower].
type shower struct{ vm *vm.VM }

// Show renders a value as console.log does.
func (s shower) Show(value engine.Value, how engine.Look) string {
	return web.Show(s.vm, value, web.Look{Colour: how.Colour, Width: how.Width})
}
