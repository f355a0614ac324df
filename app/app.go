package app

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/actuator/register"
	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/life"
	"github.com/fwrun/fwrun/app/management"
	"github.com/fwrun/fwrun/app/memory"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/handover"
	"github.com/fwrun/fwrun/platform/logging"
	"github.com/fwrun/fwrun/platform/schedule"
)

// Options configure the start of an application. Folder is required.
type Options struct {
	Folder  string
	Profile string
	Env     []string          // "NAME=value", as in os.Environ
	Flags   map[string]string // by configuration key
	Dev     bool              // errors are shown to clients

	// Cache is the folder for compiled applications; no cache is used if it is empty.
	Cache string

	// Reloads means that the application will be reloaded, often: what it takes to compile it is kept in memory for that.
	Reloads bool

	// Packed is the application if an executable carries it; nil if it is in Folder.
	Packed *Packed

	// Config is the folder of the configuration, or its file instead of application.yml, relative to the working directory; Folder's
	// config if it is empty.
	Config string
	// Scratch leaves no trace: each SQLite database is an empty one in memory, which is migrated, and other
	// databases are not migrated.
	Scratch bool

	// Coding answers coding agents, at /_fwrun/mcp and over the admin socket, if Dev is set. It may be nil.
	Coding http.Handler

	// LogFile is the file that the log is written to, if that is known.
	LogFile string

	// Heir has the listeners of the process before this one, and gets those that are opened; it may be nil.
	Heir *handover.Heir

	// Logger makes the log once the configuration is known. If nil, slog.Default() is used.
	Logger func(LogSettings) *slog.Logger

	offline bool            // set by Check: no property source runs anything
	packs   bool            // set by Pack: the application will run elsewhere
	named   string          // set by Start: the folder as it was named, which links may lead elsewhere from
	serves  bool            // set by Start: there will be a listener
	reuse   *engine.Reuse   // set by Start if there will be reloads
	test    *testRun        // set by StartTest
	console *ConsoleOptions // set by OpenConsole
}

// App is a started application. Its files may change while it serves: each [App.Reload] builds a new
// generation of it beside the serving one, which it then replaces.
type App struct {
	options   Options // Folder is absolute, without symbolic links
	log       *slog.Logger
	server    *host.Server
	started   settings // the settings that the server was made with
	serving   atomic.Pointer[generation]
	jobs      *schedule.Scheduler // one for all generations
	listeners life.Listeners
	socket    *admin.Keeper       // nil if the settings say that there is none
	managing  management.Listener // of the endpoints, if they have one of their own
	at        net.Addr            // of the listener; nil before Listen
	began     time.Time
	admins    *register.Registrar // servers that know of the application

	fresh     freshness // guarded by reloading
	reloading sync.Mutex
	retiring  sync.WaitGroup // for generations whose last requests are still running
}

// Start builds an application. An error in the application itself is a [fault.List].
func Start(ctx context.Context, options Options) (*App, error) {
	folder, err := folder.Find(options.Folder)
	if err != nil {
		return nil, err
	}
	if options.named, err = filepath.Abs(options.Folder); err != nil {
		return nil, err
	}
	options.Folder, options.serves = folder, true
	var fresh freshness
	fresh.see(options)
	if options.Reloads {
		options.reuse = &engine.Reuse{}
	}
	first, err := build(ctx, options, nil)
	if err != nil {
		return nil, err
	}
	a := &App{began: time.Now(), options: options, log: first.observe.Log, started: first.settings, fresh: fresh}
	a.listeners = life.Listeners{Heir: options.Heir, Log: a.log}
	if a.started.management.Socket {
		a.socket = admin.Keep(a.listeners.Socket, a.adminHandlers(), a.log)
	}
	a.serving.Store(first)
	first.door.app.Store(a)
	warnOfTricks(a.log, Tricks(), inside.Unknown())
	memory.Bound(first.settings.workers.Pool.MemoryLimit, options.Env)
	serving := first.settings.host
	serving.Observe = first.observe.Requests()
	serving.Tracer, serving.Hops = first.observe.Tracer(), first.endpoint.Own.Hops
	if a.server, err = host.New(first.engine, serving, first.observe.Logs.Logger(logging.HTTP)); err != nil {
		_ = first.close(ctx) // the first error is the one to report
		return nil, err
	}
	a.started.host.Policies = host.Policies{} // they are the first generation's, which is replaced some day
	a.measure(first.observe.Metrics)
	a.admins = register.New(a.log)
	a.jobs = first.scheduler
	if err := first.observe.Sends.Collect(first.observe.Metrics.Gatherer()); err != nil {
		a.log.Warn("metrics are not sent to the collector", "error", err)
	}
	a.jobs.Replace(first.jobs())
	first.queues.Listen(first.listening())
	return a, nil
}

// Log returns the application's log.
func (a *App) Log() *slog.Logger { return a.log }

// Settle waits for what the start has left to the background: the workers that are still made, and what is written for the next start.
func (a *App) Settle() { a.serving.Load().engine.Settle() }

// Serve answers requests until Close, runs scheduled jobs and handles messages.
func (a *App) Serve(listener net.Listener) error {
	a.begin(context.Background())
	return a.server.Serve(listener)
}

// begin begins what runs besides requests. Messages are handled when the OnApplicationReady methods have ended.
func (a *App) begin(ctx context.Context) {
	a.jobs.Begin()
	first := a.serving.Load()
	first.endpoint.Available.Accept() // for one that has not opened its listener itself
	a.admins.Follow(a.adminPlan(first))
	go func() {
		first.ready(ctx)
		first.queues.Begin()
	}()
}

// Ready reports to the process that has started this one that it accepts connections. It is called after Listen.
func (a *App) Ready() {
	g := a.serving.Load()
	a.options.Heir.Ready(a.started.life.Terms(g.settings.queues.Embeds(g.engine.Manifest().ListensOn)))
}

// StepAside makes the application not ready, so that load balancers stop sending to it, and waits for server.shutdown-delay, or until
// ctx ends. It serves on meanwhile. It is called before Close.
func (a *App) StepAside(ctx context.Context) {
	g := a.serving.Load()
	g.endpoint.Available.Refuse()
	if g.settings.life.Delay <= 0 {
		return
	}
	a.log.Info("stopping: no longer ready; serving on for server.shutdown-delay", "delay", g.settings.life.Delay)
	select {
	case <-time.After(g.settings.life.Delay):
	case <-ctx.Done():
	}
}

// Close stops accepting connections, waits for running requests, scheduled jobs and messages in hand until ctx ends or
// the shutdown timeout is over, calls the PreDestroy hooks and closes the datasources.
func (a *App) Close(ctx context.Context) error {
	a.reloading.Lock() // never unlocked: no reload can follow
	last := a.serving.Load()
	last.endpoint.Available.Refuse()
	ctx, cancel := context.WithTimeout(ctx, last.settings.life.Shutdown)
	defer cancel()
	return a.end(ctx, func() { a.admins.End(ctx) }, func() error { return a.server.Shutdown(ctx) })
}

// HandOver is Close for an application whose place another process has taken. There is no hurry then, unless hurried is closed:
// connections end with their next answer. Who asks how the application is, asks the other process at once.
func (a *App) HandOver(ctx context.Context, hurried <-chan struct{}) error {
	a.reloading.Lock() // never unlocked: no reload can follow
	ctx, cancel := context.WithTimeout(ctx, a.started.life.Patience()+a.started.life.Shutdown)
	defer cancel()
	calm, hurry := context.WithTimeout(ctx, a.started.life.Patience())
	defer hurry()
	go func() {
		select {
		case <-hurried:
			hurry()
		case <-calm.Done():
		}
	}()
	var endpoints sync.WaitGroup
	endpoints.Go(func() { a.managing.Close(ctx) })
	return a.end(ctx, a.admins.Abandon, func() error {
		a.server.Yield(calm)
		endpoints.Wait()
		return a.server.Shutdown(ctx)
	})
}

// end stops what runs, as far as that ends before ctx: leave tells the servers that know of the application, shut ends its requests.
func (a *App) end(ctx context.Context, leave func(), shut func() error) error {
	last := a.serving.Load()
	a.jobs.Halt()
	var messages sync.WaitGroup
	messages.Go(func() { last.queues.Leave(ctx, nil, nil) })
	messages.Go(func() { a.socket.Close(ctx) })
	messages.Go(leave)
	err := shut()
	a.jobs.Stop(ctx) // each job logs that it was cut off
	messages.Wait()
	a.managing.Close(ctx)
	retired := make(chan struct{})
	go func() { a.retiring.Wait(); close(retired) }()
	select {
	case <-retired:
	case <-ctx.Done(): // something still runs in an earlier generation
	}
	err = errors.Join(err, last.close(ctx))
	last.observe.Sends.Close(ctx) // what the rest has told
	return err
}
