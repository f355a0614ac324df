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
		return talk(command.Context(), p, timeout, app.Options{
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

// talk opens the prompt, and closes it when the input ends.
func talk(ctx context.Context, p process, timeout time.Duration, options app.Options) error {
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
	c := &conversation{process: p, console: console, timeout: timeout, interrupts: interrupts}
	c.lines = c.openLines(filepath.Base(options.Folder))
	err = c.run(ctx)
	return errors.Join(err, c.lines.close(), console.Close(context.WithoutCancel(ctx)))
}

// conversation is what goes on at the prompt.
type conversation struct {
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
func (c *conversation) openLines(folder string) lines {
	if c.prompt {
		return newTerminal(folder, historyFile(c.process), c.complete)
	}
	return newPlainLines(c.in)
}

func (c *conversation) run(ctx context.Context) error {
	if warnings := c.console.Warnings(); len(warnings) > 0 {
		printDiagnostics(c.err, warnings, c.terminal)
	}
	if c.prompt {
		c.greet()
	}
	for !c.left {
		line, err := c.nextLine(ctx)
		switch {
		case errors.Is(err, errCancelled):
			c.cancelled()
			continue
		case errors.Is(err, io.EOF):
			return c.end(ctx)
		case err != nil:
			return err
		}
		c.take(ctx, line)
	}
	return c.end(ctx)
}

// nextLine waits for a line, unless the session is ended from outside.
func (c *conversation) nextLine(ctx context.Context) (string, error) {
	type read struct {
		line string
		err  error
	}
	select {
	case <-c.interrupts: // pressed once more than it took
	default:
	}
	got := make(chan read, 1)
	goesOn := c.begun != ""
	go func() {
		line, err := c.lines.next(goesOn)
		got <- read{line, err}
	}()
	for {
		select {
		case r := <-got:
			return r.line, r.err
		case <-c.interrupts: // pressed before the line could be edited, or where it cannot
			c.cancelled()
			c.lines.restart()
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

// cancelled is Ctrl-C at the prompt: it drops what is typed. Who presses it again wants to
// leave.
func (c *conversation) cancelled() {
	if c.drops++; c.drops > 1 {
		fmt.Fprintln(c.out, "(Ctrl-D or .exit leaves)")
	}
	c.number += strings.Count(c.begun, "\n")
	c.begun = ""
}

// take takes a line in: a command, or an input when it is complete.
func (c *conversation) take(ctx context.Context, line string) {
	c.number++
	c.drops = 0
	c.lines.remember(line)
	if c.begun == "" && isDotCommand(line) {
		c.command(ctx, line)
		return
	}
	input := c.begun + line
	first := c.number - strings.Count(input, "\n")
	answer, err := c.evaluate(ctx, first, input)
	if errors.Is(err, app.ErrIncomplete) {
		c.begun = input + "\n"
		return
	}
	c.begun = ""
	c.tell(answer, err)
}

// end is the end of the input: what is incomplete stays so.
func (c *conversation) end(ctx context.Context) error {
	if c.prompt && !c.left {
		fmt.Fprintln(c.out) // the shell's prompt comes next
	}
	if c.begun != "" && !c.prompt {
		fmt.Fprintf(c.err, "fwrun: the input ends before the statement does that began in line %d\n", c.number-strings.Count(c.begun, "\n")+1)
		c.failed = true
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case c.failed && !c.prompt:
		return told{exitFailed}
	}
	return nil
}

// The ways to end an input that takes too long.
var errInterrupted = errors.New("interrupted")

// evaluate runs an input.
func (c *conversation) evaluate(ctx context.Context, line int, input string) (answer app.Answer, err error) {
	err = c.within(ctx, func(ctx context.Context) (err error) {
		answer, err = c.console.Evaluate(ctx, line, input)
		return err
	})
	return answer, err
}

// within does something until it is done, Ctrl-C is pressed, or the time is over.
func (c *conversation) within(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if c.timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, c.timeout, fmt.Errorf("stopped after %s", c.timeout))
		defer stop()
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-c.interrupts:
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
func (c *conversation) tell(answer app.Answer, err error) {
	if answer.Lost {
		fmt.Fprintln(c.err, "the worker had to be replaced: what was declared before is lost")
	}
	switch {
	case err != nil:
		c.failed = true
		printFailure(c.err, painter{c.terminal}, err)
	case answer.Undefined && !c.prompt: // as a script's console.log is
	case answer.IsValue:
		fmt.Fprintln(c.out, answer.Text)
	}
}
