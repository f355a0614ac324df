package main

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
)

// checked is the result of a check.
type checked struct {
	app.Report
	folder  string // absolute
	strict  bool
	colours bool
	took    time.Duration
}

// ok reports whether the exit code is 0.
func (c checked) ok() bool {
	return len(c.Problems.Errors()) == 0 && !(c.strict && len(c.Problems) > 0)
}

// reportFormats returns the formats in which a check can report.
func reportFormats() map[string]func(w io.Writer, c checked) error {
	return map[string]func(io.Writer, checked) error{
		"text": writeText, "json": writeJSON, "sarif": writeSARIF, "github": writeAnnotations,
	}
}

func formatNames() []string { return slices.Sorted(maps.Keys(reportFormats())) }

func newCheck(p process) *cobra.Command {
	var profile, format string
	var asJSON, offline, strict, types bool
	command := &cobra.Command{
		Use:     "check <folder>",
		Short:   "Report the mistakes of an application, without serving it",
		Long:    checkHelp,
		Example: checkExample,
		Args:    oneFolder,
	}
	addProfile(command, &profile)
	command.Flags().StringVar(&format, "format", "text", "format of the report: "+strings.Join(formatNames(), ", "))
	command.Flags().BoolVar(&asJSON, "json", false, "short for --format json")
	command.Flags().BoolVar(&offline, "offline", false, "connect to no server, create no bean, run no property source, send and change nothing")
	command.Flags().BoolVar(&strict, "strict", false, "fail on warnings, too")
	command.Flags().BoolVar(&types, "types", false, "ask TypeScript, which the application has installed, too")
	command.RunE = func(command *cobra.Command, args []string) error {
		if asJSON {
			if command.Flags().Changed("format") && format != "json" {
				return misused(command, "--json and --format %s are two formats; choose one", format)
			}
			format = "json"
		}
		write, known := reportFormats()[format]
		if !known {
			return misused(command, "--format must be one of %s, not %q", strings.Join(formatNames(), ", "), format)
		}
		options := p.application(args[0], profile)
		options.Logger = onlyWarnings(p)
		c := runCheck(command.Context(), p, options, app.CheckOptions{Offline: offline, Types: types, Cache: cacheFolder(p)})
		c.strict = strict
		return c.tell(p, write)
	}
	return command
}

const checkHelp = `check does everything that serve does, except listen: it reads the configuration, opens the datasources, runs the
migrations, compiles the scripts, creates the beans, calls their PostConstruct methods, and builds the routes.

It changes no database. SQLite databases are empty ones in memory; of the migrations of database servers it only reports
whether they could run. Other effects of a PostConstruct method are real, unless --offline is given.

The report goes to the standard output. Warnings fail the check only with --strict.`

const checkExample = `  fwrun check my-app
  fwrun check my-app --types                                 with TypeScript, if it is installed
  fwrun check my-app --offline --strict --format github      in a workflow, without a database
  fwrun check my-app --format sarif > fwrun.sarif            for code scanning`

func runCheck(ctx context.Context, p process, options app.Options, how app.CheckOptions) checked {
	began := time.Now()
	c := checked{Report: app.Check(ctx, options, how), colours: p.colours}
	c.took = time.Since(began)
	c.folder = options.Folder
	if absolute, err := filepath.Abs(options.Folder); err == nil {
		c.folder = absolute
	}
	return c
}

// tell writes the report, and returns an error if the application has errors.
func (c checked) tell(p process, write func(io.Writer, checked) error) error {
	if c.NoTypes != nil {
		return c.NoTypes
	}
	if err := write(p.out, c); err != nil {
		return err
	}
	switch {
	case app.Misused(c.Problems) || !isFolder(c.folder):
		return reported{exitUsage}
	case !c.ok():
		return reported{exitFailed}
	}
	return nil
}

// onlyWarnings returns a log for warnings and errors only; other lines of the application are not shown.
func onlyWarnings(p process) func(app.LogSettings) *slog.Logger {
	return func(s app.LogSettings) *slog.Logger {
		return p.log()(s.AtLeast(slog.LevelWarn))
	}
}
