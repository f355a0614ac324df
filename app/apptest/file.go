package apptest

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/apptest/snapshots"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/testapi"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
)

// fileRun is the state of running one file.
type fileRun struct {
	*run
	out     *File
	console *console

	sandbox *app.Sandbox
	module  *testapi.Module
	open    []*testapi.Suite // suites that were entered and not left, outermost first
	broken  map[*testapi.Suite]bool
	undo    map[*testapi.Suite][]*testapi.Function // what the beforeAll hooks of open suites returned

	strays    strayErrors
	snapshots *snapshots.State

	configured atomic.Pointer[configured]
}

// file runs one file.
func (r *run) file(ctx context.Context, name string) *File {
	if app.IsReplay(name) {
		return r.recorded(ctx, name)
	}
	began := time.Now()
	f := &fileRun{run: r, out: &File{Name: name}, console: &console{}, snapshots: snapshots.Open(r.App.Folder, name, r.Snapshots)}
	f.tests(ctx)
	f.out.Took = time.Since(began)
	return f.out
}

func (f *fileRun) tests(ctx context.Context) {
	if f.out.Err = f.start(ctx); f.out.Err != nil {
		return
	}
	tests := f.module.Tests()
	defer func() {
		f.stop(ctx)
		f.keepSnapshots(tests)
	}()
	if len(tests) == 0 {
		f.out.Err = fault.New("apptest.file", fault.Invalid, "the file declares no tests").
			WithHint("write it(\"does something\", () => { … }), or rename the file")
	}
	list := plan(tests, f.Matches)
	for _, p := range list {
		f.out.Tests = append(f.out.Tests, p.result)
	}
	f.out.Output = f.console.take()
	f.blame()
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
	if !f.stopped(ctx) {
		f.module.Linger(ctx, lateness)
	}
}

// lateness is how long after the last test of a file what tests have left behind may still fail them: as long as timers outlive their call.
const lateness = time.Second

// nextToRun returns the index of the first test from i on that runs, or the end.
func nextToRun(list []planned, i int) int {
	for i < len(list) && !list[i].run {
		i++
	}
	return i
}

// pathOf returns the suites around a test; nil after the last test.
func pathOf(list []planned, i int) []*testapi.Suite {
	if i >= len(list) {
		return nil
	}
	return list[i].path
}

// leave records that a test was not run.
func (t *Test) leave(reason string) {
	t.Status, t.Reason = NotRun, reason
}

// start builds the application with the file in it.
func (f *fileRun) start(ctx context.Context) error {
	var err error
	var started atomic.Pointer[app.Sandbox]
	turned := clock.NewTurned()
	f.module, err = testapi.New(testapi.Options{
		Send: sender(&started), Sent: sentBy(&started),
		As: func(ctx context.Context, name string, roles, scopes []string) context.Context {
			return started.Load().As(ctx, name, roles, scopes)
		},
		Snapshot: f.snapshot, Configured: func(place fault.Place) bool { return f.configured.Load().contains(place) },
		Drain: func(ctx context.Context) error { return started.Load().DrainQueues(ctx) },
		Clock: turned, Schedules: func() testapi.Schedules { return started.Load().Schedules() },
	})
	if err != nil {
		return err
	}
	options := f.App
	asked := readConfigured(filepath.Join(f.App.Folder, filepath.FromSlash(f.out.Name)), f.out.Name, f.App.Folder)
	if len(asked.problems.Errors()) > 0 {
		return asked.problems
	}
	f.configured.Store(asked)
	options.Profile = strings.Join(append([]string{app.TestProfile}, append(asked.profiles, rest(options.Profile)...)...), ",")
	options.Logger = func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }
	f.open, f.broken, f.undo = nil, map[*testapi.Suite]bool{}, map[*testapi.Suite][]*testapi.Function{}
	f.snapshots.Begin()
	f.sandbox, err = app.StartTest(ctx, options, app.TestOptions{
		File: f.out.Name, Modules: []engine.Module{f.module}, Console: slog.New(f.console), Stray: f.strays.add,
		RealDatabases: f.RealDatabases, Over: asked.over, Clock: turned, Coverage: f.covered != nil,
	})
	if err != nil {
		return err
	}
	started.Store(f.sandbox)
	f.out.Warnings = append(f.out.Warnings[:0], asked.problems...)
	for _, w := range f.sandbox.Warnings() {
		if w.Place.File == f.out.Name {
			f.out.Warnings = append(f.out.Warnings, w)
		}
	}
	return nil
}

// rest returns the profiles after "test".
func rest(profiles string) []string {
	_, more, found := strings.Cut(profiles, ",")
	if !found {
		return nil
	}
	return []string{more}
}

// restart continues in a fresh application, since the worker of the one before is lost. If that fails, it
// returns false, and no further test is run.
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
				list[i].result.leave("the application could not be restarted")
			}
		}
		f.out.Err = err
		return false
	}
	for i := range list {
		list[i].test, list[i].path = again[i].test, again[i].path
	}
	f.console.take() // the same output as at the first start
	return true
}

// stop closes the application.
func (f *fileRun) stop(ctx context.Context) {
	if f.sandbox == nil {
		return
	}
	const patience = 2 * time.Second // for work that a test has left running
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := f.sandbox.Close(ctx); err != nil {
		f.out.Failures = append(f.out.Failures, failureOf(err))
	}
	f.covered.add(f.sandbox.Folder(), f.sandbox.Engine().Counts())
	f.sandbox = nil
	f.blame()
	f.out.Output = append(f.out.Output, f.console.take()...)
}

// sender returns a function that sends the requests of tests to the application, including requests that
// arrive after it has been stopped.
func sender(sandbox *atomic.Pointer[app.Sandbox]) func(context.Context, inproc.Request) (inproc.Response, error) {
	return func(ctx context.Context, r inproc.Request) (inproc.Response, error) {
		return sandbox.Load().Send(ctx, r)
	}
}

// sentBy returns a function that returns what the application has sent.
func sentBy(sandbox *atomic.Pointer[app.Sandbox]) func() []testapi.Sent {
	return func() []testapi.Sent {
		var list []testapi.Sent
		for _, m := range sandbox.Load().Sent() {
			list = append(list, testapi.Sent{
				Connection: m.Connection, Queue: m.Queue, ID: m.ID, Body: m.Body, ContentType: m.ContentType, Headers: m.Headers,
				Key: m.Key, Priority: m.Priority, At: m.At,
			})
		}
		return list
	}
}

// leaving returns the suites that are open and not around the next test, innermost first.
func (f *fileRun) leaving(next []*testapi.Suite) []*testapi.Suite {
	var list []*testapi.Suite
	for _, s := range slices.Backward(f.open) {
		if !slices.Contains(next, s) {
			list = append(list, s)
		}
	}
	return list
}
