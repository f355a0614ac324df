package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/apptest"
	"github.com/fwrun/fwrun/app/watch"
	"github.com/fwrun/fwrun/platform/fault"
)

// again runs the tests, and runs them again whenever a file has changed, until ctx ends.
func (t *tester) again(ctx context.Context) error {
	folder, err := filepath.Abs(t.options.App.Folder)
	if err != nil {
		return err
	}
	changes, err := watch.Folder(ctx, folder, watch.Options{
		Log:  func(err error) { report(t.process, err) },
		Also: func() []string { return app.SourceFiles(t.options.App) },
	})
	if err != nil {
		return err
	}
	for options := t.options; ; {
		if err := t.runAndCover(ctx, options); err != nil {
			if !errors.As(err, new(*fault.Error)) {
				return err
			}
			report(t.process, err) // there is nothing to run yet
		}
		if ctx.Err() != nil {
			return nil
		}
		fmt.Fprintln(t.out, painter{t.colours}.dim("waiting for a change; Ctrl-C ends"))
		files := t.next(changes, folder)
		if files == nil {
			return nil
		}
		fmt.Fprintf(t.out, "\n%s\n", painter{t.colours}.dim("changed: "+shortList(files)))
		options = t.affected(files)
	}
}

// runAndCover runs the tests, and reports what they have covered.
func (t *tester) runAndCover(ctx context.Context, options apptest.Options) error {
	results, err := t.run(ctx, options)
	if err != nil || ctx.Err() != nil {
		return err
	}
	_, err = t.reportCoverage(results)
	return err
}

// next waits for a change of other files than reports of coverage; it returns nil when there will be none.
func (t *tester) next(changes <-chan []string, folder string) []string {
	for files := range changes {
		if t.options.Coverage != nil {
			reports, _ := filepath.Rel(resolved(folder), t.options.Coverage.Folder) // they may be elsewhere
			files = outside(files, reports)
		}
		if len(files) > 0 {
			return files
		}
	}
	return nil
}

// affected selects the tests that a change may affect: those in changed test files, if no other file has
// changed. Every other file is a part of the application, which all tests run; and coverage is that of all tests.
func (t *tester) affected(changed []string) apptest.Options {
	options := t.options
	if options.Coverage != nil {
		return options
	}
	wanted := func(file string) bool {
		return len(t.options.Files) == 0 ||
			slices.ContainsFunc(t.options.Files, func(part string) bool { return strings.Contains(file, part) })
	}
	for _, file := range changed {
		if !apptest.IsTest(file) || !wanted(file) || !exists(filepath.Join(t.options.App.Folder, file)) {
			return t.options
		}
	}
	options.Files = changed
	return options
}
