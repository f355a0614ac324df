package main

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/apptest"
	"github.com/fwrun/fwrun/app/coverage"
)

// coverageFlags are what the flags say of coverage; they count more than the configuration.
type coverageFlags struct {
	on                           bool
	reporters, folder, threshold string
}

// addCoverage adds the flags to a command, and returns what reads them together with the configuration: nil if nothing is counted.
func addCoverage(command *cobra.Command) func(options app.Options, inspected bool) (*coverage.Settings, error) {
	f := coverageFlags{}
	flags := command.Flags()
	flags.BoolVar(&f.on, "coverage", false, "report which statements, branches, functions and lines of the scripts have run (test.coverage.enabled)")
	flags.StringVar(&f.reporters, "coverage-reporter", "",
		"report coverage in these `forms`: text, lcov, html, json, json-summary, cobertura (test.coverage.reporters)")
	flags.StringVar(&f.folder, "coverage-dir", "", "report coverage into this `folder` (test.coverage.folder)")
	flags.StringVar(&f.threshold, "coverage-threshold", "",
		"fail if less `percent` are covered, as in 80 or statements=80,branches=70 (test.coverage.thresholds)")
	return func(options app.Options, inspected bool) (*coverage.Settings, error) {
		asked := f.on
		flags.Visit(func(flag *pflag.Flag) { asked = asked || strings.HasPrefix(flag.Name, "coverage-") })
		asked = asked && (f.on || !flags.Changed("coverage"))
		if asked && inspected {
			return nil, misused(command, "--coverage counts, and --inspect stops: use one of them")
		}
		s, err := app.CoverageOf(options)
		if err != nil {
			return nil, err
		}
		if err := f.over(&s, flags, options); err != nil {
			return nil, misused(command, "%w", err)
		}
		if !asked && (!s.Enabled || flags.Changed("coverage") || inspected) {
			return nil, nil
		}
		return &s, nil
	}
}

// over puts the flags over the settings, and makes the folder of the reports absolute.
func (f *coverageFlags) over(s *coverage.Settings, flags *pflag.FlagSet, options app.Options) (err error) {
	if flags.Changed("coverage-reporter") {
		if s.Reporters, err = coverage.ParseReporters(f.reporters); err != nil {
			return fmt.Errorf("--coverage-reporter: %w", err)
		}
	}
	if flags.Changed("coverage-threshold") {
		perFile := s.Thresholds.PerFile
		if s.Thresholds, err = coverage.ParseThresholds(f.threshold); err != nil {
			return fmt.Errorf("--coverage-threshold: %w", err)
		}
		s.Thresholds.PerFile = perFile
	}
	root := resolved(options.Folder)
	if !flags.Changed("coverage-dir") {
		s.Folder = filepath.Join(root, filepath.FromSlash(s.Folder))
		return nil
	}
	s.Folder = resolved(f.folder)
	if up, err := filepath.Rel(s.Folder, root); err == nil && filepath.IsLocal(up) {
		return fmt.Errorf("--coverage-dir: %q has the scripts in it; name a folder for the reports alone, such as coverage", f.folder)
	}
	return nil
}

// resolved returns a path as the system has it: absolute, and without symbolic links if there is something at it.
func resolved(name string) string {
	absolute, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	if found, err := filepath.EvalSymlinks(absolute); err == nil {
		return found
	}
	return absolute
}

// outside returns those of the files that are not in a folder of reports; all are relative to the application's.
func outside(files []string, reports string) []string {
	within := path.Clean(filepath.ToSlash(reports)) + "/"
	return slices.DeleteFunc(slices.Clone(files), func(name string) bool { return strings.HasPrefix(name, within) })
}

// columns returns the width of tables: that of the terminal, if the shell says so.
func (t *tester) columns() int {
	const usual = 80
	text, _ := t.lookUp("COLUMNS")
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return n
	}
	return usual
}

// reportCoverage writes the reports of a run, and reports whether the thresholds were reached.
func (t *tester) reportCoverage(report *apptest.Report) (reached bool, err error) {
	s := t.options.Coverage
	if s == nil {
		return true, nil
	}
	root := resolved(t.options.App.Folder)
	err = coverage.Write(report.Covered, coverage.Options{
		Folder: root, Into: s.Folder, Reporters: s.Reporters, Out: t.text(), Columns: t.columns(), At: time.Now(),
	})
	if err != nil {
		return false, err
	}
	for _, name := range report.Uncounted {
		fmt.Fprintf(t.err, "fwrun: %s is not counted: it is larger than 1 MiB, or has syntax that the counters do not know\n", name)
	}
	missed := s.Thresholds.Missed(root, report.Covered)
	for _, line := range missed {
		fmt.Fprintln(t.err, line)
	}
	return len(missed) == 0, nil
}
