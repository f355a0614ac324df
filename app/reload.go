package app

import (
	"context"
	"sync"

	"github.com/fwrun/fwrun/app/memory"
	"github.com/fwrun/fwrun/platform/schedule"
	"github.com/fwrun/fwrun/queue"
)

// Reload builds the application again, from its current files, and replaces the serving generation: new
// requests go to the new one, running requests end in the old one. Jobs whose schedule is the same keep their
// rhythm. On an error, which is a [fault.List] if the application is at fault, nothing has changed.
// Listeners, connections and databases stay open.
func (a *App) Reload(ctx context.Context) error {
	return a.reloadUnless(ctx, func() bool { return false })
}

// reloadUnless is Reload, unless what serves stands when the reload before is over.
func (a *App) reloadUnless(ctx context.Context, stands func() bool) error {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	if stands() {
		return nil
	}
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
	a.options.Debugging.take(next)
	a.moveTo(options)
	memory.Bound(next.settings.workers.Pool.MemoryLimit, a.options.Env)
	a.admins.Follow(a.adminPlan(next))
	go next.ready(context.WithoutCancel(ctx))
	leaving := leaving{requests: drained, jobs: a.jobs.Replace(next.jobs()), messages: next.queues.Listen(next.listening())}
	next.queues.Begin()
	a.retiring.Go(func() { a.retire(before, next, leaving) })
	return nil
}

// moveTo notes where the application is now, and takes the admin socket there.
func (a *App) moveTo(o Options) {
	if a.options.Folder == o.Folder {
		return
	}
	former := a.socket.Move(a.options.Folder, o.Folder)
	a.options.Folder, a.options.reuse = o.Folder, o.reuse
	if former != nil {
		a.retiring.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), a.started.life.Shutdown)
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
	running, stop := context.WithTimeout(context.Background(), old.settings.life.Shutdown)
	defer stop()
	var messages sync.WaitGroup
	messages.Go(func() { old.queues.Leave(running, next.queues, l.messages) })
	l.jobs.End(running)
	messages.Wait()
	<-l.requests
	ctx, cancel := context.WithTimeout(context.Background(), old.settings.life.Shutdown)
	defer cancel()
	if err := old.close(ctx); err != nil {
		a.log.Warn("the previous generation of the application was not closed cleanly", "error", err)
	}
}

// Following returns Reload for files that have changed, relative to the folder. It does nothing if they were read already: Refresh may have been
// quicker than who watches the folder. A second reload would take breakpoints from what serves before it serves itself.
func (a *App) Following(files []string) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		return a.reloadUnless(ctx, func() bool { return a.fresh.has(files, a.options) })
	}
}

// Refresh reloads the application if its files have changed since it was last built. The error is that of the last reload:
// then the application is older than its files.
func (a *App) Refresh(ctx context.Context) error {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	if before := a.fresh.mark; before != 0 {
		if a.fresh.see(a.options); a.fresh.mark != before {
			a.fresh.problem = a.reload(ctx)
		}
	}
	return a.fresh.problem
}
