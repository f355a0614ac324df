// Command bench measures the binary as a whole, where `go test -bench` measures its parts.
//
//	go run ./bench start    # start to first 200, and idle memory, of the users example
//	go run ./bench await    # 5,000 requests that each await a 200 ms fetch, on two workers
//
// It builds the binary, runs it on loopback and prints medians. Every figure is followed
// by what it is held against.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	commands := map[string]func(binary string) error{"start": measureStart, "await": measureAwait}
	if len(args) != 1 || commands[args[0]] == nil {
		return fmt.Errorf("usage: go run ./bench start|await")
	}
	folder, err := os.MkdirTemp("", "fwrun-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	binary := filepath.Join(folder, "fwrun")
	build := exec.Command("go", "build", "-trimpath", "-o", binary, "./cmd/fwrun")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	return commands[args[0]](binary)
}
