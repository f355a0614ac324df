package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// profile is the CPU profile for the compiler, as `go -C tools run ./bench profile` writes it.
const profile = "cmd/fwrun/fwrun.pgo"

// formerProfiles are the profile's paths in older trees that `compare` may build.
var formerProfiles = []string{"release/fwrun.pgo", "cmd/fwrun/default.pgo", "bench/fwrun.pgo"}

// buildFwrun builds the binary of this tree into a folder, as `make build` does.
func buildFwrun(folder string) (string, error) {
	return buildTree(".", filepath.Join(folder, us), true)
}

// fwrunIn returns the binary that is given, or builds that of this tree into a folder.
func fwrunIn(folder, given string) (string, error) {
	if given != "" {
		return given, nil
	}
	return buildFwrun(folder)
}

// buildTree builds the binary of a tree, with that tree's profile if profiled is set.
func buildTree(root, binary string, profiled bool) (string, error) {
	if !profiled {
		return goBuild(root, "./cmd/fwrun", binary, "-trimpath", "-pgo=off")
	}
	for _, name := range append([]string{profile}, formerProfiles...) {
		if _, err := os.Stat(filepath.Join(root, name)); err == nil {
			return goBuild(root, "./cmd/fwrun", binary, "-trimpath", "-pgo="+name)
		}
	}
	return "", fmt.Errorf("%s has no profile for the compiler", root)
}

// goBuild builds a program of the tree in root; the binary's name is absolute.
func goBuild(root, source, binary string, flags ...string) (string, error) {
	build := exec.Command("go", append(append([]string{"build", "-o", binary}, flags...), source)...)
	build.Dir, build.Env = root, append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("go build %s: %w", source, err)
	}
	return binary, nil
}

// prepare builds and installs everything that the chosen peers need: Go programs in the folder,
// npm packages beside their package.json. It requires Go and npm.
func prepare(chosen []peer, folder string) (tools, error) { return prepareWith(chosen, folder, "") }

// prepareWith does the same with a binary of fwrun that is given, if it is.
func prepareWith(chosen []peer, folder, binary string) (tools, error) {
	t, err := findTools(folder)
	if err != nil {
		return t, err
	}
	if t.fwrun, err = fwrunIn(folder, binary); err != nil {
		return t, err
	}
	if t.fasthttp, err = goBuild("tools", "./bench/peers/fasthttp", filepath.Join(folder, "fasthttp")); err != nil {
		return t, err
	}
	for _, p := range chosen {
		if p.source == "" {
			continue
		}
		if t.programs[p.source], err = goBuild("tools", p.source, filepath.Join(folder, filepath.Base(p.source))); err != nil {
			return t, err
		}
	}
	return t, t.install(chosen)
}

// findTools returns the paths of everything that need not be built. fwrun keeps its compiled code
// in the folder.
func findTools(folder string) (tools, error) {
	root, err := filepath.Abs(filepath.Join("tools", "bench", "peers"))
	if err != nil {
		return tools{}, err
	}
	if _, err := os.Stat(root); err != nil {
		return tools{}, fmt.Errorf("run it as go -C tools run ./bench: %w", err)
	}
	return tools{
		peers: root, node: nodePath(root), cache: filepath.Join(folder, "cache"),
		bun: filepath.Join(root, "bun", "node_modules", ".bin", "bun"), programs: map[string]string{},
	}, nil
}

// install installs the npm packages of the chosen peers, each folder once.
func (t tools) install(chosen []peer) error {
	var installed []string
	for _, p := range chosen {
		for _, needed := range p.install {
			if slices.Contains(installed, needed) {
				continue
			}
			if err := npm(filepath.Join(t.peers, needed), "ci", "--no-audit", "--no-fund"); err != nil {
				return fmt.Errorf("%s needs npm packages: %w; leave it out with -peers", p.name, err)
			}
			installed = append(installed, needed)
		}
		if p.build != nil {
			if err := npm(filepath.Join(t.peers, p.install[0]), p.build...); err != nil {
				return fmt.Errorf("%s does not build: %w", p.name, err)
			}
		}
	}
	return nil
}

// npm runs npm in a folder, on the machine's own Node, and shows its output if it fails.
func npm(folder string, args ...string) error {
	command := exec.Command("npm", args...)
	command.Dir = folder
	said, err := command.CombinedOutput()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("there is no npm here: install Node 20 or newer")
	case err != nil:
		return fmt.Errorf("npm %s in %s: %w\n%s", strings.Join(args, " "), folder, err, said)
	}
	return nil
}
