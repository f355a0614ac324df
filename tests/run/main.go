// Command run runs tests of the repository beside the servers that they share, each test once, and ends with what was left
// out. The Makefile calls it; docs/testing.md has more.
//
//	go run ./tests/run                   everything
//	go run ./tests/run -race             the same, with the race detector for packages that have goroutines
//	go run ./tests/run -race -plain      those of the engine without its tricks, too
//	go run ./tests/run -area queue       what belongs to an area
//	go run ./tests/run -quick            what the working tree changed, and what imports it, without whole programs
//	go run ./tests/run -missing          the line that installs what this machine lacks, on Debian
//
// What stands behind -- is handed to go test, such as -- -count=1.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sync/errgroup"

	"github.com/fwrun/fwrun/tests/needs"
)

// options are what the command line says.
type options struct {
	race, plain, quick bool
	area               string
	events             string   // a file for what go test -json writes
	actions            string   // an absolute folder for what go test -debug-actiongraph writes, a file for each step
	more               []string // for go test
}

func main() {
	var o options
	flag.BoolVar(&o.race, "race", false, "use the race detector for packages that have goroutines")
	flag.BoolVar(&o.plain, "plain", false, "test the engine without its tricks, too, beside the others")
	flag.BoolVar(&o.quick, "quick", false, "only what the working tree changed, and what imports it")
	flag.StringVar(&o.area, "area", "", "only what belongs to an area, such as queue")
	flag.StringVar(&o.events, "events", "", "write what go test -json writes to a file, too")
	flag.StringVar(&o.actions, "actions", "", "write what go test -debug-actiongraph writes to this folder, which is absolute")
	missing := flag.Bool("missing", false, "print what this machine lacks, and run nothing")
	flag.Parse()
	o.more = flag.Args()
	if *missing {
		fmt.Println(needs.Install(needs.Absent()))
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	failed, err := run(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

// run tests what the options choose, and reports whether a test has failed.
func run(ctx context.Context, o options) (failed bool, err error) {
	all, err := list()
	if err != nil {
		return false, err
	}
	chosen, err := o.choose(all)
	if err != nil {
		return false, err
	}
	planned, err := steps(chosen, o.race)
	if err != nil {
		return false, err
	}
	if plain := plainEngine(all, chosen); o.plain && len(plain.paths) > 0 {
		planned = append(planned, plain)
	}
	servers, err := start(chosen)
	if err != nil {
		return false, err
	}
	defer servers.close()
	r := newReport(os.Stdout)
	if o.events != "" {
		file, err := os.Create(o.events)
		if err != nil {
			return false, err
		}
		defer func() { _ = file.Close() }()
		r.events = file
	}
	env := servers.env()
	if needBinary(chosen) {
		binary, err := filepath.Abs("bin/test/fwrun")
		if err != nil {
			return false, err
		}
		if err := goCommand(ctx, false, "build", "-o", binary, "./cmd/fwrun"); err != nil {
			return false, err
		}
		env = append(env, needs.Built+"="+binary)
	}
	if err := o.runSteps(ctx, r, planned, env); err != nil {
		return false, err
	}
	r.summary()
	return r.failed > 0, nil
}

// runSteps runs the steps one after the other, and beside them those that run beside others.
func (o options) runSteps(ctx context.Context, r *report, planned []step, env []string) error {
	lanes, ctx := errgroup.WithContext(ctx)
	compiled := ahead(ctx, lanes, planned)
	for _, beside := range []bool{true, false} {
		lanes.Go(func() error {
			for i, s := range planned {
				if s.beside != beside {
					continue
				}
				if err := <-compiled[i]; err != nil {
					return err
				}
				args := append(s.args(), o.more...)
				if o.actions != "" {
					args = append(args, fmt.Sprintf("-debug-actiongraph=%s/actions-%d.json", o.actions, i))
				}
				if err := r.test(ctx, strings.Join(s.env, " "), slices.Concat(env, s.env), args); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return lanes.Wait()
}
