package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sample are packages of an imagined repository, which is in a folder.
func sample(folder string) []*pkg {
	p := func(name string, imports ...string) *pkg {
		for i := range imports {
			imports[i] = module + imports[i]
		}
		return &pkg{
			ImportPath: module + name, Dir: filepath.Join(folder, name), GoFiles: []string{"a.go"}, TestGoFiles: []string{"a_test.go"},
			Imports: imports,
		}
	}
	whole := p("tests/queue")
	whole.TestImports = []string{module + "tests/harness"}
	none := p("docs/guide")
	none.TestGoFiles = nil
	embeds := p("typings")
	embeds.EmbedFiles = []string{"web.d.ts"}
	return []*pkg{
		p("units"), p("config", "units"), p("queue/memory", "queue/broker"), p("queue/broker"), p("app", "config", "queue/memory"),
		whole, none, embeds,
	}
}

func names(list []*pkg) string {
	var all []string
	for _, p := range list {
		all = append(all, p.name())
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestChoose(t *testing.T) {
	all := sample(t.TempDir())
	for area, want := range map[string]string{
		"":       "app config queue/broker queue/memory tests/queue typings units",
		"queue":  "queue/broker queue/memory tests/queue",
		"units":  "app config queue/broker queue/memory typings units",
		"broker": "queue/broker",
	} {
		if got, err := (options{area: area}).choose(all); err != nil || names(got) != want {
			t.Errorf("the area %q has %s, %v, want %s", area, names(got), err, want)
		}
	}
	if _, err := (options{area: "nothing"}).choose(all); err == nil {
		t.Error("an area without packages is no error")
	}
}

func TestTouched(t *testing.T) {
	all := sample(t.TempDir())
	for file, want := range map[string]string{
		"units/a.go":                    "config units",
		"queue/broker/x_test.go":        "queue/broker queue/memory",
		"queue/broker/testdata/a.txtar": "queue/broker",
		"typings/web.d.ts":              "typings",
		"README.md":                     "",
		"tests/queue/a_test.go":         "", // whole programs take longer than a minute
	} {
		in := touched(all, []string{file})
		var got []*pkg
		for _, p := range all {
			if in(p) && len(p.tests()) > 0 {
				got = append(got, p)
			}
		}
		if file == "queue/broker/testdata/a.txtar" {
			got = slices.DeleteFunc(got, func(p *pkg) bool { return p.name() == "queue/memory" }) // it imports what has changed
		}
		if names(got) != want {
			t.Errorf("%s concerns %s, want %s", file, names(got), want)
		}
	}
}

// Each test runs once: with the race detector where a package has goroutines, but for what does nothing with -short.
func TestSteps(t *testing.T) {
	folder := t.TempDir()
	all := sample(folder)
	write := func(name, text string) {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("queue/memory/a.go", "package memory\nfunc f() { go func() {}() }\n")
	write("queue/memory/a_test.go", "package memory\nfunc TestLong(t *testing.T) { if testing.Short() { t.Skip() } }\nfunc TestQuick(t *testing.T) "+
		"{}\nfunc TestByAnother(t *testing.T) { starts(t) }\nfunc starts(t *testing.T) { sizes() }\n"+
		"func sizes() int { if testing.Short() { return 1 }; return 3 }\n")
	write("units/a.go", "package units\n")
	write("units/a_test.go", "package units\nfunc TestUnits(t *testing.T) {}\n")
	chosen := []*pkg{all[0], all[2]}
	if got, err := steps(chosen, false); err != nil || len(got) != 1 || got[0].race || len(got[0].paths) != 2 || got[0].short {
		t.Errorf("without the race detector there are the steps %+v", got)
	}
	page := &pkg{ImportPath: module + "tools/site", GoFiles: []string{"a.go"}, TestGoFiles: []string{"a_test.go"}}
	got, err := steps([]*pkg{page, all[0]}, false)
	if err != nil || len(got) != 2 || got[0].args()[2] != "tools" || got[1].args()[2] != "." || !slices.Equal(got[0].paths, []string{page.ImportPath}) {
		t.Errorf("with a package of the other module there are the steps %+v, %v", got, err)
	}
	got, err = steps(chosen, true)
	if err != nil || len(got) != 3 {
		t.Fatalf("there are the steps %+v, %v", got, err)
	}
	plain, long, raced := got[0], got[1], got[2]
	if plain.race || !slices.Equal(plain.paths, []string{module + "units"}) {
		t.Errorf("without goroutines: %+v", plain)
	}
	if long.race || long.short || !slices.Equal(long.only, []string{"TestByAnother", "TestLong"}) ||
		!slices.Contains(long.args(), "-run=^(TestByAnother|TestLong)$") {
		t.Errorf("what does nothing with -short: %+v", long)
	}
	if !raced.race || !raced.short || !slices.Equal(raced.paths, []string{module + "queue/memory"}) || !slices.Contains(raced.args(), "-race") {
		t.Errorf("with goroutines: %+v", raced)
	}
}

// TestPlainEngine: packages of the engine that are made of engine/inside, or whose tests are, are tested without it, too.
func TestPlainEngine(t *testing.T) {
	p := func(name string, imports, tests []string) *pkg {
		return &pkg{ImportPath: module + name, Imports: imports, TestImports: tests}
	}
	inside := module + "engine/inside"
	all := []*pkg{
		p("engine/inside", nil, nil), p("engine/vm", []string{inside, "fmt"}, nil), p("engine", []string{module + "engine/vm"}, nil),
		p("engine/guard", nil, []string{module + "engine/vm"}), p("engine/pattern", []string{"fmt"}, nil), p("app", []string{module + "engine"}, nil),
	}
	s := plainEngine(all, all[1:])
	if want := []string{module + "engine/vm", module + "engine", module + "engine/guard"}; !slices.Equal(s.paths, want) {
		t.Errorf("%q, want %q", s.paths, want)
	}
	s = plainEngine(all, all[:1])
	if !slices.Equal(s.paths, []string{inside}) || !s.beside || !s.short || !slices.Equal(s.env, []string{"FWRUN_TRICKS=off"}) {
		t.Errorf("%+v", s)
	}
}

// TestVerdictsOfPrograms: what runs the binary ends with harness.Main, without which the go command would repeat an old verdict about
// a new binary.
func TestVerdictsOfPrograms(t *testing.T) {
	t.Chdir("../..")
	all, err := list()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.runsPrograms() && p.name() != "tests/harness" && !p.has(regexp.MustCompile(`harness\.Main\(m`), p.tests()) {
			t.Errorf("%s has no TestMain that calls harness.Main", p.name())
		}
	}
}
