package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// withPackages is the name of the contest of npm packages.
const withPackages = "packages"

// measureTricks measures what each trick of the engine earns: this tree's binary with all of them, and without one at a time.
func measureTricks(args []string) error {
	flags := flag.NewFlagSet("tricks", flag.ContinueOnError)
	planned := planOf(flags)
	names := flags.String("tricks", "", "only these, such as records,loops; all that can be left out when not set")
	only := flags.String("only", "", "only this half: endpoints, app or packages")
	paths := flags.String("endpoints", "", "only these, such as list,marked")
	markdown := flags.Bool("markdown", false, "print as in tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	left, err := choose("trick", *names, leftOut(), func(name string) string { return name })
	if err != nil {
		return err
	}
	chosen, err := narrow(append(contests(time.Now()), packagesContest()), *only, "", *paths)
	if err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	t, err := findTools(folder)
	if err != nil {
		return err
	}
	if t.fwrun, err = buildFwrun(folder); err != nil {
		return err
	}
	var grids []grid
	for _, c := range chosen {
		c.peers = c.without(left)
		if err := t.install(c.peers); err != nil {
			return err
		}
		m, err := compareTwo(t, c, planned(), folder)
		if err != nil {
			return err
		}
		grids = append(grids, m.earned("Tricks of the engine: "+c.name, left))
	}
	return printGrids(os.Stdout, grids, *markdown)
}

// leftOut lists the tricks that can be left out, by name.
func leftOut() (names []string) {
	for _, t := range inside.Tricks() {
		if !t.Fixed {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	return names
}

// without returns fwrun with all tricks, and once without each.
func (c contest) without(tricks []string) []peer {
	install := []string{}
	if c.name == withPackages {
		install = append(install, c.folder)
	}
	serving := func(without string) func(tools) []string {
		return func(t tools) []string {
			return []string{"/usr/bin/env", inside.Variable + "=" + without, t.fwrun, "serve", filepath.Join(t.peers, c.folder)}
		}
	}
	list := []peer{{name: us, command: serving(""), install: install}}
	for _, name := range tricks {
		list = append(list, peer{name: name, command: serving(name)})
	}
	return list
}

// earned returns the table of what each trick earns: the requests per CPU second with it, divided by those without it.
func (m *measurements) earned(title string, tricks []string) grid {
	rows := [][]string{append([]string{"endpoint"}, tricks...)}
	for _, e := range m.endpoints {
		row := []string{e.title}
		for _, name := range tricks {
			ratio := ratios(m.cells[us][e.name].PerCPU, m.cells[name][e.name].PerCPU)
			low, high := interval(ratio)
			row = append(row, fmt.Sprintf("%.3f (%.2f to %.2f)", median(ratio), low, high))
		}
		rows = append(rows, row)
	}
	return grid{
		title, "Requests per second of the server's CPU time with the trick, divided by those without it: the median of the ratios " +
			"within a round, with the interval that holds it in 95 of 100 cases.", rows,
	}
}

// packagesContest is work with npm packages that applications use, each as its own documentation shows it.
func packagesContest() contest {
	names := []string{
		"ajv", "cheerio", "csv-parse", "diff", "fast-xml-parser", "handlebars", "immer", "jsonata", "lodash", "marked", "mustache", "ramda",
		"slugify", "yaml", "zod",
	}
	c := contest{
		name: withPackages, folder: "packages", ready: "/hello", peers: []peer{{name: us}},
		seed: func(file string) error { return os.WriteFile(file, nil, 0o600) },
	}
	for _, name := range names {
		path := "/packages/" + name
		c.endpoints = append(c.endpoints, endpoint{
			name: name, title: name, load: load.Get(path), good: []exchange{get(path, check(hasResult))},
		})
	}
	return c
}

// hasResult is the check of an answer with the length of what was made.
func hasResult(body []byte) error {
	var answer struct{ Made int }
	if err := json.Unmarshal(body, &answer); err != nil || answer.Made == 0 {
		return errors.Join(err, errors.New("nothing was made"))
	}
	return nil
}
