package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// before is the name of the earlier commit's binary among the peers.
const before = "before"

// measureChange compares this tree with an earlier commit, to find what a change costs.
func measureChange(args []string) error {
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	commit := flags.String("against", "HEAD", "the commit that this tree is compared with")
	planned := planOf(flags)
	half := flags.String("only", small, "the endpoints: endpoints, the small ones, or app, those of a backend of articles")
	only := flags.String("endpoints", "", "only these, such as hello,rows")
	profiled := flags.Bool("pgo", true, "build each with its own profile, as `go build` does")
	markdown := flags.Bool("markdown", false, "print as in tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	chosen, err := narrow(contests(time.Now()), *half, "", *only)
	if err != nil {
		return err
	}
	if len(chosen) != 1 {
		return fmt.Errorf("-only names one half: %s or %s", small, whole)
	}
	c := chosen[0]
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	t, err := prepareBoth(*commit, folder, *profiled)
	if err != nil {
		return err
	}
	serving := func(binary string) func(tools) []string {
		return func(t tools) []string { return []string{binary, "serve", filepath.Join(t.peers, c.folder)} }
	}
	c.peers = []peer{{name: us, command: serving(t.fwrun)}, {name: before, command: serving(t.before)}}
	m, err := compareTwo(t, c, planned(), folder)
	if err != nil {
		return err
	}
	return printGrids(os.Stdout, []grid{m.changes("Against " + *commit)}, *markdown)
}

// planOf declares the flags of a comparison. The returned function returns the plan after the
// flags have been parsed.
func planOf(flags *flag.FlagSet) func() plan {
	p := plan{}
	flags.IntVar(&p.Rounds, "rounds", 60, "rounds in which each of the two is measured once on each endpoint")
	flags.IntVar(&p.Starts, "starts", 6, "how often both are started: a process is as fast as its memory happens to lie")
	seconds := flags.Float64("seconds", 0.5, "length of one measurement")
	warmup := flags.Float64("warmup", 2, "seconds of load on each endpoint before anything counts")
	flags.IntVar(&p.Connections, "concurrency", 32, "connections at a time")
	return func() plan {
		p.Time, p.Warmup = time.Duration(*seconds*float64(time.Second)), time.Duration(*warmup*float64(time.Second))
		return p
	}
}

// measureCacheHit compares a handler that makes its object with one that takes it from the cache.
func measureCacheHit(args []string) error {
	flags := flag.NewFlagSet("cache", flag.ContinueOnError)
	planned := planOf(flags)
	markdown := flags.Bool("markdown", false, "print as in tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	work, err := chooseEndpoints("user")
	if err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	t := tools{peers: filepath.Join(root, "tools", "bench", "peers"), cache: filepath.Join(folder, "cache")}
	if t.fwrun, err = buildTree(root, filepath.Join(folder, us), true); err != nil {
		return err
	}
	serving := func(application string) func(tools) []string {
		return func(t tools) []string { return []string{t.fwrun, "serve", filepath.Join(t.peers, application)} }
	}
	c := contest{
		ready: "/hello", endpoints: work, seed: seed,
		peers: []peer{{name: us, command: serving("fwrun-cached")}, {name: before, command: serving("fwrun")}},
	}
	m, err := compareTwo(t, c, planned(), folder)
	if err != nil {
		return err
	}
	return printGrids(os.Stdout, []grid{m.changes("Out of the cache (now), against the plain handler (before)")}, *markdown)
}

// prepareBoth builds this tree and the earlier commit.
func prepareBoth(commit, folder string, profiled bool) (t tools, err error) {
	root, err := filepath.Abs(".")
	if err != nil {
		return t, err
	}
	t = tools{peers: filepath.Join(root, "tools", "bench", "peers"), cache: filepath.Join(folder, "cache")}
	if t.fwrun, err = buildTree(root, filepath.Join(folder, us), profiled); err != nil {
		return t, err
	}
	t.before, err = buildCommit(commit, folder, profiled)
	return t, err
}

// buildCommit builds the binary of an earlier commit in a folder.
func buildCommit(commit, folder string, profiled bool) (string, error) {
	tree := filepath.Join(folder, "tree")
	if err := checkOut(commit, tree); err != nil {
		return "", err
	}
	return buildTree(tree, filepath.Join(folder, before), profiled)
}

// checkOut writes the files of a commit into a new folder.
func checkOut(commit, folder string) error {
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	archive := folder + ".tar"
	if said, err := exec.Command("git", "archive", "-o", archive, commit).CombinedOutput(); err != nil {
		return fmt.Errorf("git archive %s: %w\n%s", commit, err, said)
	}
	if said, err := exec.Command("tar", "-xf", archive, "-C", folder).CombinedOutput(); err != nil {
		return fmt.Errorf("tar: %w\n%s", err, said)
	}
	return nil
}

// compareTwo measures both binaries, in turns. The rounds are shared out among the processes.
func compareTwo(t tools, c contest, p plan, folder string) (*measurements, error) {
	database := filepath.Join(folder, "records.db")
	if err := c.seed(database); err != nil {
		return nil, err
	}
	m, all := measurementsOf(c), p.Rounds
	for start := range p.Starts {
		fmt.Fprintf(os.Stderr, "start %d of %d\n", start+1, p.Starts)
		p.Rounds = all*(start+1)/p.Starts - all*start/p.Starts
		if err := m.measureOnce(t, p, database); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// measureOnce starts all peers, and measures them.
func (m *measurements) measureOnce(t tools, p plan, database string) error {
	running, stop, err := m.startAll(t, database)
	defer stop()
	if err != nil {
		return err
	}
	if err := m.check(running); err != nil {
		return err
	}
	return m.measure(running, p, os.Stderr)
}

// changes returns the table that compares this tree with the earlier one.
func (m *measurements) changes(title string) grid {
	rows := [][]string{{"endpoint", before, "now", "now / before", "95 %"}}
	for _, e := range m.endpoints {
		now, earlier := m.cells[us][e.name].PerCPU, m.cells[before][e.name].PerCPU
		ratio := ratios(now, earlier)
		low, high := interval(ratio)
		rows = append(rows, []string{
			e.title, thousands(median(earlier)), thousands(median(now)), fmt.Sprintf("%.3f", median(ratio)),
			fmt.Sprintf("%.3f to %.3f", low, high),
		})
	}
	return grid{
		strings.TrimSpace(title),
		"Requests per second of the server's CPU time: medians, and the median of the ratios within a round with the interval that " +
			"holds it in 95 of 100 cases.", rows,
	}
}

// interval returns an interval that contains the median of the distribution in 95 of 100 cases.
// It uses the ranks between which a binomial distribution lies, so it works for any distribution
// of the values.
func interval(values []float64) (low, high float64) {
	sorted := slices.Sorted(slices.Values(values))
	n := float64(len(sorted))
	reach := 1.96 * math.Sqrt(n) / 2
	first := max(0, int(math.Floor(n/2-reach)))
	last := min(len(sorted)-1, int(math.Ceil(n/2+reach))-1)
	return sorted[first], sorted[last]
}
