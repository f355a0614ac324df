package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// aimCoverage is how much longer a run of tests may take that is counted, which was set before anything was measured.
const aimCoverage = 1.6

// measureCoverage runs the tests of an example without and with counters.
func measureCoverage(args []string) error {
	flags := flag.NewFlagSet("coverage", flag.ContinueOnError)
	binary := flags.String("binary", "", "the fwrun to measure; that of this tree when not set")
	example := flags.String("example", "scripts/examples/bookshop", "folder of the application")
	rounds := flags.Int("rounds", 15, "rounds, each with one run of either kind")
	asMarkdown := flags.Bool("markdown", false, "print a table for tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	if *binary, err = fwrunIn(folder, *binary); err != nil {
		return err
	}
	app := filepath.Join(folder, "app")
	if err := os.CopyFS(app, os.DirFS(*example)); err != nil {
		return err
	}
	var m coverageMeasured
	for round := range *rounds + 1 { // the first fills caches
		err := errors.Join(m.without.run(*binary, app, folder), m.with.run(*binary, app, folder, "--coverage", "--coverage-reporter", "lcov"))
		if err != nil {
			return err
		}
		if round == 0 {
			m = coverageMeasured{}
		}
	}
	return printGrids(os.Stdout, []grid{{
		"Tests that are counted",
		fmt.Sprintf("`fwrun test` of %s without and with `--coverage`, in turns, %d rounds: median (least to most) in ms. Aim: at most %.1f times as long.",
			filepath.Base(*example), *rounds, aimCoverage),
		m.rows(),
	}}, *asMarkdown)
}

// coverageMeasured are the runs without and with counters, by round.
type coverageMeasured struct{ without, with testRuns }

// testRuns are times in milliseconds.
type testRuns struct{ took, cpu []float64 }

func (r *testRuns) run(binary, app, cache string, flags ...string) error {
	command := exec.Command(binary, append([]string{"test", app}, flags...)...)
	command.Env = append(os.Environ(), "FWRUN_CACHE="+cache)
	began := time.Now()
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, said)
	}
	r.took = append(r.took, milliseconds(time.Since(began)))
	r.cpu = append(r.cpu, milliseconds(command.ProcessState.UserTime()+command.ProcessState.SystemTime()))
	return nil
}

func (m *coverageMeasured) rows() [][]string {
	row := func(name string, a, b []float64) []string {
		cell := func(s spread, unit string) string {
			return fmt.Sprintf("%.2f%s (%.2f to %.2f)", s.Median, unit, s.Min, s.Max)
		}
		return []string{name, cell(spreadOf(a), ""), cell(spreadOf(b), ""), cell(spreadOf(ratios(b, a)), "×")}
	}
	return [][]string{
		{"", "without", "with", "ratio"},
		row("time", m.without.took, m.with.took), row("CPU time", m.without.cpu, m.with.cpu),
	}
}
