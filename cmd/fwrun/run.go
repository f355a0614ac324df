package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/recognise"
	"github.com/fwrun/fwrun/platform/fault"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// process holds everything that depends on the operating system, so that the command line can be tested in
// process.
type process struct {
	command  []string // the words that started the process
	args     []string // without its name
	env      []string
	in       io.Reader
	out, err io.Writer
	terminal bool   // err is a terminal
	shown    bool   // out is a terminal
	prompt   bool   // in and out are terminals
	logFile  string // that err is written to; empty if it is not a file

	draining context.Context        // ends when a shutdown shall not wait any longer
	hangups  func() <-chan struct{} // starts to receive SIGHUP, a request to reload
	upgrades func() <-chan struct{} // starts to receive SIGUSR2, a request to start the program that is there now; nil where there is none

	colours, errColours bool // of out and err; set by run

	carried *carried // nil unless this executable carries an application

	collector collector // paced for the building of applications
}

// lookUp returns a variable of the environment.
func (p process) lookUp(name string) (value string, is bool) {
	for _, line := range p.env {
		if value, is = strings.CutPrefix(line, name+"="); is {
			return value, true
		}
	}
	return "", false
}

// log returns what makes the log of an application for its settings.
func (p process) log() func(app.LogSettings) *slog.Logger {
	return app.LogTo(p.err, p.terminal, p.errColours)
}

func isTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) }

// reported is a failure that the command has already reported.
type reported struct{ code int }

func (t reported) Error() string { return fmt.Sprintf("exit code %d", t.code) }

// run executes a command line and returns the exit code.
func run(ctx context.Context, p process) int {
	p.colours, p.errColours = p.paints(p.shown), p.paints(p.terminal)
	p.collector = tuneCollector(p)
	defer p.collector.stop()
	root := newRoot(p)
	root.SetOut(p.out)
	root.SetErr(p.err)
	if len(p.args) == 0 && p.carried == nil {
		root.InitDefaultHelpCmd()
		root.InitDefaultHelpFlag()
		root.SetOut(p.err)
		_ = root.Help() // nothing can be done about a failure to print
		if below := recognise.Applications("."); len(below) > 0 {
			fmt.Fprintf(p.err, "\nThis folder has applications: `fwrun %s` serves the first of %s.\n", below[0], shortList(below))
		} else if recognise.Application(".") {
			fmt.Fprintln(p.err, "\nThis folder is an application: `fwrun .` serves it.")
		}
		return exitUsage
	}
	args, err := p.arrange(root)
	if err == nil && p.carried != nil {
		err = p.carried.unpack(p, args)
	}
	if err == nil {
		root.SetArgs(args)
		err = root.ExecuteContext(ctx)
	}
	if err == nil {
		return exitOK
	}
	if said, ok := errors.AsType[reported](err); ok {
		return said.code
	}
	if misuse, ok := errors.AsType[usageError](err); ok {
		misuse.print(p.err)
		return exitUsage
	}
	report(p, err)
	if app.Misused(fault.Diagnose(err)) || wrongFolder(err) || errors.Is(err, app.ErrNoTypeScript) {
		return exitUsage
	}
	return exitFailed
}

// wrongFolder reports whether the command line names a folder that does not exist, or a file.
func wrongFolder(err error) bool {
	failed, ok := errors.AsType[*fault.Error](err)
	return ok && failed.Op == fault.OpFolder
}

func newRoot(p process) *cobra.Command {
	root := &cobra.Command{
		Use:           "fwrun",
		Short:         "Serve a folder of JavaScript or TypeScript as an application",
		Long:          rootHelp,
		Example:       rootExample,
		SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetFlagErrorFunc(misusedFlag)
	root.AddCommand(newServe(p), newNew(p), newCheck(p), newRoutes(p), newOpenAPI(p), newClient(p), newBeans(p), newSchedules(p), newQueues(p),
		newHealth(p), newImage(p), newLoggers(p), newProfile(p), newTop(p), newMCP(p), newLSP(p), newTypes(p), newMigrate(p), newTest(p), newReplay(p),
		newREPL(p), newSchema(p), newBuild(p), newCompletion(p), newMan(), newVersion(p))
	completeArguments(root)
	if p.carried != nil {
		p.carried.own(root)
	}
	return root
}

// arrange returns the words of the command line with the command and the folder that they leave out.
func (p process) arrange(root *cobra.Command) ([]string, error) {
	if p.carried != nil {
		return p.carried.arrange(root, p.args)
	}
	return arrange(root, p.args)
}

const rootHelp = `fwrun serves a folder of JavaScript or TypeScript: classes with decorators become an HTTP application.

  fwrun <folder>    is short for    fwrun serve <folder>

The exit code is 0 on success, 1 when something failed, and 2 when the command line is invalid.`

const rootExample = `  fwrun new my-app      create an application
  fwrun my-app          serve it, and reload it when a file is saved
  fwrun check my-app    report mistakes, without serving it`

// report prints an error: every mistake of an application with its place, or one error with its cause and
// hint.
func report(p process, err error) {
	if list, ok := errors.AsType[fault.List](err); ok {
		printDiagnostics(p.err, list, p.errColours)
		return
	}
	fmt.Fprintf(p.err, "fwrun: %s\n", fault.Text(err))
	if failed, ok := errors.AsType[*fault.Error](err); ok && failed.Hint != "" {
		fmt.Fprintf(p.err, "  → %s\n", failed.Hint)
	}
}
