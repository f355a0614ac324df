package main

import (
	"flag"
	"fmt"
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
	seconds := flags.Float64("seconds", 1, "length of one measurement")
	warmup := flags.Float64("warmup", 3, "seconds of load on each endpoint of each peer before anything counts")
	flags.IntVar(&p.Connections, "concurrency", 32, "connections at a time")
	names := flags.String("peers", "", "only these, such as fwrun,Bun")
	only := flags.String("endpoints", "", "only these, such as hello,rows")
	markdown := flags.Bool("markdown", false, "print the section of bench/README.md")
	file := flags.String("json", "", "also write every measurement to this file, as JSON")
	if err := flags.Parse(args); err != nil {
		return err
	}
	p.Time, p.Warmup = time.Duration(*seconds*float64(time.Second)), time.Duration(*warmup*float64(time.Second))
	chosen, err := choose("peer", *names, peers(), func(p peer) string { return p.name })
	if err != nil {
		return err
	}
	work, err := chooseEndpoints(*only)
	if err != nil {
		return err
	}
	m, env, err := compare(chosen, work, p)
	if err != nil {
		return err
	}
	if *file != "" {
		if err := writeFile(*file, m, env); err != nil {
			return err
		}
	}
	if *markdown {
		return writeMarkdown(os.Stdout, m, env)
	}
	return writeText(os.Stdout, m, env)
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

// chooseEndpoints returns the endpoints that a flag names.
func chooseEndpoints(names string) ([]endpoint, error) {
	return choose("endpoint", names, endpoints(), func(e endpoint) string { return e.name })
}

// compare prepares, checks and measures.
func compare(chosen []peer, work []endpoint, p plan) (*measurements, environmentInfo, error) {
	progress := os.Stderr
	folder, remove, err := scratch()
	if err != nil {
		return nil, environmentInfo{}, err
	}
	defer remove()
	fmt.Fprintln(progress, "building and installing")
	t, err := prepare(chosen, folder)
	if err != nil {
		return nil, environmentInfo{}, err
	}
	env, err := describe(chosen, t, p)
	if err != nil {
		return nil, env, err
	}
	database := filepath.Join(folder, "records.db")
	if err := seed(database); err != nil {
		return nil, env, err
	}
	m := newMeasurements(chosen, work)
	if err := m.starts(t, database, p, progress); err != nil {
		return nil, env, err
	}
	running, stop, err := m.startAll(t, database)
	defer stop()
	if err != nil {
		return nil, env, err
	}
	fmt.Fprintln(progress, "comparing answers")
	for _, s := range running {
		if err := checkAnswers(s.url(), work); err != nil {
			return nil, env, fmt.Errorf("%s does not do the same work, so nothing is measured:\n%w", s.peer.name, err)
		}
	}
	if err := m.measure(running, p, progress); err != nil {
		return nil, env, err
	}
	stop()
	return m, env, m.reloads(t, folder, p, progress)
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
		s, err := startPeer(p, t, database)
		if err != nil {
			return running, stop, err
		}
		running = append(running, s)
		if _, err := s.untilAnswer("/hello"); err != nil {
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
