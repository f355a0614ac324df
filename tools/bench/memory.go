package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// idling are the measurements of one binary, by round.
type idling struct {
	own, resident []float64 // MB, two seconds after the first 200
	start         []float64 // ms from exec to the first 200
}

// measureMemory compares the idle memory and the start of this tree with those of an earlier commit. Both are
// measured in turns, because the pages of a binary's file that count depend on the page cache.
func measureMemory(args []string) error {
	flags := flag.NewFlagSet("memory", flag.ContinueOnError)
	commit := flags.String("against", "HEAD", "the commit that this tree is compared with")
	rounds := flags.Int("rounds", 15, "rounds in which each of the two is started once")
	example := flags.String("example", "scripts/examples/users", "folder of the application")
	path := flags.String("path", "/users", "what is requested of it")
	profiled := flags.Bool("pgo", true, "build each with its own profile, as `go build` does")
	markdown := flags.Bool("markdown", false, "print as in tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	t, err := prepareBoth(*commit, folder, *profiled)
	if err != nil {
		return err
	}
	binaries := map[string]string{us: t.fwrun, before: t.before}
	found := map[string]*idling{us: {}, before: {}}
	for round := range *rounds + 1 { // the first fills the caches
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round, *rounds)
		for _, i := range rand.Perm(len(binaries)) {
			name := []string{us, before}[i]
			into := found[name]
			if round == 0 {
				into = &idling{}
			}
			if err := into.measure(binaries[name], *example, *path, filepath.Join(folder, "cache-"+name)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return printGrids(os.Stdout, []grid{compareIdling("Idle memory and start, against "+*commit, found[us], found[before])}, *markdown)
}

// measure starts a binary on a copy of an example, with what an earlier start has compiled.
func (m *idling) measure(binary, example, path, cache string) error {
	folder, err := copyExample(example)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	s, err := serve(binary, folder, "FWRUN_CACHE="+cache)
	if err != nil {
		return err
	}
	response, err := http.Get(s.url + path)
	if err != nil {
		return err
	}
	m.start = append(m.start, milliseconds(time.Since(s.began)))
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	time.Sleep(2 * time.Second) // idle: memory that only the start needed has been released
	resident, err := proc.Resident(s.command.Process.Pid, proc.Now)
	if err != nil {
		return err
	}
	own, err := proc.Resident(s.command.Process.Pid, proc.Own)
	if err != nil {
		return err
	}
	m.resident, m.own = append(m.resident, resident), append(m.own, own)
	return s.stop()
}

func compareIdling(title string, now, earlier *idling) grid {
	rows := [][]string{{"", before, "now", "now / before", "95 %"}}
	for _, one := range []struct {
		what         string
		now, earlier []float64
	}{
		{"the process's own memory, MB", now.own, earlier.own},
		{"resident, MB", now.resident, earlier.resident},
		{"start to first 200, ms", now.start, earlier.start},
	} {
		ratio := ratios(one.now, one.earlier)
		low, high := interval(ratio)
		rows = append(rows, []string{
			one.what, fmt.Sprintf("%.2f", median(one.earlier)), fmt.Sprintf("%.2f", median(one.now)),
			fmt.Sprintf("%.3f", median(ratio)), fmt.Sprintf("%.3f to %.3f", low, high),
		})
	}
	return grid{title, "Medians of rounds in which each was started once, and the median of the ratios within a round.", rows}
}
