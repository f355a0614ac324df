package apptest

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/inproc"
	"github.com/fwrun/fwrun/jsapi/testapi"
)

// fileRun is one file on its way.
type fileRun struct {
	*run
	out     *File
	console *console

	sandbox *app.Sandbox
	module  *testapi.Module
	open    []*testapi.Suite // entered and not left, outermost first
	broken  map[*testapi.Suite]bool

	mu     sync.Mutex
	strays []error
}

// file runs one file.
func (r *run) file(ctx context.Context, name string) *File {
	began := time.Now()
	f := &fileRun{run: r, out: &File{Name: name}, console: &console{}}
	f.tests(ctx)
	f.out.Took = time.Since(began)
	return f.out
}

func (f *fileRun) tests(ctx context.Context) {
	if f.out.Err = f.start(ctx); f.out.Err != nil {
		return
	}
	defer func() { f.stop(ctx) }()
	tests := f.module.Tests()
	if len(tests) == 0 {
		f.out.Err = fault.New("apptest.file", fault.Invalid, "the file declares no tests").
			WithHint("write it(\"does something\", () => { … }), or give the file another name")
	}
	list := plan(tests, f.Matches)
	for _, p := range list {
		f.out.Tests = append(f.out.Tests, p.result)
	}
	f.out.Output = f.console.take()
	f.outside()
	for i := nextToRun(list, 0); i < len(list); {
		next := nextToRun(list, i+1)
		if f.stopped(ctx) {
			list[i].result.leave("the run was stopped")
		} else {
			f.one(ctx, list[i], pathOf(list, next))
			if why := list[i].test.Body.Lost(); why != "" && next < len(list) && !f.restart(ctx, list) {
				return
			}
		}
		i = next
	}
}

// nextToRun is the first test from i on that runs, or the end.
func nextToRun(list []planned, i int) int {
	for i < len(list) && !list[i].run {
		i++
	}
	return i
}

// pathOf are the suites around a test; none behind the last.
func pathOf(list []planned, i int) []*testapi.Suite {
	if i >= len(list) {
		return nil
	}
	return list[i].path
}

// leave says that a test was not run.
func (t *Test) leave(reason string) {
	t.Status, t.Reason = NotRun, reason
}

// start builds the application with the file in it.
func (f *fileRun) start(ctx context.Context) error {
	var err error
	var started atomic.Pointer[app.Sandbox]
	f.module, err = testapi.New(testapi.Options{Send: sender(&started)})
	if err != nil {
		return err
	}
	options := f.App
	options.Logger = func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }
	f.open, f.broken = nil, map[*testapi.Suite]bool{}
	f.sandbox, err = app.StartTest(ctx, options, app.TestOptions{
		File: f.out.Name, Modules: []engine.Module{f.module}, Console: slog.New(f.console), Stray: f.stray,
		RealDatabases: f.RealDatabases,
	})
	if err != nil {
		return err
	}
	started.Store(f.sandbox)
	f.out.Warnings = f.out.Warnings[:0]
	for _, w := range f.sandbox.Warnings() {
		if w.Place.File == f.out.Name {
			f.out.Warnings = append(f.out.Warnings, w)
		}
	}
	return nil
}

// restart goes on in a fresh application: the worker of the one before is lost. It fails
// when there is none to be had; then no test behind is run.
func (f *fileRun) restart(ctx context.Context, list []planned) bool {
	f.stop(ctx)
	err := f.start(ctx)
	var again []planned
	if err == nil {
		again = plan(f.module.Tests(), f.Matches)
	}
	if len(again) != len(list) {
		for i := range list {
			if list[i].run && list[i].result.Status == Skipped {
				list[i].result.leave("the application could not be started again")
			}
		}
		f.out.Err = err
		return false
	}
	for i := range list {
		list[i].test, list[i].path = again[i].test, again[i].path
	}
	f.console.take() // the same as the first time
	return true
}

// stop takes the application down.
func (f *fileRun) stop(ctx context.Context) {
	if f.sandbox == nil {
		return
	}
	const patience = 2 * time.Second // for what a test has left behind
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := f.sandbox.Close(ctx); err != nil {
		f.out.Failures = append(f.out.Failures, failureOf(err))
	}
	f.sandbox = nil
	f.outside()
	f.out.Output = append(f.out.Output, f.console.take()...)
}

// outside takes the errors that belong to no test.
func (f *fileRun) outside() {
	f.out.Failures = append(f.out.Failures, f.takeStrays()...)
}

// stray hears of an error that nobody caught.
func (f *fileRun) stray(_ context.Context, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.strays = append(f.strays, err)
}

func (f *fileRun) takeStrays() []Failure {
	f.mu.Lock()
	defer f.mu.Unlock()
	var failures []Failure
	for _, err := range f.strays {
		failure := failureOf(err)
		failure.Where = "nobody caught this"
		failures = append(failures, failure)
	}
	f.strays = nil
	return failures
}

// sender lets an application answer the requests of its tests: those that come when it has
// been stopped, too.
func sender(sandbox *atomic.Pointer[app.Sandbox]) func(context.Context, inproc.Request) (inproc.Response, error) {
	return func(ctx context.Context, r inproc.Request) (inproc.Response, error) {
		return sandbox.Load().Send(ctx, r)
	}
}

// leaving are the suites that are open and not around the next test, innermost first.
func (f *fileRun) leaving(next []*testapi.Suite) []*testapi.Suite {
	var list []*testapi.Suite
	for _, s := range slices.Backward(f.open) {
		if !slices.Contains(next, s) {
			list = append(list, s)
		}
	}
	return list
}
