package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/fault"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// process is every touch of the operating system, so that the command line can be
// tested in process.
type process struct {
	args     []string
	env      []string
	out, err io.Writer
	terminal bool // err is a terminal

	draining context.Context // ends when a stop shall not wait any longer
}

func isTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) }

// usageError is a command line that makes no sense.
type usageError struct{ error }

// run executes a command line and returns the exit code.
func run(ctx context.Context, p process) int {
	root := newRoot(p)
	root.SetArgs(withServe(root, p.args))
	root.SetOut(p.out)
	root.SetErr(p.err)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, new(usageError)):
		fmt.Fprintf(p.err, "fwrun: %v\n\nRun `fwrun --help` for what it can do.\n", err)
		return exitUsage
	}
	report(p, err)
	return exitFailed
}

func newRoot(p process) *cobra.Command {
	root := &cobra.Command{
		Use:           "fwrun",
		Short:         "Serve a folder of JavaScript or TypeScript as an application",
		Long:          "fwrun serves a folder of JavaScript or TypeScript: classes with decorators become an HTTP application.\n\n  fwrun <folder>    is short for    fwrun serve <folder>",
		SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(newServe(p), newVersion(p))
	return root
}

// withServe makes `fwrun <folder>` mean `fwrun serve <folder>`: a first word that is no
// command is a folder.
func withServe(root *cobra.Command, args []string) []string {
	first := slices.IndexFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") })
	if len(args) == 0 || first < 0 && isHelp(args) {
		return args
	}
	if first >= 0 {
		word := args[first]
		known := slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == word })
		if known || word == "help" {
			return args
		}
	}
	return append([]string{"serve"}, args...)
}

func isHelp(args []string) bool {
	return slices.Contains(args, "--help") || slices.Contains(args, "-h")
}

// oneFolder checks that a command was given exactly one folder.
func oneFolder(_ *cobra.Command, args []string) error {
	switch len(args) {
	case 1:
		return nil
	case 0:
		return usageError{errors.New("name the folder of an application, such as scripts/examples/users")}
	}
	return usageError{fmt.Errorf("one folder at a time, not %d", len(args))}
}

// report prints what went wrong: every mistake of an application with its place, or one
// error with its cause and hint.
func report(p process, err error) {
	if list, ok := errors.AsType[fault.List](err); ok {
		printDiagnostics(p.err, list, p.terminal)
		return
	}
	fmt.Fprintf(p.err, "fwrun: %s\n", spoken(err))
	if failed, ok := errors.AsType[*fault.Error](err); ok && failed.Hint != "" {
		fmt.Fprintf(p.err, "  → %s\n", failed.Hint)
	}
}

// spoken is an error with its causes, without the names of operations, which are for logs.
func spoken(err error) string {
	failed, ok := errors.AsType[*fault.Error](err)
	switch {
	case !ok:
		return err.Error()
	case failed.Err == nil:
		return failed.Public
	}
	return failed.Public + ": " + spoken(failed.Err)
}
