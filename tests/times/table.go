package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const module = "github.com/fwrun/fwrun"

// slowest is how many tests are listed.
const slowest = 60

// row is a package with what it took.
type row struct {
	name          string
	compile, link time.Duration // CPU time of the compiler for the package and its tests, and of the linker
	taken
}

// smallest is what a package takes that has a row of its own.
const smallest = 3 * time.Second

func (r *row) add(other *row) {
	r.compile, r.link, r.CPU, r.Wall = r.compile+other.compile, r.link+other.link, r.CPU+other.CPU, r.Wall+max(other.Wall, other.CPU)
}

func (r row) wait() time.Duration { return max(0, r.Wall-r.CPU) }

func (r row) whole() time.Duration { return r.compile + r.link + r.CPU + r.wait() }

// String returns the cells of the row behind its name.
func (r row) String() string {
	return fmt.Sprintf(" %s | %s | %s | %s |", seconds(r.compile), seconds(r.link), seconds(r.CPU), seconds(r.wait()))
}

// test is a test that has ended.
type test struct {
	name string
	took time.Duration
}

// table prints the packages, and the slowest tests.
func table(out io.Writer, folder string) error {
	rows, libraries, err := packages(folder)
	if err != nil {
		return err
	}
	tests, err := slowTests(filepath.Join(folder, "tests.json"))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "Libraries were compiled for %s s. Compile, link and work are CPU time; wait is the rest of a package's time.\n\n",
		seconds(libraries))
	fmt.Fprint(w, "| package | compile, s | link, s | work, s | wait, s |\n|---|---|---|---|---|\n")
	var others, all row
	small := 0
	for _, r := range rows {
		all.add(r)
		if r.whole() < smallest {
			others.add(r)
			small++
			continue
		}
		fmt.Fprintf(w, "| `%s` |%s\n", r.name, r)
	}
	fmt.Fprintf(w, "| %d others |%s\n| all %d |%s\n\n", small, others, len(rows), all)
	fmt.Fprint(w, "| test | s |\n|---|---|\n")
	for _, t := range tests[:min(slowest, len(tests))] {
		fmt.Fprintf(w, "| `%s` | %s |\n", t.name, seconds(t.took))
	}
	return w.Flush()
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()) }

// packages adds up the actions of the go command and the runs, by package: those that took the longest first.
func packages(folder string) (rows []*row, libraries time.Duration, err error) {
	byName := map[string]*row{}
	of := func(name string) *row {
		if byName[name] == nil {
			byName[name] = &row{name: name}
		}
		return byName[name]
	}
	graphs, err := filepath.Glob(filepath.Join(folder, "actions*.json"))
	if err != nil {
		return nil, 0, err
	}
	for _, graph := range graphs {
		actions, err := readActions(graph)
		if err != nil {
			return nil, 0, err
		}
		for _, a := range actions {
			path, _, _ := strings.Cut(a.Package, " ") // "a/b [a/b.test]"
			path = strings.TrimSuffix(strings.TrimSuffix(path, ".test"), "_test")
			name, own := strings.CutPrefix(path, module+"/")
			switch took := a.CmdUser + a.CmdSys; {
			case a.Mode == "link":
				of(name).link += took
			case a.Mode != "build":
			case own:
				of(name).compile += took
			default:
				libraries += took
			}
		}
	}
	runs, err := notes(folder)
	if err != nil {
		return nil, 0, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, 0, err
	}
	for _, one := range runs {
		name, err := filepath.Rel(here, one.Folder)
		if err != nil {
			return nil, 0, err
		}
		of(filepath.ToSlash(name)).taken = one
	}
	for _, r := range byName {
		if r.compile+r.link+r.Wall > 50*time.Millisecond { // others have no tests, or were compiled before
			rows = append(rows, r)
		}
	}
	slices.SortFunc(rows, func(a, b *row) int {
		return cmp.Or(cmp.Compare(b.compile+b.link+max(b.CPU, b.Wall), a.compile+a.link+max(a.CPU, a.Wall)), cmp.Compare(a.name, b.name))
	})
	return rows, libraries, nil
}

// action is a step of the go command, as -debug-actiongraph writes it.
type action struct {
	Mode, Package   string
	CmdUser, CmdSys time.Duration
}

func readActions(file string) (actions []action, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return actions, json.Unmarshal(text, &actions)
}

// slowTests reads the events of go test -json, and returns the tests at the top, the slowest first.
func slowTests(file string) (tests []test, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	for events := json.NewDecoder(f); ; {
		var e struct {
			Action, Package, Test string
			Elapsed               float64
		}
		switch err := events.Decode(&e); {
		case errors.Is(err, io.EOF):
			slices.SortFunc(tests, func(a, b test) int { return cmp.Compare(b.took, a.took) })
			return tests, nil
		case err != nil:
			return nil, err
		}
		if (e.Action == "pass" || e.Action == "fail") && e.Test != "" && !strings.Contains(e.Test, "/") {
			tests = append(tests, test{strings.TrimPrefix(e.Package, module+"/") + " " + e.Test, time.Duration(e.Elapsed * float64(time.Second))})
		}
	}
}
