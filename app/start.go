package app

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"sync"
	"time"

	"github.com/fwrun/fwrun/actuator/register"
	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/life"
	"github.com/fwrun/fwrun/app/memory"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/logging"
)

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
	warnOfTricks(a.log, Tricks(), inside.Unknown())
	memory.Bound(first.settings.workers.Pool.MemoryLimit, options.Env)
	serving := first.settings.host
	serving.Observe = first.observe.Requests()
	serving.Tracer, serving.Hops = first.observe.Tracer(), first.endpoint.Own.Hops
	if a.server, err = host.New(first.engine, serving, first.observe.Logs.Logger(logging.HTTP)); err != nil {
		_ = first.close(ctx) // the first error is the one to report
		return nil, err
	}
	first.door.process.Store(&process{a.began, a.server, a.Agents, a.mistyped})
	a.started.host.Policies = host.Policies{} // they are the first generation's, which is replaced some day
	a.measure(first.observe.Metrics)
	a.admins = register.New(a.log)
	a.jobs = first.scheduler
	if err := first.observe.Sends.Collect(first.observe.Metrics.Gatherer()); err != nil {
		a.log.Warn("metrics are not sent to the collector", "error", err)
	}
	a.jobs.Replace(first.jobs())
	first.queues.Listen(first.listening())
	a.debug(first)
	return a, nil
}

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

// Work begins what runs besides requests, for an application that does not serve: its OnApplicationReady methods, schedules and messages.
func (a *App) Work(ctx context.Context) { a.begin(context.WithoutCancel(ctx)) }

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
	if d := a.options.Debugging; d != nil {
		d.End()
	}
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
