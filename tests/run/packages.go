package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const module = "github.com/fwrun/fwrun/"

// pkg is a package of the repository.
type pkg struct {
	ImportPath, Dir                                string
	GoFiles, TestGoFiles, XTestGoFiles             []string
	Imports, TestImports, XTestImports, EmbedFiles []string
}

func (p *pkg) name() string { return strings.TrimPrefix(p.ImportPath, module) }

// modules are the folders of the repository's modules whose packages have tests. The go command works in one at a time.
var modules = []string{".", "tools"}

// module returns the folder of the module that the package is part of.
func (p *pkg) module() string {
	if strings.HasPrefix(p.name(), "tools/") {
		return "tools"
	}
	return "."
}

func (p *pkg) tests() []string { return slices.Concat(p.TestGoFiles, p.XTestGoFiles) }

// runsPrograms reports whether the package starts the real binary.
func (p *pkg) runsPrograms() bool {
	return slices.Contains(slices.Concat(p.TestImports, p.XTestImports), module+"tests/harness")
}

// list returns the packages of the repository.
func list() (all []*pkg, err error) {
	for _, folder := range modules {
		packages, err := listModule(folder)
		if err != nil {
			return nil, err
		}
		all = append(all, packages...)
	}
	return all, nil
}

func listModule(folder string) (all []*pkg, err error) {
	const fields = "ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports,EmbedFiles"
	out, err := exec.Command("go", "list", "-C", folder, "-json="+fields, "./...").Output()
	if err != nil {
		if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
			err = fmt.Errorf("go list: %w\n%s", err, failed.Stderr)
		}
		return nil, err
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		p := &pkg{}
		switch err := decoder.Decode(p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, p)
	}
}

// areas has the words for areas that differ from names of folders.
var areas = map[string]string{
	"agents":     "mcp agents toolbox coding",
	"cli":        "cli cmd",
	"data":       "data sql rowsql repository migrate cache locks",
	"docs":       "docs site scaffold",
	"http":       "http host",
	"operations": "operations actuator management telemetry profiling startup",
	"platform":   "platform web node bundled",
	"queue":      "queue messages listeners",
	"release":    "release ship",
	"robust":     "robust guard vm handover supervise watch rest",
	"security":   "security crypt",
	"typings":    "typings",
}

// choose returns the packages with tests that the options name.
func (o options) choose(all []*pkg) ([]*pkg, error) {
	in := func(*pkg) bool { return true }
	switch {
	case o.quick:
		changed, err := changedFiles()
		if err != nil {
			return nil, err
		}
		in = touched(all, changed)
	case o.area == "units":
		in = func(p *pkg) bool { return !p.runsPrograms() }
	case o.area != "":
		words := strings.Fields(areas[o.area])
		if len(words) == 0 {
			words = []string{o.area}
		}
		in = func(p *pkg) bool {
			return slices.ContainsFunc(strings.Split(p.name(), "/"), func(part string) bool { return slices.Contains(words, part) })
		}
	}
	var chosen []*pkg
	for _, p := range all {
		if len(p.tests()) > 0 && in(p) {
			chosen = append(chosen, p)
		}
	}
	if len(chosen) == 0 && !o.quick {
		return nil, fmt.Errorf("no package belongs to the area %q", o.area)
	}
	slices.SortStableFunc(chosen, func(a, b *pkg) int { return rank(a) - rank(b) })
	return chosen, nil
}

// longest are the packages whose tests take the longest. They begin first, so that the others fill the time beside them.
var longest = []string{
	"tests/robust", "tests/http", "tests/lsp", "tests/openapi", "tests/release", "tests/console", "tests/debugging", "migrate/search", "queue/kafka",
	"tests/typings", "queue/jetstream", "engine/guard", "tests/cli", "tests/data", "queue/table", "tests/queue", "tests/operations", "tests/platform",
	"tests/docs", "tests/agents", "queue/rabbitmq", "tools/tests/release", "tools/tests/site", "tools/bench", "queue/broadcast", "host",
	"engine/source", "jsapi/web", "app", "queue/connect", "data", "data/locks", "data/cache", "tests/security", "engine",
}

func rank(p *pkg) int {
	if at := slices.Index(longest, p.name()); at >= 0 {
		return at
	}
	return len(longest)
}

// changedFiles lists the files that differ from the last commit, from the root of the repository.
func changedFiles() (files []string, err error) {
	for _, args := range [][]string{{"diff", "--name-only", "HEAD"}, {"ls-files", "--others", "--exclude-standard"}} {
		out, err := exec.Command("git", args...).Output()
		if err != nil {
			return nil, fmt.Errorf("git %s: %w", args[0], err)
		}
		files = append(files, strings.Fields(string(out))...)
	}
	return files, nil
}

// touched returns which packages have one of the files, or import a package that has. Whole-program tests do not count.
func touched(all []*pkg, files []string) func(*pkg) bool {
	changed := map[string]bool{}
	for _, p := range all {
		for _, file := range files {
			folder := filepath.ToSlash(filepath.Dir(file))
			if folder == p.name() || slices.Contains(p.EmbedFiles, strings.TrimPrefix(file, p.name()+"/")) || strings.HasPrefix(folder, p.name()+"/testdata") {
				changed[p.ImportPath] = true
			}
		}
	}
	return func(p *pkg) bool {
		if p.runsPrograms() || p.name() == "tools/bench" {
			return false
		}
		return changed[p.ImportPath] || slices.ContainsFunc(slices.Concat(p.Imports, p.TestImports, p.XTestImports),
			func(path string) bool { return changed[path] })
	}
}

// needBinary reports whether one of the packages runs the real binary.
func needBinary(chosen []*pkg) bool { return slices.ContainsFunc(chosen, (*pkg).runsPrograms) }

var (
	starts = regexp.MustCompile(`(?m)^[^/\n]*(\bgo func|\bgo [a-z][\w.]*\(|\.Go\()`)
	shares = regexp.MustCompile(`(?m)^[^/\n]*(\bsync\.(Mutex|RWMutex|WaitGroup|Cond|Map)\b|\batomic\.)`)
)

// races reports whether a package has goroutines, or shares what it has between those of its tests, so that they are worth a run
// with the race detector. Processes of the real binary are not seen by it.
func (p *pkg) races() bool {
	top, _, _ := strings.Cut(p.name(), "/")
	if p.runsPrograms() || slices.Contains([]string{"tests", "tools"}, top) {
		return false
	}
	return p.has(starts, p.GoFiles) || p.has(shares, p.GoFiles) && p.has(starts, p.tests())
}

// has reports whether one of the package's files matches.
func (p *pkg) has(pattern *regexp.Regexp, files []string) bool {
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(filepath.Join(p.Dir, file))
		return err == nil && pattern.Match(text)
	})
}

// long returns the tests of the package that do less with -short, or nothing: those that compute for long on one goroutine, or
// measure. A test may ask for itself, or through a function of the package.
func (p *pkg) long() (names []string, err error) {
	calls, asks := map[string][]string{}, map[string]bool{}
	for _, file := range p.tests() {
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, 0)
		if err != nil {
			return nil, err
		}
		for _, declared := range tree.Decls {
			if f, ok := declared.(*ast.FuncDecl); ok {
				calls[f.Name.Name] = append(calls[f.Name.Name], named(f)...)
			}
		}
	}
	asks["Short"] = true
	for grows := true; grows; {
		grows = false
		for f, called := range calls {
			if !asks[f] && slices.ContainsFunc(called, func(name string) bool { return asks[name] }) {
				asks[f], grows = true, true
			}
		}
	}
	for f := range asks {
		if strings.HasPrefix(f, "Test") && f != "TestMain" {
			names = append(names, f)
		}
	}
	slices.Sort(names)
	return names, nil
}

// named returns the names in the body of a function.
func named(f *ast.FuncDecl) (names []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id != f.Name {
			names = append(names, id.Name)
		}
		return true
	})
	return names
}
