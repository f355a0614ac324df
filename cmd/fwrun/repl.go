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
		Short: "Open a prompt with the beans of an application",
		Long: `repl starts an application as serve does, with its real datasources but without listening, and evaluates what you type:
JavaScript or TypeScript, with await. Its beans, its exports and the exports of "fwrun" can be used by name.

When the standard input is not a terminal, it is evaluated to its end: values go to the standard output, errors to the
standard error output, and the exit code is 1 if one of the inputs failed.`,
		Example: `  fwrun repl my-app
  echo 'await users.count()' | fwrun repl my-app`,
		Args: oneFolder,
	}
	addProfile(command, &profile)
	command.Flags().DurationVar(&timeout, "timeout", 0, "how long an input may take, such as 10s; 0 means no limit")
	command.RunE = func(command *cobra.Command, args []string) error {
		options := p.application(args[0], profile)
		options.Dev, options.Logger = true, func(s app.LogSettings) *slog.Logger { return p.log()(quieter(s)) }
		return runREPL(command.Context(), p, timeout, options)
	}
	return command
}

// quieter returns log settings for interactive use, in which only warnings and errors are logged by default.
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
	if p.prompt { // Ctrl-C stops the input, not the process
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
	p.collector.serves()
	r := &repl{process: p, console: console, timeout: timeout, interrupts: interrupts}
	r.lines = r.openLines(filepath.Base(options.Folder))
	err = r.run(ctx)
	return errors.Join(err, r.lines.close(), console.Close(context.WithoutCancel(ctx)))
}

// repl is the state of an interactive session.
type repl struct {
	process
	console    *app.Console
	lines      lines
	timeout    time.Duration
	interrupts <-chan os.Signal

	number int    // number of lines that were read
	begun  string // an input that is not complete yet
	drops  int    // number of consecutive Ctrl-C
	left   bool   // set by .exit
	failed bool
}

// openLines reads from the terminal, or else from the standard input.
func (r *repl) openLines(folder string) lines {
	if r.prompt {
		return newTerminal(folder, historyFile(r.process), r.complete)
	}
	return newPlainLines(r.in)
}

func (r *repl) run(ctx context.Context) error {
	if warnings := r.console.Warnings(); len(warnings) > 0 {
		printDiagnostics(r.err, warnings, r.errColours)
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

// nextLine waits for a line, or until the session is ended from outside.
func (r *repl) nextLine(ctx context.Context) (string, error) {
	type read struct {
		line string
		err  error
	}
	select {
	case <-r.interrupts: // pressed again although it had been handled
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
		case <-r.interrupts: // pressed before the line could be edited, or without a line editor
			r.cancelled()
			r.lines.restart()
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

// cancelled handles Ctrl-C at the prompt: it discards what is typed. Pressed again, it leaves.
func (r *repl) cancelled() {
	if r.drops++; r.drops > 1 {
		fmt.Fprintln(r.out, "(Ctrl-D or .exit leaves)")
	}
	r.number += strings.Count(r.begun, "\n")
	r.begun = ""
}

// take handles a line: a command, or a part of an input, which is evaluated once it is complete.
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

// end handles the end of the input: an incomplete input is not evaluated.
func (r *repl) end(ctx context.Context) error {
	if r.prompt && !r.left {
		fmt.Fprintln(r.out) // the shell's prompt follows
	}
	if r.begun != "" && !r.prompt {
		fmt.Fprintf(r.err, "fwrun: the input ends within the statement that begins in line %d\n", r.number-strings.Count(r.begun, "\n")+1)
		r.failed = true
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case r.failed && !r.prompt:
		return reported{exitFailed}
	}
	return nil
}

// The reasons for which an input is stopped.
var errInterrupted = errors.New("interrupted")

// evaluate runs an input.
func (r *repl) evaluate(ctx context.Context, line int, input string) (answer app.Answer, err error) {
	err = r.within(ctx, func(ctx context.Context) (err error) {
		answer, err = r.console.Evaluate(ctx, line, input)
		return err
	})
	return answer, err
}

// within calls do and returns when it is done, Ctrl-C is pressed, or the time is over.
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

// stopped is the error of an input that was stopped from outside.
type stopped struct{ why, where error }

func (s stopped) Error() string { return s.why.Error() }
func (s stopped) Unwrap() error { return s.where }

// tell prints the result of an input.
func (r *repl) tell(answer app.Answer, err error) {
	if answer.Lost {
		fmt.Fprintln(r.err, "the worker had to be replaced: your declarations are lost")
	}
	switch {
	case err != nil:
		r.failed = true
		printFailure(r.err, painter{r.errColours}, err)
	case answer.Undefined && !r.prompt: // as with a script's console.log
	case answer.IsValue:
		fmt.Fprintln(r.out, answer.Text)
	}
}
