package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
)

func newREPL(p process) *cobra.Command {
	var profile string
	var timeout time.Duration
	command := &cobra.Command{
		Use:   "repl <folder>",
		Short: "Talk to an application: a prompt with its beans at hand",
		Long: `repl starts an application as serve does, with its real datasources but without listening, and evaluates what you type:
JavaScript or TypeScript, with await. At hand are its beans, what it exports, and what "fwrun" exports.

When the standard input is no terminal, it is evaluated to its end: values go to the standard output, errors to the standard
error output, and the exit code is 1 if one of the inputs failed.`,
		Example: `  fwrun repl my-app
  echo 'await users.count()' | fwrun repl my-app`,
		Args: oneFolder,
	}
	command.Flags().StringVar(&profile, "profile", "", "profiles to activate, separated by commas (FWRUN_PROFILE)")
	command.Flags().DurationVar(&timeout, "timeout", 0, "how long an input may take, such as 10s; 0 is for ever")
	command.RunE = func(command *cobra.Command, args []string) error {
		return runREPL(command.Context(), p, timeout, app.Options{
			Folder: args[0], Profile: profile, Env: p.env, Dev: true,
			Logger: func(s app.LogSettings) *slog.Logger { return app.LogTo(p.err, p.terminal)(quieter(s)) },
		})
	}
	return command
}

// quieter are log settings for somebody who reads along: no news is good news.
func quieter(s app.LogSettings) app.LogSettings {
	if s.Root == slog.LevelInfo {
		s.Root = slog.LevelWarn
	}
	s.Format = cmp.Or(s.Format, "pretty")
	return s
}

// runREPL opens the prompt, and closes it when the input ends.
func runREPL(ctx context.Context, p process, timeout time.Duration, options app.Options) error {
	interrupts := make(chan os.Signal, 1)
	if p.prompt { // Ctrl-C is for the input, not for the process
		signal.Notify(interrupts, os.Interrupt)
		defer signal.Stop(interrupts)
		var stop context.CancelFunc
		ctx, stop = signal.NotifyContext(context.WithoutCancel(ctx), syscall.SIGTERM, syscall.SIGHUP)
		defer stop()
	}
	console, err := app.OpenConsole(ctx, options, app.ConsoleOptions{
		Scripts: slog.New(plainHandler{p.out, p.err}), Colour: p.colours,
	})
	if err != nil {
		return err
	}
	r := &repl{process: p, console: console, timeout: timeout, interrupts: interrupts}
	r.lines = r.openLines(filepath.Base(options.Folder))
	err = r.run(ctx)
	return errors.Join(err, r.lines.close(), console.Close(context.WithoutCancel(ctx)))
}

// repl is what goes on at the prompt.
type repl struct {
	process
	console    *app.Console
	lines      lines
	timeout    time.Duration
	interrupts <-chan os.Signal

	number int    // lines that were read
	begun  string // of an input that goes on
	drops  int    // of Ctrl-C, one after the other
	left   bool   // by .exit
	failed bool
}

// openLines reads from the terminal, or whatever the standard input is.
func (r *repl) openLines(folder string) lines {
	if r.prompt {
		return newTerminal(folder, historyFile(r.process), r.complete)
	}
	return newPlainLines(r.in)
}

func (r *repl) run(ctx context.Context) error {
	if warnings := r.console.Warnings(); len(warnings) > 0 {
		printDiagnostics(r.err, warnings, r.terminal)
	}
	if r.prompt {
		r.greet()
	}
	for !r.left {
		line, err := r.nextLine(ctx)
		switch {
		case errors.Is(err, errCancelled):
			r.cancelled()
			continue
		case errors.Is(err, io.EOF):
			return r.end(ctx)
		case err != nil:
			return err
		}
		r.take(ctx, line)
	}
	return r.end(ctx)
}

// nextLine waits for a line, unless the session is ended from outside.
func (r *repl) nextLine(ctx context.Context) (string, error) {
	type read struct {
		line string
		err  error
	}
	select {
	case <-r.interrupts: // pressed once more than it took
	default:
	}
	got := make(chan read, 1)
	goesOn := r.begun != ""
	go func() {
		line, err := r.lines.next(goesOn)
		got <- read{line, err}
	}()
	for {
		select {
		case one := <-got:
			return one.line, one.err
		case <-r.interrupts: // pressed before the line could be edited, or where it cannot
			r.cancelled()
			r.lines.restart()
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

// cancelled is Ctrl-C at the prompt: it drops what is typed. Who presses it again wants to
// leave.
func (r *repl) cancelled() {
	if r.drops++; r.drops > 1 {
		fmt.Fprintln(r.out, "(Ctrl-D or .exit leaves)")
	}
	r.number += strings.Count(r.begun, "\n")
	r.begun = ""
}

// take takes a line in: a command, or an input when it is complete.
func (r *repl) take(ctx context.Context, line string) {
	r.number++
	r.drops = 0
	r.lines.remember(line)
	if r.begun == "" && isDotCommand(line) {
		r.command(ctx, line)
		return
	}
	input := r.begun + line
	first := r.number - strings.Count(input, "\n")
	answer, err := r.evaluate(ctx, first, input)
	if errors.Is(err, app.ErrIncomplete) {
		r.begun = input + "\n"
		return
	}
	r.begun = ""
	r.tell(answer, err)
}

// end is the end of the input: what is incomplete stays so.
func (r *repl) end(ctx context.Context) error {
	if r.prompt && !r.left {
		fmt.Fprintln(r.out) // the shell's prompt comes next
	}
	if r.begun != "" && !r.prompt {
		fmt.Fprintf(r.err, "fwrun: the input ends before the statement does that began in line %d\n", r.number-strings.Count(r.begun, "\n")+1)
		r.failed = true
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case r.failed && !r.prompt:
		return told{exitFailed}
	}
	return nil
}

// The ways to end an input that takes too long.
var errInterrupted = errors.New("interrupted")

// evaluate runs an input.
func (r *repl) evaluate(ctx context.Context, line int, input string) (answer app.Answer, err error) {
	err = r.within(ctx, func(ctx context.Context) (err error) {
		answer, err = r.console.Evaluate(ctx, line, input)
		return err
	})
	return answer, err
}

// within does something until it is done, Ctrl-C is pressed, or the time is over.
func (r *repl) within(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if r.timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, r.timeout, fmt.Errorf("stopped after %s", r.timeout))
		defer stop()
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-r.interrupts:
			cancel(errInterrupted)
		case <-done:
		}
	}()
	err := do(ctx)
	if err != nil && ctx.Err() != nil {
		return stopped{context.Cause(ctx), err}
	}
	return err
}

// stopped is an input that was ended from outside.
type stopped struct{ why, where error }

func (s stopped) Error() string { return s.why.Error() }
func (s stopped) Unwrap() error { return s.where }

// tell prints what came of an input.
func (r *repl) tell(answer app.Answer, err error) {
	if answer.Lost {
		fmt.Fprintln(r.err, "the worker had to be replaced: what was declared before is lost")
	}
	switch {
	case err != nil:
		r.failed = true
		printFailure(r.err, painter{r.terminal}, err)
	case answer.Undefined && !r.prompt: // as a script's console.log is
	case answer.IsValue:
		fmt.Fprintln(r.out, answer.Text)
	}
}
