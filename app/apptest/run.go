package apptest

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/apptest/changed"
	"github.com/fwrun/fwrun/app/apptest/snapshots"
	"github.com/fwrun/fwrun/app/coverage"
	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/processors"
)

// DefaultTimeout is the default time limit of a test, and of each hook.
const DefaultTimeout = 5 * time.Second

// Options configure a run. App is required, with a folder; its profile is added to "test".
type Options struct {
	App app.Options

	Files   []string               // parts of file names; all files when empty
	Matches func(name string) bool // selects by the names of suites and test, joined by blanks; all tests if nil

	Changed *Changed // selects files that a change may affect; all if nil
	Shard   Shard

	Timeout  time.Duration // of a test or hook without its own; DefaultTimeout if 0
	Bail     int           // stop after this many failed tests; never if 0
	Parallel int           // number of files at a time; number of processors if 0

	Coverage      *coverage.Settings // nil if nothing is counted
	Keep          string             // the folder where the console finds what was covered; nowhere if empty
	Snapshots     snapshots.Mode
	RealDatabases bool // also open datasources that are servers

	// Done is called for each file, in order, as soon as it and those before it have ended.
	Done func(*File)
}

// Changed selects by what has changed in a repository of git.
type Changed struct {
	Ref string // compares with the commit from which this has come apart; with the last one if empty
}

// Shard is a part of all files: the Index-th of Count, from 1. The zero value is all of them.
type Shard struct{ Index, Count int }

// of returns the files of the part.
func (s Shard) of(files []string) []string {
	if s.Count == 0 {
		return files
	}
	return files[len(files)*(s.Index-1)/s.Count : len(files)*s.Index/s.Count]
}

// Run finds the test files of an application and runs them. The error means that there is nothing to run;
// failures within a file are in the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	began := time.Now()
	folder, err := filepath.Abs(o.App.Folder)
	if err != nil {
		return nil, err
	}
	files, err := find(folder, o.App.Folder, o.Files)
	if err != nil {
		return nil, err
	}
	var why map[string]string
	if o.Changed != nil {
		if why, err = changed.Select(ctx, folder, o.Changed.Ref, files); err != nil {
			return nil, err
		}
		files = slices.DeleteFunc(files, func(file string) bool { return why[file] == "" })
	}
	files = o.Shard.of(files)
	part := o.Matches != nil || o.Changed != nil || o.Shard.Count > 1 || len(o.Files) > 0
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	o.App.Profile = app.TestProfiles(o.App.Profile, o.App.Env)
	r := &run{Options: o, files: files, why: why, done: make([]chan *File, len(files)), covered: newCovered(o.Coverage)}
	report := r.all(ctx, began)
	if len(report.Covered) > 0 && o.Keep != "" && ctx.Err() == nil { // where nothing could run, the console shows the run before
		report.NotKept = report.keep(o.Keep, folder, part || len(report.Files) < len(files))
	}
	return report, nil
}

// IsTest reports whether a file of that name contains tests.
func IsTest(name string) bool { return bundle.IsTest(name) || app.IsReplay(name) }

// find lists the test files whose names contain one of the parts.
func find(folder, name string, parts []string) ([]string, error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, fault.New(fault.OpFolder, fault.NotFound, fmt.Sprintf("there is no folder %q", name)).
			WithHint("name the folder of an application, such as scripts/examples/users")
	}
	all, err := findAll(os.DirFS(folder))
	if err != nil {
		return nil, err
	}
	files := all
	if len(parts) > 0 {
		files = slices.DeleteFunc(slices.Clone(all), func(file string) bool {
			return !slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(file, part) })
		})
	}
	switch {
	case len(all) == 0:
		return nil, fault.New("apptest.find", fault.NotFound, fmt.Sprintf("there are no tests in %s", name)).
			WithHint("write a test in a file whose name ends in .test.js or .test.ts:\n\n" + example)
	case len(files) == 0:
		return nil, fault.New("apptest.find", fault.NotFound, fmt.Sprintf("no test file has a name that contains %q", strings.Join(parts, `" or "`))).
			WithHint("the test files are " + strings.Join(all, ", "))
	}
	return files, nil
}

// findAll lists the files of scripts and of recorded requests.
func findAll(folder fs.FS) ([]string, error) {
	scripts, err := bundle.FindTests(folder)
	if err != nil {
		return nil, err
	}
	recorded, err := findReplays(folder)
	all := slices.Concat(scripts, recorded)
	slices.Sort(all)
	return all, err
}

const example = `    import { app, expect, it } from "fwrun/test";

    it("says hello", async () => {
      const response = await app.get("/");
      expect(response).toHaveStatus(200);
    });
`

// run is one run of several files.
type run struct {
	Options
	files  []string
	why    map[string]string // they were selected
	done   []chan *File      // by file; each receives one value, or is closed if the file was not begun
	failed atomic.Int64      // tests

	covered *covered // nil if nothing is counted
}

// all runs the files side by side and collects the results in order.
func (r *run) all(ctx context.Context, began time.Time) *Report {
	for i := range r.done {
		r.done[i] = make(chan *File, 1)
	}
	var workers sync.WaitGroup
	var next atomic.Int64
	for range min(cmp.Or(r.Parallel, processors.Count()), len(r.files)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(r.files); i = int(next.Add(1)) - 1 {
				if !r.stopped(ctx) {
					began := time.Now()
					file := r.file(ctx, r.files[i])
					file.Began, file.Why = began, r.why[file.Name]
					r.done[i] <- file
				}
				close(r.done[i])
			}
		})
	}
	report := &Report{Began: began}
	for _, done := range r.done {
		if file, ok := <-done; ok {
			report.Files = append(report.Files, file)
			if r.Done != nil {
				r.Done(file)
			}
		}
	}
	workers.Wait()
	report.Took = time.Since(began)
	report.Covered, report.Uncounted = r.covered.all()
	return report
}

// stopped reports whether no further test may begin.
func (r *run) stopped(ctx context.Context) bool {
	return ctx.Err() != nil || r.Bail > 0 && int(r.failed.Load()) >= r.Bail
}
