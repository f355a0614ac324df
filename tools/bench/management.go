package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/tools/bench/internal/load"
	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// managedApp has what the endpoints tell of: routes, and in managedHealth six health indicators, of which the slowest takes
// slowestIndicator.
const managedApp = `import { GetMapping, PathVariable, RestController } from "fwrun";

@RestController
export class Api {
  @GetMapping("/hello") hello() { return "Hello, world!"; }

  /** @param {int} id */
  @GetMapping("/users/{id}") user(@PathVariable id) { return { id, name: "Ada Lovelace", email: "ada@example.com" }; }
%s}
`

const managedHealth = `import { Health, HealthIndicator, HealthInformer } from "fwrun";

const after = (ms) => new Promise((done) => setTimeout(done, ms));
%s`

const (
	slowestIndicator = 20 * time.Millisecond
	turns            = 4   // of each of two processes that are compared, in a round
	scrapedRoutes    = 120 // which have more than 2,000 series
)

// managedFiles returns the application, with further routes and with health indicators.
func managedFiles(routes, indicators int) map[string]string {
	var more, health strings.Builder
	for i := range routes {
		fmt.Fprintf(&more, "  @GetMapping(\"/route%d\") route%d() { return \"here\"; }\n", i, i)
	}
	for i := range indicators {
		took := slowestIndicator.Milliseconds() / int64(i+1)
		fmt.Fprintf(&health, "@HealthInformer export class Part%d extends HealthIndicator { async health() { await after(%d); return Health.up(); } }\n", i,
			took)
	}
	files := map[string]string{"app.js": fmt.Sprintf(managedApp, more.String())}
	if indicators > 0 {
		files["health.js"] = fmt.Sprintf(managedHealth, health.String())
	}
	return files
}

// managementOn turns all endpoints on, at a listener that anybody on the machine may ask.
func managementOn() []string {
	env := []string{"MANAGEMENT_ENDPOINTS_ENABLED=true", "MANAGEMENT_ENDPOINT_HEALTH_SHOW_DETAILS=always"}
	for _, id := range config.Endpoints() {
		env = append(env, "MANAGEMENT_ENDPOINT_"+strings.ToUpper(id)+"_ENABLED=true")
	}
	return env
}

// measureManagement measures what management endpoints and metrics cost an application: at start, idle, in a request, and when they
// are asked. It says which of the aims are met.
func measureManagement(args []string) error {
	flags := flag.NewFlagSet("management", flag.ContinueOnError)
	binary := flags.String("binary", "", "the binary; this tree is built when not set")
	rounds := flags.Int("rounds", 15, "rounds, each with every measurement once")
	only := flags.String("only", "starts,requests,scrape,health", "what is measured, with commas")
	each := flags.Duration("time", time.Second, "for each endpoint in a round, with and without")
	if err := flags.Parse(args); err != nil {
		return err
	}
	m := &managementBench{binary: *binary, each: *each, values: map[string][]float64{}}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	m.cache = filepath.Join(folder, "cache")
	if m.binary, err = fwrunIn(folder, m.binary); err != nil {
		return err
	}
	// What is compiled is kept: no start that counts is the first one.
	if err := m.with(managedFiles(0, 0), nil, func(*server) error { return nil }); err != nil {
		return err
	}
	all := map[string]func() error{"starts": m.starts, "requests": m.requests, "scrape": m.scrape, "health": m.health}
	var steps []func() error
	for name := range strings.SplitSeq(*only, ",") {
		step, known := all[name]
		if !known {
			return fmt.Errorf("-only: there is no %q", name)
		}
		steps = append(steps, step)
	}
	for round := range *rounds {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, *rounds)
		for _, i := range rand.Perm(len(steps)) {
			if err := steps[i](); err != nil {
				return err
			}
		}
	}
	m.print()
	return nil
}

// managementBench are the measurements, by name.
type managementBench struct {
	binary, cache string
	each          time.Duration
	values        map[string][]float64
}

func (m *managementBench) add(name string, value float64) {
	m.values[name] = append(m.values[name], value)
}

func (m *managementBench) print() {
	for _, row := range []struct{ name, unit, aim string }{
		{"start to listening, off", "ms", ""},
		{"start to listening, all on", "ms beyond", "<= 2"},
		{"idle memory, off", "MB", ""},
		{"idle memory, all on", "MB beyond", "<= 2"},
		{"CPU of GET /hello, all on / off", "", "<= 1.02"},
		{"CPU of GET /users/{id}, all on / off", "", "<= 1.02"},
		{"a scrape", "series", ""},
		{"a scrape, for 2,000 series", "ms", "<= 5"},
		{"health, six indicators, beyond the slowest", "ms", "<= 2"},
	} {
		v := m.values[row.name]
		if len(v) == 0 {
			continue
		}
		low, high := interval(v)
		fmt.Printf("%-44s %9.3f %-10s (%.3f to %.3f; 95 %%: %.3f to %.3f)  %s\n",
			row.name, median(v), row.unit, slices.Min(v), slices.Max(v), low, high, row.aim)
	}
}

// serve serves an application.
func (m *managementBench) serve(files map[string]string, env ...string) (s *server, stop func() error, err error) {
	folder, remove, err := scratch()
	if err != nil {
		return nil, nil, err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			remove()
			return nil, nil, err
		}
	}
	if s, err = serve(m.binary, folder, append(env, "FWRUN_CACHE="+m.cache)...); err != nil {
		remove()
		return nil, nil, err
	}
	return s, func() error { defer remove(); return s.stop() }, nil
}

// with serves an application while it is used.
func (m *managementBench) with(files map[string]string, env []string, use func(s *server) error) error {
	s, stop, err := m.serve(files, env...)
	if err != nil {
		return err
	}
	return errors.Join(use(s), stop())
}

// starts measures start and idle memory without and with the endpoints, in turns: the start a few times, the memory once.
func (m *managementBench) starts() error {
	took, memory := map[bool][]float64{}, map[bool]float64{}
	for try := range 6 {
		for _, i := range rand.Perm(2) {
			on := i == 1
			var env []string
			if on {
				env = managementOn()
			}
			err := m.with(managedFiles(0, 0), env, func(s *server) (err error) {
				took[on] = append(took[on], milliseconds(time.Since(s.began)))
				if try > 0 {
					return nil
				}
				time.Sleep(2 * time.Second)
				memory[on], err = s.memory()
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	off := median(took[false])
	m.add("start to listening, off", off)
	m.add("start to listening, all on", median(took[true])-off)
	m.add("idle memory, off", memory[false])
	m.add("idle memory, all on", memory[true]-memory[false])
	return nil
}

// requests compares what requests cost two processes that serve at the same time, and are asked in turns.
func (m *managementBench) requests() error {
	return m.with(managedFiles(0, 0), nil, func(off *server) error {
		return m.with(managedFiles(0, 0), managementOn(), func(on *server) error {
			both := []*server{off, on}
			for _, e := range []struct{ name, path string }{{"GET /hello", "/hello"}, {"GET /users/{id}", "/users/42"}} {
				for _, s := range both { // warms up
					if _, err := m.cost(s, e.path); err != nil {
						return err
					}
				}
				var cost [2]float64
				for range turns {
					for _, i := range rand.Perm(2) {
						took, err := m.cost(both[i], e.path)
						if err != nil {
							return err
						}
						cost[i] += took
					}
				}
				m.add("CPU of "+e.name+", all on / off", cost[1]/cost[0])
			}
			return nil
		})
	})
}

// cost returns the CPU time of a request, in seconds.
func (m *managementBench) cost(s *server, path string) (float64, error) {
	before, err := proc.Measure(s.command.Process.Pid)
	if err != nil {
		return 0, err
	}
	result, err := load.Run(strings.TrimPrefix(s.url, "http://"), load.Get(path), load.Options{Connections: 16, Duration: m.each / turns})
	if err != nil {
		return 0, err
	}
	time.Sleep(settle)
	after, err := proc.Measure(s.command.Process.Pid)
	return (after.CPU - before.CPU).Seconds() / float64(result.Requests), err
}

// scrape measures an answer of the prometheus endpoint after many routes have been requested.
func (m *managementBench) scrape() error {
	return m.with(managedFiles(scrapedRoutes, 0), managementOn(), func(s *server) error {
		for i := range scrapedRoutes {
			if _, err := getText(fmt.Sprintf("%s/route%d", s.url, i)); err != nil {
				return err
			}
		}
		var times []float64
		series := 0
		for range 20 {
			began := time.Now()
			text, err := getText(s.url + "/actuator/prometheus")
			if err != nil {
				return err
			}
			times, series = append(times, milliseconds(time.Since(began))), 0
			for line := range strings.Lines(text) {
				if !strings.HasPrefix(line, "#") {
					series++
				}
			}
		}
		m.add("a scrape", float64(series))
		m.add("a scrape, for 2,000 series", median(times)*2000/float64(series))
		return nil
	})
}

// health measures an answer of the health endpoint.
func (m *managementBench) health() error {
	return m.with(managedFiles(0, 6), managementOn(), func(s *server) error {
		var times []float64
		for range 20 {
			began := time.Now()
			if _, err := getText(s.url + "/actuator/health"); err != nil {
				return err
			}
			times = append(times, milliseconds(time.Since(began)-slowestIndicator))
		}
		m.add("health, six indicators, beyond the slowest", median(times))
		return nil
	})
}
