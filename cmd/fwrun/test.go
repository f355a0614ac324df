package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app/apptest"
	"github.com/fwrun/fwrun/app/apptest/changed"
	"github.com/fwrun/fwrun/app/apptest/snapshots"
	"github.com/fwrun/fwrun/platform/fault"
)

func newTest(p process) *cobra.Command {
	t := &tester{process: p}
	command := &cobra.Command{
		Use:     "test <folder> [part of a file name]...",
		Short:   "Run the *.test.js and *.test.ts files of an application",
		Long:    testHelp,
		Example: testExample,
		Args: func(command *cobra.Command, args []string) error {
			return oneFolder(command, args[:min(1, len(args))])
		},
	}
	flags := command.Flags()
	flags.StringVarP(&t.filter, "filter", "t", "", "run the tests whose names, suites included, match this text or regular expression")
	flags.BoolVar(&t.watch, "watch", false, "run again when a file changes")
	flags.BoolVarP(&t.verbose, "verbose", "v", false, "list every test, not only the failed ones")
	flags.IntVar(&t.options.Bail, "bail", 0, "stop after this many failed tests; --bail alone means --bail=1")
	flags.Lookup("bail").NoOptDefVal = "1"
	flags.DurationVar(&t.options.Timeout, "timeout", apptest.DefaultTimeout, "how long a test or a hook may take")
	flags.IntVar(&t.options.Parallel, "parallel", 0, "files to run at a time (default: one for each processor)")
	flags.BoolVarP(&t.update, "update", "u", false, "rewrite the snapshots that are different, and remove obsolete ones")
	flags.StringVar(&t.junit, "junit", "", "write the results to this file, as JUnit XML")
	flags.BoolVar(&t.json, "json", false, "write the results as JSON, as Jest does, in place of the text")
	flags.StringVarP(&t.output, "output", "o", "", "write the JSON to this file, besides the text")
	flags.StringVar(&t.shard, "shard", "", "run a part of the files: 1/3 is the first of three")
	flags.StringVar(&t.changed, "changed", "", "run what a change may affect: one that is not committed, or was made since this branch or commit")
	flags.Lookup("changed").NoOptDefVal = sinceCommit
	flags.StringVar(&t.options.App.Profile, "profile", "", "profiles to activate in addition to \"test\" (FWRUN_PROFILE)")
	flags.BoolVar(&t.options.RealDatabases, "real-databases", false, "open and migrate database servers, too; the tests change their data")
	inspects, coverages := addInspect(command, true), addCoverage(command)
	command.RunE = func(command *cobra.Command, args []string) error {
		inspect, err := inspects()
		if err != nil {
			return err
		}
		if t.options.Timeout <= 0 || t.options.Bail < 0 || t.options.Parallel < 0 {
			return misused(command, "--timeout, --bail and --parallel must be positive")
		}
		if err := t.selection(command); err != nil {
			return err
		}
		t.options.App.Folder, t.options.Files, t.options.App.Env = args[0], args[1:], p.env
		t.options.Matches, t.options.Snapshots, t.options.Keep = matching(t.filter), t.snapshots(), cacheFolder(p)
		if t.options.Coverage, err = coverages(t.options.App, inspect.On); err != nil {
			return err
		}
		inspector, err := openInspector(command.Context(), p, inspect, &t.options.App)
		switch {
		case command.Context().Err() != nil: // while it waited for a debugger
			return reported{exitFailed}
		case err != nil:
			return err
		}
		defer inspector.Close()
		if inspect.On { // somebody looks, and takes time for that
			const unlimited = 365 * 24 * time.Hour
			t.options.Parallel, t.options.Timeout = 1, unlimited
		}
		p.collector.serves()
		if t.watch {
			return t.again(command.Context())
		}
		return t.once(command.Context())
	}
	return command
}

const testHelp = `test runs the *.test.js and *.test.ts files of an application (.mjs, .mts and .spec, too), wherever they are.

Each file gets an application of its own, with the profile "test", one worker, and SQLite databases that are empty, in memory,
and migrated. Datasources on database servers are refused, because tests change data.`

const testExample = `  fwrun test my-app
  fwrun test my-app users --watch         the files with "users" in their names, after every change
  fwrun test my-app -t "refuses .* twice"
  fwrun test my-app --junit report.xml    for GitLab, Jenkins, …`

// matching compiles a filter; a filter that is not a regular expression is matched as a text.
func matching(filter string) func(string) bool {
	if filter == "" {
		return nil
	}
	pattern, err := regexp.Compile(filter)
	if err != nil {
		return func(name string) bool { return strings.Contains(name, filter) }
	}
	return pattern.MatchString
}

// tester is the command with its flags.
type tester struct {
	process
	options        apptest.Options
	filter, junit  string
	watch, verbose bool
	update         bool

	json                   bool
	output, shard, changed string
}

// sinceCommit stands for --changed without a value. It is no name of a branch.
const sinceCommit = "~"

// selection reads the flags that have a form of their own.
func (t *tester) selection(command *cobra.Command) error {
	if t.output != "" && !t.json {
		return misused(command, "-o names the file of --json")
	}
	if command.Flags().Changed("shard") {
		s := &t.options.Shard
		if n, err := fmt.Sscanf(t.shard+"\n", "%d/%d\n", &s.Index, &s.Count); n != 2 || err != nil || s.Index < 1 || s.Index > s.Count {
			return misused(command, "--shard takes a part of all, such as 1/3, not %q", t.shard)
		}
	}
	if command.Flags().Changed("changed") {
		ref := strings.TrimSpace(t.changed)
		if ref == "" || strings.HasPrefix(ref, "-") {
			return misused(command, "--changed takes the name of a branch or a commit, not %q", t.changed)
		}
		t.options.Changed = &apptest.Changed{Ref: strings.TrimPrefix(ref, sinceCommit)}
	}
	return nil
}

// snapshots says which snapshots are written: on a CI server those that somebody has asked for.
func (t *tester) snapshots() snapshots.Mode {
	i := slices.IndexFunc(t.env, func(line string) bool { return strings.HasPrefix(line, "CI=") })
	switch {
	case t.update:
		return snapshots.All
	case i >= 0 && !slices.Contains([]string{"CI=", "CI=false", "CI=0"}, t.env[i]):
		return snapshots.None
	}
	return snapshots.New
}

// once runs the tests, and fails if one of them fails.
func (t *tester) once(ctx context.Context) error {
	results, err := t.run(ctx, t.options)
	failed, _ := errors.AsType[*fault.Error](err)
	switch {
	case failed != nil && failed.Op == changed.OpGit:
		report(t.process, err)
		return reported{exitUsage}
	case err != nil:
		return err
	case ctx.Err() != nil:
		return reported{exitFailed}
	}
	reached, err := t.reportCoverage(results)
	if err == nil && (!reached || !results.OK() || t.nothing(results)) {
		err = reported{exitFailed}
	}
	return err
}

// text returns where results are printed for people: JSON on the standard output leaves the standard error to them.
func (t *tester) text() io.Writer {
	if t.json && t.output == "" {
		return t.err
	}
	return t.out
}

// run runs the tests, prints results as they arrive, and writes the reports.
func (t *tester) run(ctx context.Context, options apptest.Options) (*apptest.Report, error) {
	out := &testPrinter{w: t.text(), painter: painter{t.colours}, verbose: t.verbose}
	options.Done = out.file
	report, err := apptest.Run(ctx, options)
	if err != nil {
		return nil, err
	}
	out.summary(report)
	if report.NotKept != nil {
		fmt.Fprintln(t.err, "fwrun: the console will not show what was covered:", report.NotKept)
	}
	if len(report.Files) == 0 && ctx.Err() == nil {
		fmt.Fprintln(t.err, "fwrun: no test file was selected by --changed and --shard")
	}
	if t.nothing(report) {
		fmt.Fprintf(t.err, "fwrun: no test has a name that matches %q\n", t.filter)
	}
	if t.junit != "" {
		err = written(t.junit, func(w io.Writer) error { return apptest.WriteJUnit(w, report, time.Now()) })
	}
	if t.json && err == nil {
		err = t.writeJSON(report)
	}
	return report, err
}

func (t *tester) writeJSON(report *apptest.Report) error {
	write := func(w io.Writer) error { return apptest.WriteJSON(w, report, t.options.App.Folder) }
	if t.output == "" {
		return write(t.out)
	}
	return written(t.output, write)
}

// nothing reports whether the filter left no test to run.
func (t *tester) nothing(report *apptest.Report) bool {
	return t.filter != "" && filesShown(report) == 0
}

// written writes the file of a report.
func written(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		_ = file.Close() // the first error is the one to report
		return err
	}
	return file.Close()
}
