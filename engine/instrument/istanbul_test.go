package instrument_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/tests/needs"
)

// plainPackages are packages of which the sources are what is published, beside the instrumenter that counts in them.
var plainPackages = []string{"istanbul-lib-instrument@6.0.3", "commander@14.0.3", "dayjs@1.11.23", "eventemitter3@5.0.4", "underscore@1.13.8"}

// istanbulFile is a file for testdata/istanbul/istanbul.cjs.
type istanbulFile struct {
	Path string `json:"path"`
	Text string `json:"text"`
	Run  bool   `json:"run"`
}

// istanbulCoverage is what is said of a file.
type istanbulCoverage struct {
	StatementMap map[string]istanbulRange `json:"statementMap"`
	FnMap        map[string]struct {
		Name string        `json:"name"`
		Decl istanbulRange `json:"decl"`
		Loc  istanbulRange `json:"loc"`
	} `json:"fnMap"`
	BranchMap map[string]struct {
		Type      string          `json:"type"`
		Loc       istanbulRange   `json:"loc"`
		Locations []istanbulRange `json:"locations"`
	} `json:"branchMap"`
	S   map[string]uint64   `json:"s"`
	F   map[string]uint64   `json:"f"`
	B   map[string][]uint64 `json:"b"`
	Log []string            `json:"log"`
}

type istanbulRange struct{ Start, End struct{ Line, Column int32 } }

// TestIstanbulCountsTheSame: in JavaScript and TypeScript the same is counted, at the same places.
func TestIstanbulCountsTheSame(t *testing.T) {
	modules := instrumenter(t)
	files := []istanbulFile{readFile("testdata/istanbul/everything.ts"), readFile("testdata/istanbul/run.js")}
	own := scripts("../../scripts", 40)
	for _, name := range []string{"commander/lib", "dayjs/esm/plugin", "eventemitter3", "underscore/modules"} {
		found := scripts(filepath.Join(modules, name), 12)
		if len(found) == 0 {
			t.Fatalf("%s has no sources", name)
		}
		own = append(own, found...)
	}
	files = append(files, own...)
	for i, want := range istanbul(t, modules, files) {
		counted, _, counters := instrument.Count(files[i].Path, []byte(files[i].Text), 0)
		got := linesOf(counted, func(int) uint64 { return 0 })
		if counters == 0 && len(want.StatementMap) > 0 {
			t.Errorf("%s is not counted", files[i].Path)
			continue
		}
		same(t, files[i].Path, got, want.lines(false))
	}
}

// TestIstanbulCountsTheSameWhenRun: and it is counted as often.
func TestIstanbulCountsTheSameWhenRun(t *testing.T) {
	modules := instrumenter(t)
	file := readFile("testdata/istanbul/run.js")
	file.Run = true
	want := istanbul(t, modules, []istanbulFile{file})[0]
	counted, text, counters := instrument.Count(file.Path, []byte(file.Text), 0)
	counts := instrument.NewCounts([]instrument.CountedFile{counted}, counters)
	log := runCounted(t, string(text), counts)
	same(t, file.Path, linesOf(counted, counts.Of), want.lines(true))
	if plain := runCounted(t, file.Text, counts); log != plain {
		t.Errorf("the program says\n%s\nwant\n%s", log, plain)
	}
}

// runCounted bundles and runs a script, and returns what it says.
func runCounted(t *testing.T, text string, counts *instrument.Counts) string {
	t.Helper()
	folder := must(filepath.EvalSymlinks(t.TempDir()))
	in := bundle.Input{Folder: folder, Files: []string{"run.js"}, Order: []bundle.Step{{File: "run.js"}}, Counted: true}
	if err := os.WriteFile(filepath.Join(folder, "run.js"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	built, problems := bundle.Build(in, nil)
	if built == nil {
		t.Fatal(problems)
	}
	rt := goja.New()
	var said strings.Builder
	_ = rt.Set("log", func(call goja.FunctionCall) goja.Value {
		for _, a := range call.Arguments {
			fmt.Fprintln(&said, a)
		}
		return goja.Undefined()
	})
	main, _ := goja.AssertFunction(must(rt.RunProgram(built.Program)))
	nothing := rt.ToValue(func() {})
	done := must(main(goja.Undefined(), rt.NewObject(), nothing, rt.NewObject(), nothing, nothing, counts.Counter(rt)))
	if p := done.Export().(*goja.Promise); p.State() != goja.PromiseStateFulfilled {
		t.Fatal(p.Result())
	}
	return said.String()
}

// linesOf writes down what is counted, a line for each.
func linesOf(f instrument.CountedFile, count func(int) uint64) (lines []string) {
	at := func(r instrument.Range) string { return fmt.Sprintf("%d:%d", r.Line, r.Column) }
	for _, s := range f.Statements {
		lines = append(lines, fmt.Sprintf("statement %s %d", at(s.At), count(s.Counter)))
	}
	for _, fn := range f.Functions {
		lines = append(lines, fmt.Sprintf("function %s %s %d", at(fn.Declared), at(fn.Body), count(fn.Counter)))
	}
	for _, b := range f.Branches {
		if len(b.Paths) == 0 {
			continue
		}
		line := fmt.Sprintf("branch %s %s", b.Kind, at(b.At))
		for _, p := range b.Paths {
			line += fmt.Sprintf(" %s=%d", at(p.At), count(p.Counter))
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

func (c *istanbulCoverage) lines(counts bool) (lines []string) {
	at := func(r istanbulRange) string { return fmt.Sprintf("%d:%d", r.Start.Line, r.Start.Column) }
	of := func(n uint64) uint64 {
		if counts {
			return n
		}
		return 0
	}
	for key, s := range c.StatementMap {
		lines = append(lines, fmt.Sprintf("statement %s %d", at(s), of(c.S[key])))
	}
	for key, f := range c.FnMap {
		lines = append(lines, fmt.Sprintf("function %s %s %d", at(f.Decl), at(f.Loc), of(c.F[key])))
	}
	for key, b := range c.BranchMap {
		line := fmt.Sprintf("branch %s %s", b.Type, at(b.Loc))
		for i, p := range b.Locations {
			line += fmt.Sprintf(" %s=%d", at(p), of(c.B[key][i]))
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// same compares what is counted in a file.
func same(t *testing.T, file string, got, want []string) {
	t.Helper()
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("%s: %s is not counted by Istanbul", file, line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("%s: %s is counted by Istanbul only", file, line)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d are counted, %d by Istanbul", file, len(got), len(want))
	}
}

func readFile(path string) istanbulFile {
	return istanbulFile{Path: filepath.ToSlash(path), Text: string(must(os.ReadFile(path)))}
}

// scripts returns the first files below a folder that are large enough to be of interest.
func scripts(folder string, most int) (files []istanbulFile) {
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		ext := filepath.Ext(path)
		if err != nil || entry.IsDir() || len(files) == most || ext != ".js" && ext != ".mjs" && ext != ".ts" || strings.Contains(path, ".d.") ||
			strings.Contains(path, "min.js") {
			return err
		}
		if file := readFile(path); len(file.Text) > 500 {
			files = append(files, file)
		}
		return nil
	})
	return files
}

// istanbul asks the instrumenter.
func istanbul(t *testing.T, modules string, files []istanbulFile) (answers []istanbulCoverage) {
	t.Helper()
	command := exec.CommandContext(t.Context(), needs.Program(t, "node"), must(filepath.Abs("testdata/istanbul/istanbul.cjs")))
	command.Env = append(os.Environ(), "NODE_PATH="+modules)
	command.Stdin = bytes.NewReader(must(json.Marshal(files)))
	var complaint bytes.Buffer
	command.Stderr = &complaint
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaint.String())
	}
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	return answers
}

// instrumenter installs the packages once into the cache of the user, and returns their folder.
func instrumenter(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(cache, "fwrun-corpus", "instrument")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	mark, want := filepath.Join(folder, "complete"), strings.Join(plainPackages, " ")
	if is, err := os.ReadFile(mark); err == nil && string(is) == want {
		return filepath.Join(folder, "node_modules")
	}
	if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte("{\"private\": true}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	arguments := append([]string{"install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"}, plainPackages...)
	command := exec.CommandContext(t.Context(), needs.Program(t, "npm"), arguments...)
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		needs.Missing(t, "npm", fmt.Sprintf("cannot fetch the packages: %v\n%s", err, out))
	}
	if err := os.WriteFile(mark, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, "node_modules")
}
