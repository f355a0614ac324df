package app

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/schedule"
)

// Reload builds the application again, from its current files, and replaces the serving generation: new
// requests go to the new one, running requests end in the old one. Jobs whose schedule is the same keep their
// rhythm. On an error, which is a [fault.List] if the application is at fault, nothing has changed.
// Listeners, connections and databases stay open.
func (a *App) Reload(ctx context.Context) error {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	a.fresh.see(a.options)
	a.fresh.problem = a.reload(ctx)
	return a.fresh.problem
}

func (a *App) reload(ctx context.Context) error {
	before := a.serving.Load()
	options, err := a.options.located()
	if err != nil {
		return err
	}
	next, err := build(ctx, options, before)
	if err != nil {
		return err
	}
	drained, err := a.server.Swap(next.engine, next.settings.host.Policies)
	if err != nil {
		_ = next.close(ctx) // the first error is the one to report
		return err
	}
	next.warnings = append(next.warnings, a.started.fixed(next.settings)...)
	a.serving.Store(next)
	a.moveTo(options)
	boundMemory(next.settings.pool.MemoryLimit, a.options.Env)
	a.admins.Follow(a.adminPlan(next))
	go next.ready(context.WithoutCancel(ctx))
	leaving := leaving{requests: drained, jobs: a.jobs.Replace(next.jobs()), messages: next.listen()}
	next.beginQueues()
	a.retiring.Go(func() { a.retire(before, next, leaving) })
	return nil
}

// located returns the options with the folder that its name leads to now: a symbolic link may lead to another release since the start.
func (o Options) located() (Options, error) {
	found, err := folder.Find(o.named)
	if err != nil || found == o.Folder {
		return o, err
	}
	o.Folder = found
	if o.reuse != nil {
		o.reuse = &engine.Reuse{}
	}
	return o, nil
}

// moveTo notes where the application is now, and opens the admin socket there, unless data/ is the same folder.
func (a *App) moveTo(o Options) {
	from, to := admin.Path(a.options.Folder), admin.Path(o.Folder)
	if from == to {
		return
	}
	a.options.Folder, a.options.reuse = o.Folder, o.reuse
	before, errBefore := os.Stat(filepath.Dir(from))
	after, errAfter := os.Stat(filepath.Dir(to))
	if errBefore == nil && errAfter == nil && os.SameFile(before, after) {
		return
	}
	former := a.socket.leave()
	a.openSocket()
	if former != nil {
		a.retiring.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), a.started.shutdown)
			defer cancel()
			former.Close(ctx)
		})
	}
}

// leaving is what still runs in a generation that was replaced.
type leaving struct {
	requests <-chan struct{} // closed when the last one has been answered
	jobs     *schedule.Runs
	messages []*queue.Runs
}

// retire closes a generation when the last of its requests has been answered, and the last of its jobs and messages has
// ended. Requests are bounded by the handler timeout, jobs and messages by the shutdown timeout.
func (a *App) retire(old, next *generation, l leaving) {
	running, stop := context.WithTimeout(context.Background(), old.settings.shutdown)
	defer stop()
	var messages sync.WaitGroup
	messages.Go(func() { old.leaveQueues(running, next, l.messages) })
	l.jobs.End(running)
	messages.Wait()
	<-l.requests
	ctx, cancel := context.WithTimeout(context.Background(), old.settings.shutdown)
	defer cancel()
	if err := old.close(ctx); err != nil {
		a.log.Warn("the previous generation of the application was not closed cleanly", "error", err)
	}
}

// fixed warns of changed settings that are read only at the start. What is compared at a reload holds no functions: two functions are never
// equal to reflect.DeepEqual.
func (s settings) fixed(next settings) fault.List {
	var changed []string
	if host, port, _ := net.SplitHostPort(s.endpoint.address); s.endpoint.address != next.endpoint.address {
		nextHost, nextPort, _ := net.SplitHostPort(next.endpoint.address)
		changed = appendChanged(changed, "server.address", host != nextHost || s.endpoint.unix || next.endpoint.unix)
		changed = appendChanged(changed, "server.port", port != nextPort)
	}
	changed = appendChanged(changed, "server.socket-mode", s.endpoint.mode != next.endpoint.mode)
	changed = appendChanged(changed, "server.tls", !reflect.DeepEqual(s.endpoint.tls, next.endpoint.tls))
	changed = appendChanged(changed, "server.context-path", s.host.ContextPath != next.host.ContextPath)
	same := next.host
	same.ContextPath, same.Policies = s.host.ContextPath, s.host.Policies
	same.ShutdownTimeout = s.host.ShutdownTimeout // Close uses that of the serving generation
	same.InnerRuns = s.host.InnerRuns             // a share of the workers, which stays as it was at the start
	changed = appendChanged(changed, "server's limits and timeouts", !reflect.DeepEqual(s.host, same))
	changed = appendChanged(changed, "server.memory-hard-limit", s.hardLimit != next.hardLimit)
	changed = appendChanged(changed, "management.socket", s.management.Socket != next.management.Socket)
	changed = appendChanged(changed, "management.server", s.management.Address != next.management.Address)
	changed = appendChanged(changed, "telemetry", !reflect.DeepEqual(s.telemetry, next.telemetry))
	changed = appendChanged(changed, "queue.connections[].sync", s.queues.syncsUnlike(next.queues))
	if len(changed) == 0 {
		return nil
	}
	return fault.List{{
		Severity: fault.Warning, Code: "restart-needed",
		Message: "these settings were changed, but take effect only at the next start: " + strings.Join(changed, ", "),
		Hint:    "stop fwrun and start it again",
	}}
}

func appendChanged(names []string, name string, changed bool) []string {
	if changed {
		return append(names, name)
	}
	return names
}
