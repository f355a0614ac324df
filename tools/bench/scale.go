package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/load"
	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// scaled are the measurements of one binary on one application, by round.
type scaled struct {
	check, cold, warm  []float64 // ms
	coldCPU, warmCPU   []float64 // ms of processor time until the first answer
	reload             []float64 // ms from a saved file to the answer of the new code
	own, resident      []float64 // MB, idle
	worker             []float64 // MB of each further VM
	last               []float64 // µs, p50 at the last route
	controllers        int
	binary, app, cache string
}

// moreWorkers is how many further VMs are made to see what one takes.
const moreWorkers = 2

// measureScale measures how the cost of an application grows with it.
func measureScale(args []string) error {
	flags := flag.NewFlagSet("scale", flag.ContinueOnError)
	sizes := flags.String("sizes", "10,100,1000,3000", "numbers of controllers, with commas")
	rounds := flags.Int("rounds", 5, "rounds, each with every measurement once")
	binary := flags.String("binary", "", "the fwrun to measure; that of this tree when not set")
	commit := flags.String("against", "", "a commit that is measured in turns with this tree")
	other := flags.String("before", "", "the binary of that commit, if it has been built")
	profiled := flags.Bool("pgo", true, "build each with its own profile, as `go build` does")
	asMarkdown := flags.Bool("markdown", false, "print a table for tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	numbers, err := scaleSizes(*sizes)
	if err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	names, binaries, err := scaleBinaries(folder, *binary, *commit, *other, *profiled)
	if err != nil {
		return err
	}
	all := make([]*scaled, 0, len(numbers)*len(names))
	for _, n := range numbers {
		app := filepath.Join(folder, fmt.Sprintf("app-%d", n))
		if err := writeScaleApp(app, n); err != nil {
			return err
		}
		for i, name := range names {
			all = append(all, &scaled{controllers: n, binary: binaries[i], app: app, cache: filepath.Join(folder, fmt.Sprintf("cache-%d-%s", n, name))})
		}
	}
	for round := range *rounds {
		for _, i := range rand.Perm(len(all)) {
			fmt.Fprintf(os.Stderr, "round %d of %d, %d controllers, %s; load of the machine %s\n",
				round+1, *rounds, all[i].controllers, names[i%len(names)], machineLoad())
			if err := all[i].measure(); err != nil {
				return fmt.Errorf("%d controllers: %w", all[i].controllers, err)
			}
		}
	}
	return printGrids(os.Stdout, []grid{scaleGrid(all, names)}, *asMarkdown)
}

// scaleSizes reads numbers of controllers.
func scaleSizes(text string) (numbers []int, err error) {
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-sizes: %q is not a number of controllers", word)
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// scaleBinaries returns what is measured: the binary of this tree, and that of a commit if one is given.
func scaleBinaries(folder, binary, commit, other string, profiled bool) (names, binaries []string, err error) {
	if binary == "" {
		root, err := filepath.Abs(".")
		if err != nil {
			return nil, nil, err
		}
		if binary, err = buildTree(root, filepath.Join(folder, us), profiled); err != nil {
			return nil, nil, err
		}
	}
	switch {
	case other != "":
	case commit != "":
		if other, err = buildCommit(commit, folder, profiled); err != nil {
			return nil, nil, err
		}
	default:
		return []string{us}, []string{binary}, nil
	}
	return []string{before, us}, []string{other, binary}, nil
}

// measure measures everything once.
func (m *scaled) measure() error {
	if err := os.RemoveAll(m.cache); err != nil {
		return err
	}
	if err := m.checks(); err != nil {
		return err
	}
	cold, cpu, s, err := m.start()
	if err != nil {
		return err
	}
	m.cold, m.coldCPU = append(m.cold, cold), append(m.coldCPU, cpu)
	if err := errors.Join(m.kept(), s.stop()); err != nil {
		return err
	}
	one, err := m.idle("SERVER_WORKERS_MIN=1")
	if err != nil {
		return err
	}
	more, err := m.idle(fmt.Sprintf("SERVER_WORKERS_MIN=%d", 1+moreWorkers))
	if err != nil {
		return err
	}
	m.worker = append(m.worker, (more-one)/moreWorkers)
	if err := m.starts(); err != nil {
		return err
	}
	return m.reloads()
}

// checks measures `fwrun check`, without a cache.
func (m *scaled) checks() error {
	command := exec.Command(m.binary, "check", m.app)
	command.Env = append(os.Environ(), "FWRUN_CACHE="+m.cache)
	began := time.Now()
	said, err := command.CombinedOutput()
	m.check = append(m.check, milliseconds(time.Since(began)))
	if err != nil {
		return fmt.Errorf("fwrun check: %w\n%s", err, said)
	}
	return os.RemoveAll(m.cache)
}

// kept waits until the cache has the application.
func (m *scaled) kept() error {
	for began := time.Now(); time.Since(began) < startLimit; time.Sleep(10 * time.Millisecond) {
		var found bool
		err := filepath.WalkDir(m.cache, func(_ string, entry os.DirEntry, err error) error {
			found = found || err == nil && !entry.IsDir() && !strings.HasPrefix(entry.Name(), ".")
			return nil
		})
		if err != nil || found {
			return err
		}
	}
	return errors.New("nothing was kept for the next start")
}

// start starts the server and waits for the answer of the last route.
func (m *scaled) start(env ...string) (ms, cpu float64, s *server, err error) {
	if s, err = serve(m.binary, m.app, append(env, "FWRUN_CACHE="+m.cache)...); err != nil {
		return 0, 0, nil, err
	}
	response, err := http.Get(s.url + m.lastRoute())
	if err != nil {
		return 0, 0, nil, errors.Join(err, s.stop())
	}
	ms = milliseconds(time.Since(s.began))
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return 0, 0, nil, errors.Join(fmt.Errorf("GET %s: %s", m.lastRoute(), response.Status), s.stop())
	}
	used, err := proc.Measure(s.command.Process.Pid)
	return ms, milliseconds(used.CPU), s, err
}

func (m *scaled) lastRoute() string { return fmt.Sprintf("/shops/%d/orders/summary", m.controllers-1) }

// idle returns the memory that a server has for itself when it has nothing to do.
func (m *scaled) idle(env string) (own float64, err error) {
	_, _, s, err := m.start(env)
	if err != nil {
		return 0, err
	}
	time.Sleep(3 * time.Second) // idle: memory that only the start needed has been released
	own, err = proc.Resident(s.command.Process.Pid, proc.Own)
	return own, errors.Join(err, s.stop())
}

// starts measures a start from the cache, the memory after it, and the last route.
func (m *scaled) starts() error {
	warm, cpu, s, err := m.start()
	if err != nil {
		return err
	}
	m.warm, m.warmCPU = append(m.warm, warm), append(m.warmCPU, cpu)
	time.Sleep(3 * time.Second)
	own, ownErr := proc.Resident(s.command.Process.Pid, proc.Own)
	resident, residentErr := proc.Resident(s.command.Process.Pid, proc.Now)
	m.own, m.resident = append(m.own, own), append(m.resident, resident)
	asked, err := load.Run(strings.TrimPrefix(s.url, "http://"), load.Get(m.lastRoute()), load.Options{Connections: 1, Duration: time.Second})
	if err == nil {
		m.last = append(m.last, float64(asked.Latency.Quantile(0.5).Nanoseconds())/1e3)
	}
	return errors.Join(ownErr, residentErr, err, s.stop())
}

// reloads measures from a saved file to the answer of its new code.
func (m *scaled) reloads() error {
	file := filepath.Join(m.app, filepath.FromSlash(scaleEdited(m.controllers-1)))
	original, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	s, err := serveWith(m.binary, m.app, []string{"--watch"}, "FWRUN_CACHE="+m.cache)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("Shop %d", m.controllers-1)
	for i := range 2 { // the first is of a process that has compiled nothing yet
		next := fmt.Sprintf("%s, edited %d times", name, i+1)
		time.Sleep(time.Second)
		began := time.Now()
		if err := replaceFile(file, bytes.ReplaceAll(original, []byte(`"`+name+`"`), []byte(`"`+next+`"`))); err != nil {
			return errors.Join(err, s.stop())
		}
		if err := untilSaid(s.url+m.lastRoute(), next); err != nil {
			return errors.Join(err, s.stop())
		}
		m.reload = append(m.reload, milliseconds(time.Since(began)))
	}
	return errors.Join(s.stop(), replaceFile(file, original))
}

// untilSaid requests an address every millisecond until the answer contains a text.
func untilSaid(url, text string) error {
	for began := time.Now(); time.Since(began) < startLimit; time.Sleep(time.Millisecond) {
		response, err := http.Get(url)
		if err != nil {
			return err
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err == nil && bytes.Contains(body, []byte(text)) {
			return nil
		}
	}
	return fmt.Errorf("%q was not answered within %v", text, startLimit)
}

// scaleGrid makes a row of each application and binary.
func scaleGrid(all []*scaled, names []string) grid {
	rows := [][]string{{
		"controllers", "", "check, ms", "cold start, ms", "of processors", "warm start, ms", "of processors", "reload, ms",
		"own memory, MB", "resident, MB", "each further worker, MB", "p50 at the last route, µs",
	}}
	for i, m := range all {
		row := []string{strconv.Itoa(m.controllers), names[i%len(names)]}
		for _, values := range [][]float64{m.check, m.cold, m.coldCPU, m.warm, m.warmCPU, m.reload, m.own, m.resident, m.worker, m.last} {
			row = append(row, figure(median(values)))
		}
		rows = append(rows, row)
	}
	return grid{
		"How cost grows",
		"Applications of controllers with five routes, a service and two classes of bodies each, in three files. Start: " +
			"from exec to the first answer of the last route. Medians; aims for 1,000: check 800 ms, warm start 500 ms, reload 400 ms, own memory 120 MB.",
		rows,
	}
}
