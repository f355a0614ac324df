package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/apptest"
	"github.com/fwrun/fwrun/app/watch"
	"github.com/fwrun/fwrun/platform/fault"
)

// start builds the application. If its files are watched, mistakes in them are printed, and it waits for the
// next change, or SIGHUP; the application is nil if ctx ends before the mistakes are fixed.
func start(ctx context.Context, p process, watching bool, options app.Options, hangups <-chan struct{}) (*app.App, <-chan []string, error) {
	if !watching {
		running, err := app.Start(ctx, options)
		return running, nil, err
	}
	changes, unwatchable := watch.Folder(ctx, options.Folder, watch.Options{
		Log:  func(err error) { slog.Warn("a change may have been missed", "error", err) },
		Also: func() []string { return app.SourceFiles(options) },
	})
	for {
		running, err := app.Start(ctx, options)
		switch {
		case err == nil && unwatchable != nil:
			report(p, unwatchable) // it serves all the same, but has to be restarted by hand
			return running, nil, nil
		case !errors.As(err, new(fault.List)) || unwatchable != nil:
			return running, changes, err
		}
		report(p, err)
		fmt.Fprintln(p.err, "fwrun: waiting for a change")
		select {
		case _, more := <-changes:
			if !more {
				return nil, nil, nil
			}
		case <-hangups:
		}
	}
}

// concerns reports whether a file is a part of what serves. Tests are not, such as those that the console saves, or requests that are recorded.
func concerns(files []string) bool {
	return slices.ContainsFunc(files, func(name string) bool { return !apptest.IsTest(name) })
}

// reload rebuilds the application from the current files, or logs why the application stays as it was.
func reload(ctx context.Context, p process, running *app.App, rebuild func(context.Context) error, because slog.Attr) (done bool) {
	began := time.Now()
	if err := rebuild(ctx); err != nil {
		report(p, err)
		running.Log().Error("not reloaded: the application runs as before", because)
		return false
	}
	if warnings := running.Serving().Warnings(); len(warnings) > 0 {
		printDiagnostics(p.err, warnings, p.errColours)
	}
	running.Log().Info("reloaded", because, "duration", time.Since(began))
	return true
}

// shortList names a few files, and counts the others.
func shortList(files []string) string {
	const shown = 3
	if len(files) <= shown {
		return strings.Join(files, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(files[:shown], ", "), len(files)-shown)
}
