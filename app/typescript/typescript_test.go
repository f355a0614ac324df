package typescript

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// write makes files in a folder.
func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFind: the compiler that is named comes first, then the nearest of the application and of the folders around it.
func TestFind(t *testing.T) {
	machine := nodeNames(runtime.GOOS) + "-" + nodeNames(runtime.GOARCH)
	native := "node_modules/@typescript/typescript-" + machine + "/lib/tsc"
	if runtime.GOOS == "windows" {
		native += ".exe"
	}
	for name, c := range map[string]struct {
		files       map[string]string
		named, want string // the version, or a part of the message
	}{
		"of the folder around": {map[string]string{
			"node_modules/typescript/package.json": `{"name": "typescript", "version": "7.0.2"}`, native: "",
		}, "", "7.0.2"},
		"its own before": {map[string]string{
			"node_modules/typescript/package.json":     `{"name": "typescript", "version": "7.0.2"}`,
			"app/node_modules/typescript/package.json": `{"name": "typescript", "version": "7.1.0"}`, "app/" + native: "",
		}, "", "7.1.0"},
		"the one that is named": {map[string]string{
			"app/node_modules/typescript/package.json": `{"name": "typescript", "version": "7.1.0"}`, native: "",
			"other/typescript/package.json": `{"name": "typescript", "version": "7.2.0"}`,
			"other/" + native:               "",
		}, "../other/typescript", "7.2.0"},
		"another package of that name": {map[string]string{
			"app/node_modules/typescript/package.json": `{"name": "mine", "version": "7.1.0"}`,
			"node_modules/typescript/package.json":     `{"name": "typescript", "version": "7.0.2"}`, native: "",
		}, "", "7.0.2"},
		"without the executable": {map[string]string{
			"app/node_modules/typescript/package.json": `{"name": "typescript", "version": "7.1.0"}`,
		}, "", "TypeScript 7.1.0 has no executable for " + machine},
		"too old": {map[string]string{
			"app/node_modules/typescript/package.json": `{"name": "typescript", "version": "5.3.3"}`,
		}, "", "TypeScript 5.3.3 is too old"},
		"no version": {map[string]string{"app/node_modules/typescript/package.json": `{"name": "typescript"}`}, "", "is too old"},
		"a file of it": {map[string]string{
			"x/package.json": `{"name": "typescript", "version": "7.1.0"}`, "x/bin/tsc": "",
		}, "../x/bin/tsc", "no executable"},
		"nowhere":  {nil, "../gone", "there is no TypeScript at"},
		"a folder": {map[string]string{"x/y/z/a/b/c": ""}, "../x/y/z/a/b", "has no TypeScript"},
	} {
		folder := t.TempDir()
		write(t, folder, c.files)
		write(t, folder, map[string]string{"app/a.js": ""})
		found, err := find(filepath.Join(folder, "app"), c.named)
		got := found.version
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestACompilerThatHangs is ended when its time is over, or when nobody wants its answers.
func TestACompilerThatHangs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stub is a script of a shell")
	}
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"app/a.js": "", "tsc": "#!/bin/sh\ntest \"$1\" = --version && echo Version 7.0.2 && exit 0\necho > started\nexec sleep 1000\n",
	})
	o := Options{Folder: filepath.Join(folder, "app"), Compiler: "../tsc", Env: os.Environ(), limit: 300 * time.Millisecond}
	r, err := Check(t.Context(), o)
	if err != nil || len(r.Problems) != 1 || r.Problems[0].Code != CodeFailed || !strings.Contains(r.Problems[0].Message, "takes longer") {
		t.Errorf("%v, %v", r.Problems, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := Check(ctx, o); !errors.Is(err, context.Canceled) || r.Problems != nil {
		t.Errorf("%v, %v", r.Problems, err)
	}
}

// TestBeside: where one of ours underlines the place of an answer, that is left out.
func TestBeside(t *testing.T) {
	at := func(file string, line, col, length int) fault.Diagnostic {
		return fault.Diagnostic{Place: fault.Place{File: file, Line: line, Col: col}, Length: length}
	}
	ours := fault.List{at("a", 1, 5, 4), at("a", 2, 3, 0), at("", 0, 0, 0)}
	theirs := fault.List{
		at("a", 1, 4, 0), at("a", 1, 5, 0), at("a", 1, 8, 0), at("a", 1, 9, 0), at("a", 2, 3, 1), at("a", 2, 4, 1), at("b", 1, 5, 1), at("", 0, 0, 0),
	}
	got := ""
	for _, d := range Beside(ours, theirs) {
		got += d.Place.String() + " "
	}
	if want := "a:1:4 a:1:9 a:2:4 b:1:5  "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestBesideReturns: a function without a result is reported once, whatever comes between its name and its type.
func TestBesideReturns(t *testing.T) {
	at := func(code, file string, line, col int) fault.Diagnostic {
		return fault.Diagnostic{Code: code, Place: fault.Place{File: file, Line: line, Col: col}, Length: 3}
	}
	ours := fault.List{at("return-missing", "a", 5, 10), at("return-missing", "a", 20, 3), at("name-unknown", "b", 1, 1)}
	theirs := fault.List{
		at("ts2355", "a", 2, 9), at("ts2355", "a", 7, 4), at("ts2355", "a", 9, 4), at("ts2366", "a", 20, 12), at("ts2355", "a", 20, 30),
		at("ts2355", "b", 2, 1),
	}
	got := ""
	for _, d := range Beside(ours, theirs) {
		got += d.Place.String() + " "
	}
	if want := "a:2:9 a:9:4 a:20:12 b:2:1 "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestWordAt(t *testing.T) {
	for _, c := range []struct {
		line string
		col  int
		want int
	}{{"a.größe()", 3, 5}, {"😀 abc", 4, 3}, {"f('x', 1)", 3, 3}, {"f('x", 3, 0}, {"a", 9, 0}, {"this.#b;", 6, 2}, {"= {", 3, 0}} {
		if got := wordAt(c.line, c.col); got != c.want {
			t.Errorf("%q at %d: %d, want %d", c.line, c.col, got, c.want)
		}
	}
}

// FuzzParse: whatever a compiler prints, what is read of it is a part of it.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"a (1).ts(1,2): error TS2322: No.\n  Why.\n/a/b.ts\n", "error TS5083: Cannot read file 'x'.\r\n", "Segmentation fault", "\n\n", "  a",
		"a.ts(99999999999,1): error TS1: x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, output string) {
		s, strange := parse(output)
		if len(s.answers)+len(s.files) > strings.Count(output, "\n")+1 {
			t.Errorf("%+v", s)
		}
		for _, a := range s.answers {
			if !strings.Contains(output, a.text) || !strings.Contains(output, a.file) || a.line < 0 || a.col < 0 {
				t.Errorf("%+v is not in %q", a, output)
			}
		}
		if strange == "" && len(s.answers)+len(s.files) == 0 && strings.TrimSpace(output) != "" {
			t.Errorf("nothing is read of %q", output)
		}
	})
}

// TestAnswersAboutTheConfiguration: what is said of the one in the cache is about the application's; other folders are nobody's concern.
func TestAnswersAboutTheConfiguration(t *testing.T) {
	folder := t.TempDir()
	p := &project{folder: filepath.Join(folder, "app"), ours: filepath.Join(folder, "cache", "run-1")}
	p.config.File = filepath.Join(p.folder, "jsconfig.json")
	ours := filepath.ToSlash(filepath.Join(p.ours, "jsconfig.json"))
	list := p.relevant([]answer{
		{file: "../cache/run-1/jsconfig.json", line: 2, col: 22, code: "ts5101", text: "Option 'baseUrl' is deprecated."},
		{code: "ts18002", text: "The 'files' list in config file '" + ours + "' is empty.", rest: []string{ours}},
		{file: "../other/a.ts", line: 1, col: 1, code: "ts1"},
		{file: filepath.ToSlash(filepath.Join(p.folder, "b.ts")), line: 1, col: 1, code: "ts2"},
	})
	got := ""
	for _, d := range list {
		got += strings.ReplaceAll(d.Place.String()+" "+d.Code+" "+d.Message+" "+d.Why, filepath.ToSlash(p.folder), "APP") + "\n"
	}
	want := " ts18002 The 'files' list in config file 'APP/jsconfig.json' is empty. APP/jsconfig.json\nb.ts:1:1 ts2  \n" +
		"jsconfig.json ts5101 Option 'baseUrl' is deprecated. \n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
