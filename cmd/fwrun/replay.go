package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/apptest"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/platform/fault"
)

func newReplay(p process) *cobra.Command {
	r := &replayer{process: p}
	command := &cobra.Command{
		Use:   "replay <folder> <file>",
		Short: "Send a recorded request again, and print how the answer differs",
		Long: `replay sends the request of a *.replay.json file to an application, and answers its calls from the file: SQL,
requests, cached values, the time, random numbers. Nothing else is reached, so the result is the same each time. The console and
fwrun serve --record write such files; fwrun test runs those below the folder.

The exit code is 1 when the answer, or a call of the application, differs from the file.`,
		Example: `  fwrun replay my-app tests/get-users-7.replay.json
  fwrun replay my-app /var/log/my-app/20260102T030405.678-001-500-get-users-7.replay.json
  fwrun replay my-app tests/get-users-7.replay.json --update    the new answer is the right one`,
		Args: func(command *cobra.Command, args []string) error {
			if len(args) != 2 {
				return misused(command, "name the folder of an application and a file")
			}
			return nil
		},
	}
	command.Flags().BoolVar(&r.asJSON, "json", false, "print the differences as JSON")
	command.Flags().BoolVar(&r.update, "update", false, "write the new answer to the file; matchers that it satisfies stay")
	command.Flags().StringVar(&r.options.Profile, "profile", "", "profiles to activate in addition to \"test\" (FWRUN_PROFILE)")
	command.RunE = func(command *cobra.Command, args []string) error {
		r.options.Folder, r.options.Env = args[0], p.env
		return r.run(command.Context(), args[1])
	}
	return command
}

// replayer is the command with its flags.
type replayer struct {
	process
	options        app.Options
	asJSON, update bool
}

func (r *replayer) run(ctx context.Context, name string) error {
	path, err := r.find(name)
	if err != nil {
		return err
	}
	file, err := apptest.ReadReplay(path)
	if err != nil {
		return err
	}
	done, err := apptest.Replay(ctx, r.options, file)
	if err != nil {
		return err
	}
	if r.update {
		return r.write(path, done)
	}
	if r.asJSON {
		err = r.printJSON(done)
	} else {
		r.print(name, done)
	}
	if err == nil && !done.OK() {
		return reported{exitFailed}
	}
	return err
}

// find returns where a file is: from the working directory, or else from the folder of the application.
func (r *replayer) find(name string) (string, error) {
	if filepath.IsAbs(name) || exists(name) {
		return name, nil
	}
	if below := filepath.Join(r.options.Folder, name); exists(below) {
		return below, nil
	}
	return "", fault.New("replay", fault.NotFound, fmt.Sprintf("there is no file %s, neither here nor in %s", name, r.options.Folder))
}

// write writes the new answer, unless the application asks for what the file does not have: then the answer means nothing.
func (r *replayer) write(path string, done *apptest.Replayed) error {
	if len(done.Missed) > 0 {
		r.print(path, done)
		return fault.New("replay", fault.Conflict,
			"the file was not changed: calls of the application differ from it, and --update changes only the answer").
			WithHint("record the request again")
	}
	if len(done.Compared.Differences) == 0 {
		fmt.Fprintln(r.out, "the answer is the same as in the file, which was not changed")
		return nil
	}
	done.File.Update(&done.Answer)
	text, err := done.File.Format()
	if err != nil {
		return err
	}
	if err := replaceFile(path, text); err != nil {
		return err
	}
	fmt.Fprintf(r.out, "wrote the new answer to %s: %s\n", path, count(len(done.Compared.Differences), "difference"))
	return nil
}

// replaceFile replaces a file by one with another text, whole or not at all.
func replaceFile(path string, text []byte) error {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	made, err := os.CreateTemp(filepath.Dir(path), ".replay-*")
	if err != nil {
		return err
	}
	_, err = made.Write(text)
	err = errors.Join(err, made.Chmod(mode), made.Close())
	if err == nil {
		err = os.Rename(made.Name(), path)
	}
	if err != nil {
		_ = os.Remove(made.Name())
	}
	return err
}

// print prints what is different, as fwrun test does.
func (r *replayer) print(name string, done *apptest.Replayed) {
	t := tester{process: r.process}
	out := &testPrinter{w: r.out, painter: painter{t.colours}}
	mark := out.green("✓")
	if !done.OK() {
		mark = out.red("✗")
	}
	fmt.Fprintf(r.out, "%s %s %s\n", mark, out.bold(done.Name), out.dim("("+name+")"))
	out.output("    ", done.Output)
	for _, list := range [][]apptest.Failure{done.Failures, done.Strays} {
		for _, failure := range list {
			fmt.Fprintln(r.out)
			out.failure("    ", failure)
		}
	}
}

// replayed is what --json prints.
type replayed struct {
	OK          bool                `json:"ok"`
	Request     string              `json:"request"`
	Differences []replay.Difference `json:"differences"`       // of the answer
	Missed      []missedCall        `json:"calls"`             // what was asked otherwise
	Errors      []string            `json:"errors,omitempty"`  // that were not caught
	Printed     []string            `json:"printed,omitempty"` // by scripts
}

// missedCall is something that was asked otherwise than in the file.
type missedCall struct {
	Message     string              `json:"message"`
	Expected    any                 `json:"expected,omitempty"`
	Received    any                 `json:"received,omitempty"`
	Differences []replay.Difference `json:"differences,omitempty"`
}

func (r *replayer) printJSON(done *apptest.Replayed) error {
	out := replayed{OK: done.OK(), Request: done.Name, Differences: done.Compared.Differences, Missed: []missedCall{}, Printed: done.Output}
	if out.Differences == nil {
		out.Differences = []replay.Difference{}
	}
	for _, m := range done.Missed {
		out.Missed = append(out.Missed, missedCall{m.Message, m.Expected, m.Received, m.Differences})
	}
	for _, f := range done.Strays {
		out.Errors = append(out.Errors, strings.TrimSpace(f.Message))
	}
	e := json.NewEncoder(r.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
