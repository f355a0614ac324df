package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// environmentInfo describes what was measured, and on which machine.
type environmentInfo struct {
	Date     string            `json:"date"`
	Machine  string            `json:"machine"`
	Go       string            `json:"go"`
	Versions map[string]string `json:"versions"` // by peer
	Plan     plan              `json:"plan"`
}

func describe(chosen []peer, t tools, p plan) (environmentInfo, error) {
	info := environmentInfo{
		Date: time.Now().UTC().Format(time.DateOnly), Machine: machine(), Go: goVersion(),
		Versions: map[string]string{}, Plan: p,
	}
	for _, one := range chosen {
		version, err := versionOf(one, t)
		if err != nil {
			return info, fmt.Errorf("version of %s: %w", one.name, err)
		}
		info.Versions[one.name] = version
	}
	return info, nil
}

// machine describes the machine: "2 × Intel(R) Xeon(R) Processor @ 2.50GHz, linux/amd64".
func machine() string {
	model := "processors"
	text, _ := os.ReadFile("/proc/cpuinfo") // arm does not name its model
	for line := range strings.Lines(string(text)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value)
		}
	}
	return fmt.Sprintf("%d × %s, %s/%s", runtime.NumCPU(), model, runtime.GOOS, runtime.GOARCH)
}

func goVersion() string { return strings.TrimPrefix(runtime.Version(), "go") }

func versionOf(p peer, t tools) (string, error) {
	switch {
	case p.source != "":
		return moduleVersions(t.programs[p.source], p.names)
	case p.names != nil:
		return packageVersions(p, t)
	}
	switch name := p.name; name {
	case us:
		return output("git", "rev-parse", "--short", "HEAD")
	case before:
		return "", nil // the title of its table names the commit
	case "fasthttp":
		return moduleVersion(t.fasthttp, "github.com/valyala/fasthttp")
	case "Bun":
		return output(t.bun, "--version")
	case goSDK:
		return moduleVersion(t.mcpGo, "github.com/modelcontextprotocol/go-sdk")
	}
	packages := map[string][]string{ // the first one is the folder
		"Fastify": {"fastify", "fastify", "better-sqlite3"},
		"NestJS": {
			"nestjs", "@nestjs/core", "@nestjs/platform-fastify", "class-validator", "class-transformer", "better-sqlite3",
		},
		tsSDK:      {"mcp-ts", "@modelcontextprotocol/sdk", "zod"},
		tsSDKTuned: {"mcp-ts", "@modelcontextprotocol/sdk", "zod"},
	}[p.name]
	versions, err := npmVersions(filepath.Join(t.peers, packages[0]), packages[1:])
	if err != nil {
		return "", err
	}
	node, err := output(t.node, "--version")
	return versions + ", Node " + strings.TrimPrefix(node, "v"), err
}

// packageVersions returns the versions of a peer's packages and of what it runs on.
func packageVersions(p peer, t tools) (string, error) {
	versions, err := npmVersions(filepath.Join(t.peers, p.install[0]), p.names)
	if err != nil {
		return "", err
	}
	if p.install[1] == "bun" {
		bun, err := output(t.bun, "--version")
		return versions + ", Bun " + bun, err
	}
	node, err := output(t.node, "--version")
	return versions + ", Node " + strings.TrimPrefix(node, "v"), err
}

// moduleVersions returns modules with the versions that a binary was built with.
func moduleVersions(binary string, modules []string) (string, error) {
	var list []string
	for _, module := range modules {
		version, err := moduleVersion(binary, module)
		if err != nil {
			return "", err
		}
		list = append(list, module+" "+version)
	}
	return strings.Join(list, ", "), nil
}

// moduleVersion returns the version of a module that a binary was built with.
func moduleVersion(binary, module string) (string, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return "", err
	}
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			return dependency.Version, nil
		}
	}
	return "", fmt.Errorf("%s is not in %s", module, binary)
}

// npmVersions returns packages with the versions that a folder's package.json pins. The name of
// the first one, the peer itself, is left out.
func npmVersions(folder string, packages []string) (string, error) {
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return "", err
	}
	var manifest struct{ Dependencies map[string]string }
	if err := json.Unmarshal(text, &manifest); err != nil {
		return "", err
	}
	var list []string
	for i, name := range packages {
		version := manifest.Dependencies[name]
		if i > 0 {
			version = name + " " + version
		}
		list = append(list, version)
	}
	return strings.Join(list, ", "), nil
}

func output(command string, args ...string) (string, error) {
	text, err := exec.Command(command, args...).Output()
	return strings.TrimSpace(string(text)), err
}
