package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// heavyPackages are packages whose code is large.
const heavyPackages = "openai,ai,graphql,zod,eta,handlebars,@aws-sdk/client-s3"

// measurePackages measures what packages cost at a start for development, at a reload and at a check, with each binary.
func measurePackages(args []string) error {
	flags := flag.NewFlagSet("packages", flag.ContinueOnError)
	names := flags.String("packages", heavyPackages, "what the application imports")
	binaries := flags.String("binaries", "", "the binaries to measure, with commas")
	edits := flags.Int("edits", 5, "reloads, and checks")
	asMarkdown := flags.Bool("markdown", false, "print a table for tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	app := &packagesApp{folder: filepath.Join(folder, "app"), packages: strings.Split(*names, ",")}
	if err := app.install(); err != nil {
		return err
	}
	rows := [][]string{{"", "first start", "a reload", "a check again", "start from the cache"}}
	for i, binary := range strings.Split(*binaries, ",") {
		t := tools{fwrun: binary, cache: filepath.Join(folder, fmt.Sprintf("cache%d", i))}
		row, err := app.measure(t, *edits)
		if err != nil {
			return err
		}
		rows = append(rows, append([]string{binary}, row...))
	}
	return printGrids(os.Stdout, []grid{{
		"What packages cost at a reload", "Processor time in ms, all threads: median (least to most). The application imports " + *names + ".", rows,
	}}, *asMarkdown)
}

// packagesApp is an application that imports packages and answers with a number.
type packagesApp struct {
	folder   string
	packages []string
	number   int
}

func (a *packagesApp) install() error {
	if err := os.Mkdir(a.folder, 0o700); err != nil {
		return err
	}
	install := exec.Command("npm", append([]string{"install", "--silent", "--prefix", a.folder}, a.packages...)...)
	install.Dir = a.folder
	if said, err := install.CombinedOutput(); err != nil {
		return fmt.Errorf("npm install: %w\n%s", err, said)
	}
	return a.edit()
}

// edit writes the application with the next number.
func (a *packagesApp) edit() error {
	a.number++
	var text bytes.Buffer
	text.WriteString("import { GetMapping } from \"fwrun\";\n")
	var names []string
	for i, name := range a.packages {
		fmt.Fprintf(&text, "import * as p%d from %q;\n", i, name)
		names = append(names, fmt.Sprintf("Object.keys(p%d).length", i))
	}
	fmt.Fprintf(&text, "export const all = GetMapping(\"/\")(() => ({ sizes: [%s], number: \"%s\" }));\n", strings.Join(names, ", "), a.text())
	return replaceFile(filepath.Join(a.folder, "app.ts"), text.Bytes())
}

func (a *packagesApp) text() string { return fmt.Sprintf("number %d", a.number) }

// measure returns the cells of a row.
func (a *packagesApp) measure(t tools, edits int) ([]string, error) {
	first, reloads, err := a.serve(t, edits)
	if err != nil {
		return nil, err
	}
	var checks []float64
	for range edits {
		if err := a.edit(); err != nil {
			return nil, err
		}
		check := exec.Command(t.fwrun, "check", a.folder)
		check.Env = append(os.Environ(), "FWRUN_CACHE="+t.cache)
		if said, err := check.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("check: %w\n%s", err, said)
		}
		checks = append(checks, milliseconds(check.ProcessState.UserTime()+check.ProcessState.SystemTime()))
	}
	if _, _, err := a.serve(t, 0); err != nil { // so that the application is in the cache as it is
		return nil, err
	}
	var starts []float64
	for range edits {
		took, _, err := a.serve(t, 0)
		if err != nil {
			return nil, err
		}
		starts = append(starts, took)
	}
	return []string{fmt.Sprintf("%.0f", first), spreadOf(reloads).String(), spreadOf(checks).String(), spreadOf(starts).String()}, nil
}

// serve starts the application and edits it. It returns the processor time until the first answer, and that of each reload, with what a reload
// leaves to the background.
func (a *packagesApp) serve(t tools, edits int) (start float64, reloads []float64, err error) {
	s, err := t.start(peer{name: "fwrun"}, []string{t.fwrun, "serve", "--dev", "--watch", a.folder}, a.folder, "")
	if err != nil {
		return 0, nil, err
	}
	defer s.stop()
	if _, err := s.untilText("/", a.text()); err != nil {
		return 0, nil, err
	}
	began, err := proc.Measure(s.command.Process.Pid)
	if err != nil {
		return 0, nil, err
	}
	for range edits {
		before, err := a.quiet(s)
		if err != nil {
			return 0, nil, err
		}
		if err := a.edit(); err != nil {
			return 0, nil, err
		}
		if _, err := s.untilText("/", a.text()); err != nil {
			return 0, nil, err
		}
		after, err := a.quiet(s)
		if err != nil {
			return 0, nil, err
		}
		reloads = append(reloads, milliseconds(after-before))
	}
	_, err = a.quiet(s) // what is kept is written then
	return milliseconds(began.CPU), reloads, err
}

// quiet waits until the process takes no processor time, and returns what it has taken.
func (a *packagesApp) quiet(s *process) (time.Duration, error) {
	last := time.Duration(-1)
	for {
		now, err := proc.Measure(s.command.Process.Pid)
		if err != nil || now.CPU-last < 20*time.Millisecond && last >= 0 {
			return now.CPU, err
		}
		last = now.CPU
		time.Sleep(2 * time.Second)
	}
}
