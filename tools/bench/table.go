package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// measureTable compares fwrun with its peers and prints the result.
func measureTable(args []string) error {
	flags := flag.NewFlagSet("table", flag.ContinueOnError)
	p := plan{}
	flags.IntVar(&p.Rounds, "rounds", 13, "rounds in which each peer is measured once on each endpoint")
	flags.IntVar(&p.Latency, "latency-rounds", 5, "further rounds at a fixed rate, for latency")
	flags.IntVar(&p.Starts, "starts", 7, "times each peer is started")
	flags.IntVar(&p.Edits, "edits", 10, "edits of each peer, for the time of a reload")
	flags.DurationVar(&p.Rest, "rest", time.Minute, "time after the load until memory is measured once more; 0 for not at all")
	seconds := flags.Float64("seconds", 1, "length of one measurement")
	warmup := flags.Float64("warmup", 3, "seconds of load on each endpoint of each peer before anything counts")
	flags.IntVar(&p.Connections, "concurrency", 32, "connections at a time")
	flags.StringVar(&p.Binary, "binary", "", "the fwrun to measure; that of this tree when not set")
	only := flags.String("only", "", "only this half: endpoints, the small ones, or app, a backend of articles")
	names := flags.String("peers", "", "only these, such as fwrun,Bun")
	paths := flags.String("endpoints", "", "only these, such as hello,rows")
	markdown := flags.Bool("markdown", false, "print the section of tools/bench/README.md")
	file := flags.String("json", "", "also write every measurement to this file, as JSON")
	profiles := flags.String("profile", "", "measure nothing; profile fwrun at endpoints, each with a file, "+
		"such as article=article.pb.gz,tags=tags.pb.gz")
	if err := flags.Parse(args); err != nil {
		return err
	}
	p.Time, p.Warmup = time.Duration(*seconds*float64(time.Second)), time.Duration(*warmup*float64(time.Second))
	if *profiles != "" {
		return profileEndpoints(*only, *profiles, p)
	}
	chosen, err := narrow(contests(time.Now()), *only, *names, *paths)
	if err != nil {
		return err
	}
	results, err := compareAll(chosen, p)
	if err != nil {
		return err
	}
	if *file != "" {
		if err := writeFile(*file, results); err != nil {
			return err
		}
	}
	for i, r := range results {
		if i > 0 {
			fmt.Println()
		}
		if err := r.write(os.Stdout, *markdown); err != nil {
			return err
		}
	}
	return nil
}

// choose returns the elements of all with the given names, or all if names is empty.
func choose[T any](what, names string, all []T, name func(T) string) ([]T, error) {
	if names == "" {
		return all, nil
	}
	var chosen []T
	for wanted := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(all, func(t T) bool { return strings.EqualFold(name(t), strings.TrimSpace(wanted)) })
		if i < 0 {
			return nil, fmt.Errorf("there is no %s %q", what, wanted)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

// chooseEndpoints returns the small endpoints that a flag names.
func chooseEndpoints(names string) ([]endpoint, error) {
	return choose("endpoint", names, endpoints(), func(e endpoint) string { return e.name })
}

// result is what was measured in a contest, and where.
type result struct {
	*measurements
	env environmentInfo
}

// compareAll prepares, checks and measures one contest after the other.
func compareAll(chosen []contest, p plan) ([]result, error) {
	folder, remove, err := scratch()
	if err != nil {
		return nil, err
	}
	defer remove()
	var results []result
	for _, c := range chosen {
		r, err := c.compare(filepath.Join(folder, c.name), p, os.Stderr)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// compare measures one contest, with its files in a new folder.
func (c contest) compare(folder string, p plan, progress io.Writer) (r result, err error) {
	if err := os.Mkdir(folder, 0o700); err != nil {
		return r, err
	}
	fmt.Fprintln(progress, "building and installing")
	t, err := prepareWith(c.peers, folder, p.Binary)
	if err != nil {
		return r, err
	}
	if r.env, err = describe(c.peers, t, p); err != nil {
		return r, err
	}
	database := filepath.Join(folder, "contest.db")
	if err := c.seed(database); err != nil {
		return r, err
	}
	r.measurements = measurementsOf(c)
	if err := r.starts(t, database, p, progress); err != nil {
		return r, err
	}
	running, stop, err := r.startAll(t, database)
	defer stop()
	if err != nil {
		return r, err
	}
	fmt.Fprintln(progress, "comparing answers")
	if err := r.check(running); err != nil {
		return r, err
	}
	if err := r.measure(running, p, progress); err != nil {
		return r, err
	}
	if err := r.rest(running, p, progress); err != nil {
		return r, err
	}
	stop()
	if c.name != small {
		return r, nil
	}
	return r, r.reloads(t, folder, p, progress)
}

// check returns an error unless all peers do the same work.
func (m *measurements) check(running []*process) error {
	var all []error
	for _, s := range running {
		if err := m.checkOne(s); err != nil {
			all = append(all, fmt.Errorf("%s does not do the same work, so nothing is measured:\n%w", s.peer.name, err))
		}
	}
	return errors.Join(all...)
}

func (m *measurements) checkOne(s *process) error {
	began := time.Now()
	if err := checkAnswers(s.url(), m.checked); err != nil {
		return err
	}
	if m.wrote == nil {
		return nil
	}
	if err := m.wrote(s.database, began); err != nil {
		return err
	}
	return m.undo(s.database, s.original)
}

// startAll starts every peer for the rounds, one after the other, and measures its memory once it
// is idle.
func (m *measurements) startAll(t tools, database string) (running []*process, stop func(), err error) {
	stop = func() {
		for _, s := range running {
			s.stop()
		}
		running = nil
	}
	for _, p := range m.peers {
		own, err := m.databaseOf(p, database)
		if err != nil {
			return running, stop, err
		}
		s, err := startPeer(p, t, own)
		if err != nil {
			return running, stop, err
		}
		s.original = database
		running = append(running, s)
		if _, err := s.untilAnswer(m.ready); err != nil {
			return running, stop, err
		}
		time.Sleep(2 * time.Second)
		idle, err := s.usage()
		if err != nil {
			return running, stop, err
		}
		m.bodies[p.name].Idle = megabytes(idle.RSS)
	}
	return running, stop, nil
}

// databaseOf returns the database of a peer: the only one, or a copy if peers write.
func (m *measurements) databaseOf(p peer, database string) (string, error) {
	if m.undo == nil {
		return database, nil
	}
	content, err := os.ReadFile(database)
	if err != nil {
		return "", err
	}
	own := strings.TrimSuffix(database, ".db") + "-" + p.name + ".db"
	return own, os.WriteFile(own, content, 0o600)
}
