package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/fwrun/fwrun/migrate/search/searchtest"
)

// Numbers of files that the aims of migrations are about.
const (
	manyFiles    = 500
	newTemplates = 200
)

// migration measures the command that migrates, on SQLite and on a real search node.
type migration struct {
	binary, scratch string
	node            *migrateNode

	idle      *migrateFolder // one file
	full, due *migrateFolder // many of both kinds: all have run, none has run
	fresh     *migrateFolder // templates to apply
	runs      map[string]*migrateRuns
}

// migrateRuns are the measurements of one command line, by round.
type migrateRuns struct {
	took, memory []float64 // ms from exec to exit, and the most resident memory in MB
}

// Names of what is measured.
const (
	runStart      = "status of one SQL file, nothing else"
	runNothing    = "the version only"
	runSQL        = "500 SQL files, none due"
	runSearch     = "500 search files, none due"
	runPlanSQL    = "plan of 500 SQL files, all due"
	runPlanSearch = "plan of 500 search files, all due"
	runTemplates  = "200 new templates"
	runCurl       = "the same 200 requests by curl"
	runCurlBoth   = "the same by curl, with a record after each"
	runNewSQL     = "500 new SQL files"
	runBaseline   = "baseline of 500 search files"
	roundTrip     = "one request for the records of 500 files"
)

// measureMigrate measures fwrun migrate, and says which of the aims are met.
func measureMigrate(args []string) error {
	flags := flag.NewFlagSet("migrate", flag.ContinueOnError)
	rounds := flags.Int("rounds", 11, "rounds in which everything is measured once, in random order")
	binary := flags.String("binary", "", "measure this binary; by default that of this tree")
	markdown := flags.Bool("markdown", false, "print as in tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	scratch, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	if *binary, err = fwrunIn(scratch, *binary); err != nil {
		return err
	}
	if *binary, err = filepath.Abs(*binary); err != nil {
		return err
	}
	node, err := searchtest.Run()
	if err != nil {
		return err
	}
	defer func() { _ = node.Close() }()
	m := &migration{binary: *binary, scratch: scratch, runs: map[string]*migrateRuns{}}
	if m.node, err = newMigrateNode(node.URL); err != nil {
		return err
	}
	defer m.node.close()
	if err := m.prepare(); err != nil {
		return err
	}
	for round := range *rounds + 1 { // the first warms up the node
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round, *rounds)
		if err := m.round(); err != nil {
			return err
		}
		if round == 0 {
			m.runs = map[string]*migrateRuns{}
		}
	}
	requests, err := m.requests()
	if err != nil {
		return err
	}
	return printGrids(os.Stdout, []grid{m.grid(), m.verdicts(requests)}, *markdown)
}

// prepare writes the folders and lets all files of one of them have run.
func (m *migration) prepare() (err error) {
	if m.idle, err = newMigrateFolder(m.scratch, "idle", m.node.url, 1, 0, 0); err != nil {
		return err
	}
	if m.fresh, err = newMigrateFolder(m.scratch, "fresh", m.node.url, 0, newTemplates, 0); err != nil {
		return err
	}
	if err := m.fresh.writeCurl(m.node.url); err != nil {
		return err
	}
	const templates, indices = manyFiles * 3 / 5, manyFiles * 2 / 5
	if m.due, err = newMigrateFolder(m.scratch, "due", m.node.url, manyFiles, templates, indices); err != nil {
		return err
	}
	if m.full, err = newMigrateFolder(m.scratch, "full", m.node.url, manyFiles, templates, indices); err != nil {
		return err
	}
	return m.recordAll()
}

// recordAll records all files as run: of SQLite by running them, of the node by a baseline.
func (m *migration) recordAll() error {
	if err := m.migrate("", m.full, "-m", "sql"); err != nil {
		return err
	}
	return m.migrate("", m.full, "baseline", m.full.lastSearch, "-m", "opensearch")
}

// requests counts the requests of a run in which nothing is due.
func (m *migration) requests() (int, error) {
	if err := m.full.connect(m.node.counting.URL); err != nil {
		return 0, err
	}
	m.node.count.Store(0)
	err := m.migrate("", m.full, "-m", "opensearch")
	return int(m.node.count.Load()), err
}

// migrate measures `fwrun migrate` with further words, under a name; without one, it only runs.
func (m *migration) migrate(name string, f *migrateFolder, words ...string) error {
	return m.measure(name, f.path, append([]string{m.binary, "migrate"}, words...))
}

func (m *migration) measure(name, folder string, words []string) error {
	took, memory, err := runOnce(folder, words)
	if err != nil {
		return fmt.Errorf("%v: %w", words[1:], err)
	}
	if name != "" {
		m.note(name, took, memory)
	}
	return nil
}

func (m *migration) note(name string, took time.Duration, memory float64) {
	if m.runs[name] == nil {
		m.runs[name] = &migrateRuns{}
	}
	r := m.runs[name]
	r.took, r.memory = append(r.took, milliseconds(took)), append(r.memory, memory)
}

// round measures everything once, in random order.
func (m *migration) round() error {
	tasks := []func() error{
		func() error { return m.measure(runNothing, m.idle.path, []string{m.binary, "version"}) },
		func() error { return m.migrate(runStart, m.idle, "status", "-m", "sql") },
		func() error { return m.migrate(runSQL, m.full, "-m", "sql") },
		func() error { return m.migrate(runSearch, m.full, "-m", "opensearch") },
		func() error { return m.migrate(runPlanSQL, m.due, "plan", "-m", "sql") },
		func() error { return m.migrate(runPlanSearch, m.due, "plan", "-m", "opensearch") },
		m.newSQL, m.baseline, m.askOnce, m.templates,
		func() error { return m.curl(runCurl, "curl.txt") },
		func() error { return m.curl(runCurlBoth, "curl-records.txt") },
	}
	for _, i := range rand.Perm(len(tasks)) {
		if err := tasks[i](); err != nil {
			return err
		}
	}
	return nil
}

func (m *migration) newSQL() error {
	return errors.Join(m.migrate(runNewSQL, m.due, "-m", "sql"), m.due.forget())
}

func (m *migration) baseline() error {
	return errors.Join(m.migrate(runBaseline, m.due, "baseline", m.due.lastSearch, "-m", "opensearch"), m.node.forget(m.due.name))
}

func (m *migration) templates() error {
	return errors.Join(m.migrate(runTemplates, m.fresh, "-m", "opensearch"), m.node.forget(m.fresh.name))
}

func (m *migration) curl(name, configuration string) error {
	return errors.Join(m.measure(name, m.fresh.path, []string{"curl", "--config", configuration}), m.node.forget(m.fresh.name))
}

// askOnce measures the request that a run cannot do without, over a connection that is open.
func (m *migration) askOnce() error {
	took, err := m.node.records(m.full.searchPaths)
	if err == nil {
		m.note(roundTrip, took, 0)
	}
	return err
}
