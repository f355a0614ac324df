package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/tests/needs"
)

// event is a line of go test -json.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// report shows what go test shows, and keeps what was left out.
type report struct {
	out                     io.Writer
	events                  io.Writer // gets all events, too
	began                   time.Time
	passed, failed, skipped int

	mu      sync.Mutex     // steps may run beside each other
	without map[string]int // how many tests were left out for want of a program
	broken  []string       // what has failed
}

func newReport(out io.Writer) *report {
	return &report{out: out, events: io.Discard, began: time.Now(), without: map[string]int{}}
}

// test runs the go command with -json, and takes its events. What is special about the run is shown behind the names of packages.
func (r *report) test(ctx context.Context, special string, more, args []string) error {
	command := exec.CommandContext(ctx, "go", args...)
	command.Env, command.Stderr = goEnv(args, more), os.Stderr
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	events, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	reported, read := r.read(events, special)
	err = command.Wait()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) && reported > 0 {
		err = nil // the report says what has failed
	}
	return cmp.Or(ctx.Err(), read, err)
}

// read takes events until their end, and returns how many failures they have reported.
func (r *report) read(from io.Reader, special string) (failed int, err error) {
	said := map[string]*bytes.Buffer{} // the output of a test or package that has not ended, by package and test
	for decoder := json.NewDecoder(from); ; {
		var line json.RawMessage
		var e event
		err := decoder.Decode(&line)
		if errors.Is(err, io.EOF) {
			return failed, nil
		}
		if err == nil {
			err = json.Unmarshal(line, &e)
		}
		if err != nil {
			_, _ = io.Copy(io.Discard, from)
			return failed, fmt.Errorf("go test -json: %w", err)
		}
		e.Package = strings.TrimSpace(e.Package + " " + special)
		r.mu.Lock()
		before := r.failed
		_, _ = r.events.Write(append(line, '\n')) // a copy, for those who ask for it
		r.take(e, said)
		failed += r.failed - before
		r.mu.Unlock()
	}
}

func (r *report) take(e event, said map[string]*bytes.Buffer) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "build-output":
		fmt.Fprint(r.out, e.Output)
	case "output":
		if said[key] == nil {
			said[key] = &bytes.Buffer{}
		}
		said[key].WriteString(e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" {
			if e.Action == "fail" {
				r.unended(e.Package, said)
			}
			r.endPackage(e, said[key])
		} else {
			r.endTest(e, said[key])
		}
		delete(said, key)
	}
}

func (r *report) endTest(e event, said *bytes.Buffer) {
	switch e.Action {
	case "pass":
		r.passed++
	case "skip":
		r.skipped++
		if program, ok := needs.Named(said.String()); ok {
			r.without[program]++
		}
	case "fail":
		r.failed++
		r.broken = append(r.broken, strings.TrimPrefix(e.Package, module)+" "+e.Test)
		fmt.Fprintf(r.out, "%s %s\n%s", e.Package, e.Test, said)
	}
}

// unended shows the tests that ran when a package failed: one of them has the panic, such as that of go test's timeout.
func (r *report) unended(pkg string, said map[string]*bytes.Buffer) {
	const most = 4000 // bytes; the stacks of all goroutines follow
	for _, key := range slices.Sorted(maps.Keys(said)) {
		if test, ok := strings.CutPrefix(key, pkg+" "); ok && test != "" {
			fmt.Fprintf(r.out, "%s has not ended\n%s\n", key, bytes.ToValidUTF8(said[key].Next(most), nil))
			delete(said, key)
		}
	}
}

// endPackage shows the line of a package, and what a package said that failed without a test, such as a panic.
func (r *report) endPackage(e event, said *bytes.Buffer) {
	if e.Action == "skip" {
		return // it has no tests
	}
	if e.Action == "fail" {
		if !slices.ContainsFunc(r.broken, func(name string) bool { return strings.HasPrefix(name, strings.TrimPrefix(e.Package, module)+" ") }) {
			r.failed++
			r.broken = append(r.broken, strings.TrimPrefix(e.Package, module))
		}
		if said != nil {
			fmt.Fprint(r.out, said) // its last line is FAIL, the name and the time
		}
		return
	}
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	fmt.Fprintln(r.out, lines[len(lines)-1]) // ok, its name and its time
}

// summary prints how many tests there were, and what was left out.
func (r *report) summary() {
	if len(r.broken) > 0 {
		fmt.Fprintf(r.out, "\nfailed:\n  %s\n", strings.Join(r.broken, "\n  "))
	}
	if len(r.without) > 0 {
		fmt.Fprintln(r.out, "\nleft out, for want of programs:")
		for _, program := range slices.Sorted(maps.Keys(r.without)) {
			fmt.Fprintf(r.out, "  %-20s %d\n", program, r.without[program])
		}
		if line := needs.Install(slices.Sorted(maps.Keys(r.without))); line != "" {
			fmt.Fprintln(r.out, "on Debian:", line)
		}
	}
	fmt.Fprintf(r.out, "\nin %v\n%d passed, %d failed, %d skipped\n", time.Since(r.began).Round(time.Second), r.passed, r.failed, r.skipped)
}
