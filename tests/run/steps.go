package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// step is one call of go test.
type step struct {
	race  bool
	only  []string // names of tests; all when empty
	short bool
	paths []string
}

// steps divides packages so that each test runs once: those with goroutines run with the race detector, what does nothing
// there runs without it, and so do the others.
func steps(chosen []*pkg, race bool) []step {
	var raced, plain, long step
	raced.race, raced.short = true, true
	for _, p := range chosen {
		if !race || !p.races() {
			plain.paths = append(plain.paths, p.ImportPath)
			continue
		}
		raced.paths = append(raced.paths, p.ImportPath)
		if names, err := p.long(); err == nil && len(names) > 0 {
			long.paths, long.only = append(long.paths, p.ImportPath), append(long.only, names...)
		}
	}
	return slices.DeleteFunc([]step{plain, long, raced}, func(s step) bool { return len(s.paths) == 0 })
}

// atOnce is how many packages are tested at a time: many tests wait, for servers and for processes.
const atOnce = "4"

func (s step) args() []string {
	// golangci-lint runs vet's checks, over all files at once.
	args := []string{"test", "-json", "-vet=off", "-timeout=20m", "-p=" + atOnce}
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

// env returns the environment of a step of the go command: the race detector needs cgo.
func goEnv(args, more []string) []string {
	cgo := "CGO_ENABLED=0"
	if slices.Contains(args, "-race") {
		cgo = "CGO_ENABLED=1"
	}
	return append(append(os.Environ(), cgo), more...)
}

func goCommand(ctx context.Context, more []string, args ...string) error {
	command := exec.CommandContext(ctx, "go", args...)
	command.Env, command.Stdout, command.Stderr = goEnv(args, more), os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("go %s: %w", args[0], err)
	}
	return nil
}
