package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/apptest"
	"github.com/fwrun/fwrun/app/coverage"
)

// coverageFlags are what the flags say of coverage; they count more than the configuration.
type coverageFlags struct{ reporters, folder, threshold string }

// addCoverage adds the flags to a command, and returns what reads them together with the configuration: nil if nothing is counted.
func addCoverage(command *cobra.Command) func(options app.Options) (*coverage.Settings, error) {
	on, f := false, coverageFlags{}
	flags := command.Flags()
	flags.BoolVar(&on, "coverage", false, "report which statements, branches, functions and lines of the scripts have run (test.coverage.enabled)")
	flags.StringVar(&f.reporters, "coverage-reporter", "", "`names` of reports: text, lcov, html, json, json-summary, cobertura (test.coverage.reporters)")
	flags.StringVar(&f.folder, "coverage-dir", "", "`folder` of the reports (test.coverage.folder)")
	flags.StringVar(&f.threshold, "coverage-threshold", "", "fail below this `percentage`, as in 80 or statements=80,branches=70 (test.coverage.thresholds)")
	return func(options app.Options) (*coverage.Settings, error) {
		s, err := app.CoverageOf(options)
		if err != nil {
			return nil, err
		}
		if f.reporters != "" {
			if s.Reporters, err = coverage.ParseReporters(f.reporters); err != nil {
				return nil, misused(command, "--coverage-reporter: %w", err)
			}
		}
		if f.threshold != "" {
			perFile := s.Thresholds.PerFile
			if s.Thresholds, err = coverage.ParseThresholds(f.threshold); err != nil {
				return nil, misused(command, "--coverage-threshold: %w", err)
			}
			s.Thresholds.PerFile = perFile
		}
		if f.folder != "" {
			if s.Folder, err = filepath.Abs(f.folder); err != nil {
				return nil, err
			}
		}
		if !on && !s.Enabled {
			return nil, nil
		}
		return &s, nil
	}
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
	folder, err := filepath.Abs(t.options.App.Folder)
	if err != nil {
		return false, err
	}
	into := s.Folder
	if !filepath.IsAbs(into) {
		into = filepath.Join(folder, into)
	}
	err = coverage.Write(report.Covered, coverage.Options{
		Folder: folder, Into: into, Reporters: s.Reporters, Out: t.text(), Columns: t.columns(), At: time.Now(),
	})
	if err != nil {
		return false, err
	}
	missed := s.Thresholds.Missed(folder, report.Covered)
	for _, line := range missed {
		fmt.Fprintln(t.err, line)
	}
	return len(missed) == 0, nil
}
