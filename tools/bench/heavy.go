package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/load"
	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// heavyApp has handlers that keep a processor for about a tenth of a second, and a plain route.
const heavyApp = `import { GetMapping, RestController } from "fwrun";

@RestController
export class Api {
  @GetMapping("/plain") plain() { return "plain"; }
  @GetMapping("/computes") computes() { let n = 0; for (let i = 0; i < 600_000; i++) n += i % 7; return { n }; }
  @GetMapping("/makes") makes() {
    const all = [];
    for (let i = 0; i < 60_000; i++) all.push({ i, text: "x" + i });
    return { length: all.filter((x) => x.i % 3).map((x) => x.text).join("").length };
  }
}
`

// heavyMeasured has a value for each round.
type heavyMeasured struct{ median, late, heavy, perCPU []float64 }

// measureHeavy asks a plain route while four clients ask for what takes long, of this tree and of an earlier commit in turns.
func measureHeavy(args []string) error {
	flags := flag.NewFlagSet("heavy", flag.ContinueOnError)
	commit := flags.String("against", "HEAD", "the commit that this tree is compared with")
	rounds := flags.Int("rounds", 5, "rounds in which each of the two is measured once")
	lasts := flags.Duration("time", 5*time.Second, "for which each lasts")
	markdown := flags.Bool("markdown", false, "print as in tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	t, err := prepareBoth(*commit, folder, false)
	if err != nil {
		return err
	}
	app := filepath.Join(folder, "app")
	if err := errors.Join(os.Mkdir(app, 0o700), os.WriteFile(filepath.Join(app, "api.ts"), []byte(heavyApp), 0o600)); err != nil {
		return err
	}
	binaries := map[string]string{us: t.fwrun, before: t.before}
	rows := [][]string{{"beside", "", "plain: median, ms", "p99, ms", "of the others, 1/s", "of the others per CPU second"}}
	for _, path := range []string{"/computes", "/makes"} {
		found := map[string]*heavyMeasured{us: {}, before: {}}
		for round := range *rounds {
			fmt.Fprintf(os.Stderr, "%s: round %d of %d\n", path, round+1, *rounds)
			for _, i := range rand.Perm(len(binaries)) {
				name := []string{us, before}[i]
				if err := found[name].measure(binaries[name], app, path, filepath.Join(folder, "cache-"+name), *lasts); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
		rows = append(rows, found[before].row(path, before), found[us].row(path, us))
	}
	return printGrids(os.Stdout, []grid{{
		"A plain route beside handlers that take a tenth of a second, against " + *commit,
		fmt.Sprintf("Four clients for the handlers, 100 requests a second for the plain route, %v each, %d rounds in turns: median (least to most).",
			*lasts, *rounds),
		rows,
	}}, *markdown)
}

func (m *heavyMeasured) row(path, name string) []string {
	row := []string{path, name}
	for _, values := range [][]float64{m.median, m.late, m.heavy, m.perCPU} {
		row = append(row, spreadOf(values).String())
	}
	return row
}

// measure starts a binary, and asks it.
func (m *heavyMeasured) measure(binary, app, path, cache string, lasts time.Duration) (err error) {
	s, err := serve(binary, app, "FWRUN_CACHE="+cache)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	address, pid := strings.TrimPrefix(s.url, "http://"), s.command.Process.Pid
	began, err := proc.Measure(pid)
	if err != nil {
		return err
	}
	type outcome struct {
		*load.Result
		error
	}
	others := make(chan outcome, 1)
	go func() {
		r, err := load.Run(address, load.Get(path), load.Options{Connections: 4, Duration: lasts})
		others <- outcome{r, err}
	}()
	plain, err := load.Run(address, load.Get("/plain"), load.Options{Connections: 4, Duration: lasts, Rate: 100})
	heavy := <-others
	if err := errors.Join(err, heavy.error); err != nil {
		return err
	}
	ended, err := proc.Measure(pid)
	if err != nil {
		return err
	}
	m.median, m.late = append(m.median, milliseconds(plain.Latency.Quantile(0.5))), append(m.late, milliseconds(plain.Latency.Quantile(0.99)))
	m.heavy = append(m.heavy, float64(heavy.Requests)/heavy.Elapsed.Seconds())
	m.perCPU = append(m.perCPU, float64(heavy.Requests)/(ended.CPU-began.CPU).Seconds())
	return nil
}
