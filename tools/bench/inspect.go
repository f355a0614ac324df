package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/tests/ports"
	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// The ways in which a server is measured.
const (
	plainly  = "without --inspect"
	waiting  = "nobody attached"
	attached = "attached"
	counted  = "counters"
)

// inspectApp computes, and does nothing else.
const inspectApp = `import { GetMapping } from "fwrun";

function fib(n: number): number { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
export const compute = GetMapping("/fib")(() => fib(20));
`

// inspectPart is a part of what is measured.
type inspectPart struct {
	name    string
	measure func() (grid, error)
}

// measureInspect measures what the debugger's port costs, and a debugger that is attached and has no breakpoint.
func measureInspect(args []string) error {
	flags := flag.NewFlagSet("inspect", flag.ContinueOnError)
	rounds := flags.Int("rounds", 15, "rounds, each with every measurement once")
	lasts := flags.Duration("time", time.Second/2, "for which each load lasts")
	controllers := flags.Int("controllers", 1000, "of the application that is reloaded and attached to")
	only := flags.String("only", "", "only these parts: starts, loads, large")
	binary := flags.String("binary", "", "the fwrun to measure; that of this tree when not set")
	asMarkdown := flags.Bool("markdown", false, "print tables for tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	t, err := prepareWith(nil, folder, *binary)
	if err != nil {
		return err
	}
	chosen, err := choose("part", *only, []inspectPart{
		{"starts", func() (grid, error) { return inspectStarts(t, folder, *rounds) }},
		{"loads", func() (grid, error) { return inspectLoads(t, folder, *rounds, *lasts) }},
		{"large", func() (grid, error) { return inspectLarge(t, folder, *rounds, *controllers) }},
	}, func(p inspectPart) string { return p.name })
	if err != nil {
		return err
	}
	var grids []grid
	for _, part := range chosen {
		g, err := part.measure()
		if err != nil {
			return err
		}
		grids = append(grids, g)
	}
	return printGrids(os.Stdout, grids, *asMarkdown)
}

// inspectStarts measures starts with the port and without it, in turns.
func inspectStarts(t tools, folder string, rounds int) (grid, error) {
	ways := []string{plainly, waiting}
	took, cpu := map[string][]float64{}, map[string][]float64{}
	for round := range rounds {
		fmt.Fprintf(os.Stderr, "start %d of %d; load of the machine %s\n", round+1, rounds, machineLoad())
		for _, n := range rand.Perm(len(ways)) {
			ms, used, err := inspectStart(t.fwrun, filepath.Join(folder, "start-cache"), ways[n] == waiting)
			if err != nil {
				return grid{}, err
			}
			if round > 0 { // the first one compiles
				took[ways[n]], cpu[ways[n]] = append(took[ways[n]], ms), append(cpu[ways[n]], used)
			}
		}
	}
	rows := [][]string{{"", "start to first 200, ms", "processor time of all, ms"}}
	for _, way := range ways {
		rows = append(rows, []string{way, spreadOf(took[way]).String(), spreadOf(cpu[way]).String()})
	}
	rows = append(rows, []string{
		"the difference", spreadOf(differences(took[waiting], took[plainly])).String(),
		spreadOf(differences(cpu[waiting], cpu[plainly])).String(),
	})
	return grid{"The start of the users example with the debugger's port", "Compiled by an earlier start, in turns: median (least to most). " +
		"The difference is that within a round; aim: 1 ms. Processor time is that of the process: start, one request and end.", rows}, nil
}

// differences subtracts round by round, as [ratios] divides.
func differences(ours, theirs []float64) []float64 {
	all := make([]float64, 0, min(len(ours), len(theirs)))
	for i := range cap(all) {
		all = append(all, ours[i]-theirs[i])
	}
	return all
}

// inspectStart starts the example, and returns when it has answered, and the processor time of the process from its begin to its end, which the
// system counts more finely than that of one that runs.
func inspectStart(binary, cache string, inspects bool) (ms, cpu float64, err error) {
	app, err := copyExample("scripts/examples/users")
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = os.RemoveAll(app) }()
	var with []string
	if inspects {
		with = []string{"--inspect=0"}
	}
	s, err := serveWith(binary, app, with, "FWRUN_CACHE="+cache)
	if err != nil {
		return 0, 0, err
	}
	response, err := http.Get(s.url + "/users")
	ms = milliseconds(time.Since(s.began))
	if err == nil {
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			err = fmt.Errorf("GET /users: %s", response.Status)
		}
	}
	if err = errors.Join(err, s.stop()); err != nil {
		return 0, 0, err
	}
	return ms, milliseconds(s.command.ProcessState.UserTime() + s.command.ProcessState.SystemTime()), nil
}

// inspectWork is a request that is measured in each way.
type inspectWork struct {
	title, folder string
	request       []byte
	ready         string
	aims          map[string]float64 // the most processor time of a request, as a multiple of that of plainly
}

// inspectLoads measures the processor time of requests, of all ways in turns.
func inspectLoads(t tools, folder string, rounds int, lasts time.Duration) (grid, error) {
	app, database := filepath.Join(folder, "fib"), filepath.Join(folder, "inspect.db")
	c := articlesContest(time.Now())
	err := errors.Join(os.Mkdir(app, 0o700), os.WriteFile(filepath.Join(app, "app.ts"), []byte(inspectApp), 0o600), c.seed(database))
	if err != nil {
		return grid{}, err
	}
	var list []byte
	for _, e := range c.endpoints {
		if e.name == "list" {
			list = e.load
		}
	}
	rows := [][]string{{"requests per CPU second", plainly, waiting, attached, counted, "processor time, nobody attached", attached, counted}}
	for _, work := range []inspectWork{
		{"fib(20)", app, load.Get("/fib"), "/fib", map[string]float64{attached: 20, counted: 3}},
		{"20 articles", filepath.Join(t.peers, c.folder), list, c.ready, map[string]float64{attached: 2.5}},
	} {
		perCPU, err := work.measure(t, database, rounds, lasts)
		if err != nil {
			return grid{}, fmt.Errorf("%s: %w", work.title, err)
		}
		row := []string{work.title}
		for _, way := range []string{plainly, waiting, attached, counted} {
			row = append(row, figure(median(perCPU[way])))
		}
		for _, way := range []string{waiting, attached, counted} {
			times := spreadOf(ratios(perCPU[plainly], perCPU[way]))
			cell := times.String()
			if most := work.aims[way]; most > 0 {
				cell += fmt.Sprintf("; aim ≤ %v: %s", most, metOr(times.Median <= most))
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return grid{"Requests with a debugger, and with counters", fmt.Sprintf(
		"One connection, %v each, %d rounds in turns. Processor time: that of a request as a multiple of one %s, within a round: median (least to most).",
		lasts, rounds, plainly), rows}, nil
}

// measure returns the requests per second of processor time, by way and round.
func (w inspectWork) measure(t tools, database string, rounds int, lasts time.Duration) (perCPU map[string][]float64, err error) {
	perCPU = map[string][]float64{}
	running := map[string]*process{}
	defer func() {
		for _, s := range running {
			s.stop()
		}
	}()
	ways := []string{plainly, waiting, attached, counted}
	for _, way := range ways {
		words, port, err := w.words(t, way)
		if err != nil {
			return nil, err
		}
		s, err := t.start(peer{name: way}, words, "", database)
		if err != nil {
			return nil, err
		}
		running[way] = s
		if _, err := s.untilAnswer(w.ready); err != nil {
			return nil, err
		}
		if way == attached {
			i, _, err := attachTo(port)
			if err != nil {
				return nil, err
			}
			defer i.detach()
		}
	}
	for round := range rounds + 1 {
		fmt.Fprintf(os.Stderr, "%s: round %d of %d; load of the machine %s\n", w.title, round, rounds, machineLoad())
		for _, n := range rand.Perm(len(ways)) {
			found, err := w.once(running[ways[n]], lasts)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", ways[n], err)
			}
			if round > 0 { // the first one warms up
				perCPU[ways[n]] = append(perCPU[ways[n]], found)
			}
		}
	}
	return perCPU, nil
}

// words returns the command of a way, and the port for debuggers.
func (w inspectWork) words(t tools, way string) (words []string, port string, err error) {
	words = []string{t.fwrun, "serve", w.folder}
	switch way {
	case counted:
		words = append([]string{"/usr/bin/env", "FWRUN_INSTRUMENT=counters"}, words...)
	case waiting, attached:
		if port, err = ports.Free(); err == nil {
			words = append(words, "--inspect="+port)
		}
	}
	return words, port, err
}

func (w inspectWork) once(s *process, lasts time.Duration) (perCPU float64, err error) {
	before, err := s.usage()
	if err != nil {
		return 0, err
	}
	asked, err := load.Run(s.address, w.request, load.Options{Connections: 1, Duration: lasts})
	if err != nil {
		return 0, err
	}
	time.Sleep(settle)
	after, err := s.usage()
	if err != nil {
		return 0, err
	}
	if after.CPU == before.CPU {
		return 0, errors.New("it took no processor time: " + strconv.Itoa(asked.Requests) + " requests")
	}
	return float64(asked.Requests) / (after.CPU - before.CPU).Seconds(), nil
}
