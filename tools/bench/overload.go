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
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// overloadApp has a handler that computes for some milliseconds.
const overloadApp = `import { GetMapping } from "fwrun";

export const work = GetMapping("/work")(() => {
  let sum = 0;
  for (let i = 0; i < 50_000; i++) sum += i % 7;
  return String(sum);
});
`

// The aims, which were set before anything was measured.
const (
	aimServed    = 1500 * time.Millisecond // p99 of what is served under load
	aimRecovered = time.Second
)

// overloadKinds are the settings that are compared. Without a longest wait only the length of the queue bounds it.
var overloadKinds = []struct {
	name string
	env  []string
}{
	{us, nil},
	{us + ", server.workers.max-wait: 1m", []string{"SERVER_WORKERS_MAX_WAIT=1m"}},
}

// measureOverload offers a multiple of what a server can do, and measures what is served, and when it is as quick as before.
func measureOverload(args []string) error {
	flags := flag.NewFlagSet("overload", flag.ContinueOnError)
	binary := flags.String("binary", "", "the fwrun to measure; that of this tree when not set")
	rounds := flags.Int("rounds", 3, "rounds, each with every kind once")
	times := flags.Float64("times", 4, "the load, as a multiple of what the server can do")
	lasts := flags.Duration("time", 20*time.Second, "for which the load lasts")
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
	if err := errors.Join(os.Mkdir(app, 0o700), os.WriteFile(filepath.Join(app, "work.js"), []byte(overloadApp), 0o600)); err != nil {
		return err
	}
	all := make([][]overload, len(overloadKinds))
	for round := range *rounds {
		for _, i := range rand.Perm(len(all)) {
			one, err := overloadOnce(*binary, app, *times, *lasts, append(overloadKinds[i].env, "FWRUN_CACHE="+folder))
			if err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "round %d of %d, %s: %+v; load of the machine %s\n", round+1, *rounds, overloadKinds[i].name, one, machineLoad())
			all[i] = append(all[i], one)
		}
	}
	rows := [][]string{{"", "can do, 1/s", "p99 idle, ms", "p99 served, ms", "served, %", "refused, %", "failed", "recovered after, ms"}}
	for i, kind := range overloadKinds {
		rows = append(rows, append([]string{kind.name}, overloadRow(all[i])...))
	}
	return printGrids(os.Stdout, []grid{{
		"More requests than the server can serve",
		fmt.Sprintf("%v times as many for %v, %d rounds: median (least to most). Aims: p99 served < %v, recovered after < %v.", *times, *lasts, *rounds,
			aimServed, aimRecovered),
		rows,
	}}, *asMarkdown)
}

// overload is what one run showed, with times in milliseconds.
type overload struct {
	can, idle, p99, served, refused, failed, recovered float64
}

func overloadRow(rounds []overload) (row []string) {
	for _, of := range []func(overload) float64{
		func(o overload) float64 { return o.can }, func(o overload) float64 { return o.idle }, func(o overload) float64 { return o.p99 },
		func(o overload) float64 { return o.served }, func(o overload) float64 { return o.refused },
		func(o overload) float64 { return o.failed }, func(o overload) float64 { return o.recovered },
	} {
		var values []float64
		for _, o := range rounds {
			values = append(values, of(o))
		}
		row = append(row, spreadOf(values).String())
	}
	return row
}

// overloadOnce starts a server, measures what it can do and how quick it is when it has little to do, and overloads it.
func overloadOnce(binary, folder string, times float64, lasts time.Duration, env []string) (o overload, err error) {
	s, err := serve(binary, folder, append(env, "SERVER_MAX_CONNECTIONS_PER_CLIENT=0")...)
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	can, err := load.Run(strings.TrimPrefix(s.url, "http://"), load.Get("/work"), load.Options{Connections: 8, Duration: 3 * time.Second})
	if err != nil {
		return o, err
	}
	o.can = float64(can.Requests) / can.Elapsed.Seconds()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 10_000}, Timeout: time.Minute}
	defer client.CloseIdleConnections()
	idle := offer(client, s.url, o.can/10, 3*time.Second)
	o.idle = milliseconds(p99(idle.served))
	under := offer(client, s.url, o.can*times, lasts)
	o.p99 = milliseconds(p99(under.served))
	o.served, o.refused, o.failed = under.share(len(under.served)), under.share(under.refused), float64(under.failed)
	o.recovered = milliseconds(recovery(under.after, 3*p99(idle.served)))
	return o, nil
}

// offered is what became of requests.
type offered struct {
	mu              sync.Mutex
	served          []time.Duration
	refused, failed int
	after           []probe // requests that followed when the load was over
}

// probe is a request that was sent some time after the end of the load.
type probe struct {
	sent, took time.Duration
	served     bool
}

func (o *offered) share(n int) float64 {
	return 100 * float64(n) / float64(max(1, len(o.served)+o.refused+o.failed))
}

// offer sends requests at a rate, whether or not earlier ones are answered, and then some more, slowly.
func offer(client *http.Client, url string, rate float64, lasts time.Duration) *offered {
	o := &offered{}
	var group sync.WaitGroup
	defer group.Wait()
	began := time.Now()
	for n := 0; ; n++ {
		due := began.Add(time.Duration(float64(n) / rate * float64(time.Second)))
		if due.Sub(began) > lasts {
			break
		}
		time.Sleep(time.Until(due))
		group.Go(func() { o.send(client, url) })
	}
	ended := time.Now()
	for time.Since(ended) < 5*time.Second {
		group.Go(func() {
			sent := time.Now()
			status := statusOf(client, url)
			o.mu.Lock()
			defer o.mu.Unlock()
			o.after = append(o.after, probe{sent.Sub(ended), time.Since(sent), status == http.StatusOK})
		})
		time.Sleep(50 * time.Millisecond)
	}
	return o
}

func (o *offered) send(client *http.Client, url string) {
	began := time.Now()
	status := statusOf(client, url)
	o.mu.Lock()
	defer o.mu.Unlock()
	switch status {
	case http.StatusOK:
		o.served = append(o.served, time.Since(began))
	case http.StatusServiceUnavailable:
		o.refused++
	default:
		o.failed++
	}
}

// statusOf returns the status of the answer; 0 if there is none.
func statusOf(client *http.Client, url string) int {
	response, err := client.Get(url + "/work")
	if err != nil {
		return 0
	}
	defer func() { _ = response.Body.Close() }()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return 0
	}
	return response.StatusCode
}

func p99(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[(len(all)-1)*99/100]
}

// recovery returns when the last of three requests in a row was sent that are not served within the bound. A single one may be
// due to other work of the machine.
func recovery(after []probe, bound time.Duration) (last time.Duration) {
	slices.SortFunc(after, func(a, b probe) int { return int(a.sent - b.sent) })
	slow := 0
	for _, p := range after {
		if p.served && p.took <= bound {
			slow = 0
			continue
		}
		if slow++; slow >= 3 || p.sent < 150*time.Millisecond {
			last = p.sent + p.took
		}
	}
	return last
}

func machineLoad() string {
	text, _ := os.ReadFile("/proc/loadavg") // Linux only
	return strings.TrimSpace(string(text))
}
