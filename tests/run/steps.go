package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/fwrun/fwrun/tests/needs"
)

// step is one call of go test.
type step struct {
	module string // its folder
	beside bool   // it runs beside the steps after it
	race   bool
	only   []string // names of tests; all when empty
	short  bool
	env    []string
	paths  []string
}

// steps divides packages so that each test runs once: those with goroutines run with the race detector, what does nothing
// there runs without it, and so do the others. Those of the tools, most of which wait, run beside all of them, and then what does nothing with
// the race detector, of which at the end a few servers are left.
func steps(chosen []*pkg, race bool) ([]step, error) {
	tools, plain, long := step{module: "tools", beside: true}, step{module: "."}, step{module: ".", beside: true}
	raced := step{module: ".", race: true, short: true}
	for _, p := range chosen {
		if p.module() == tools.module {
			tools.paths = append(tools.paths, p.ImportPath)
			continue
		}
		if !race || !p.races() {
			plain.paths = append(plain.paths, p.ImportPath)
			continue
		}
		raced.paths = append(raced.paths, p.ImportPath)
		names, err := p.long()
		if err != nil {
			return nil, err
		}
		if len(names) > 0 {
			long.paths, long.only = append(long.paths, p.ImportPath), append(long.only, names...)
		}
	}
	return slices.DeleteFunc([]step{tools, plain, long, raced}, func(s step) bool { return len(s.paths) == 0 }), nil
}

// plainEngine is the step of the packages of the engine that are tested with tricks, without them: see docs/engine-inside.md.
func plainEngine(all, chosen []*pkg) step {
	s := step{module: ".", beside: true, short: true, env: []string{"FWRUN_TRICKS=off"}}
	byPath := map[string]*pkg{}
	for _, p := range all {
		byPath[p.ImportPath] = p
	}
	for _, p := range chosen {
		if strings.HasPrefix(p.name()+"/", "engine/") && reaches(p, module+"engine/inside", byPath) {
			s.paths = append(s.paths, p.ImportPath)
		}
	}
	return s
}

// reaches reports whether a package or its tests are made of another package.
func reaches(p *pkg, path string, byPath map[string]*pkg) bool {
	seen := map[string]bool{p.ImportPath: true}
	todo := slices.Concat(p.Imports, p.TestImports, p.XTestImports)
	for len(todo) > 0 {
		one := todo[0]
		todo = todo[1:]
		if of := byPath[one]; of != nil && !seen[one] {
			seen[one] = true
			todo = append(todo, of.Imports...)
		}
	}
	return seen[path]
}

// How many packages are tested at a time: many tests wait, for servers and for processes.
const (
	atOnce       = "5"
	atOnceBeside = "2"
)

func (s step) args() []string {
	// golangci-lint runs vet's checks, over all files at once.
	args := []string{"test", "-C", s.module, "-json", "-vet=off", "-timeout=20m"}
	if s.beside {
		args = append(args, "-p="+atOnceBeside)
	} else {
		args = append(args, "-p="+atOnce)
	}
	if s.race {
		args = append(args, "-race")
	}
	if s.short {
		args = append(args, "-short")
	}
	if len(s.only) > 0 {
		args = append(args, "-run=^("+strings.Join(s.only, "|")+")$")
	}
	return append(args, s.paths...)
}

// ahead compiles the tests of the steps in turn, while those of steps before run, and returns what says for each step that it may begin.
func ahead(ctx context.Context, lanes *errgroup.Group, planned []step) (compiled []chan error) {
	for range planned {
		compiled = append(compiled, make(chan error, 1))
	}
	lanes.Go(func() error {
		running := false
		for i, s := range planned {
			compiled[i] <- s.compile(ctx, running)
			running = running || !s.beside
		}
		return nil
	})
	return compiled
}

// compile compiles the tests of a step, but leaves linking and running them, and what does not compile, to go test: the tests must not
// have the environment of the compiler. Gently it takes the time of the processors that other tests leave.
func (s step) compile(ctx context.Context, gently bool) error {
	args := []string{"list", "-C", s.module, "-e", "-export", "-test", `-f={{""}}`}
	if s.race {
		args = append(args, "-race")
	}
	return goCommand(ctx, gently, append(args, s.paths...)...)
}

// goEnv returns the environment of a step of the go command: the race detector needs cgo.
func goEnv(args, more []string) []string {
	cgo := "CGO_ENABLED=0"
	if slices.Contains(args, "-race") {
		cgo = "CGO_ENABLED=1"
	}
	env := append(append(os.Environ(), cgo), more...)
	// Some programs of the tests would ask a proxy for what is on this machine.
	const loopback = "127.0.0.1,localhost,::1"
	for _, name := range []string{"NO_PROXY", "no_proxy"} {
		env = append(env, name+"="+strings.TrimPrefix(os.Getenv(name)+","+loopback, ","))
	}
	return env
}

// goCommand runs a go command that compiles; gently with a lower priority, where there is a program for that.
func goCommand(ctx context.Context, gently bool, args ...string) error {
	words := append([]string{"go"}, args...)
	if nice, ok := needs.Find("nice"); ok && gently {
		words = append([]string{nice, "-n", "5"}, words...)
	}
	command := exec.CommandContext(ctx, words[0], words[1:]...)
	command.Env, command.Stdout, command.Stderr = goEnv(args, needs.Compiler), os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("go %s: %w", args[0], err)
	}
	return nil
}
