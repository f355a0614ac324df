package typings

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app/typescript"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/guide"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// compilers are the folders of testdata/compilers, each with another TypeScript.
var compilers = []string{"ts5", "ts6", "ts7", "preview"}

// eachCompiler runs a test with each compiler, whose packages install puts into an application.
func eachCompiler(t *testing.T, run func(t *testing.T, install func(folder string))) {
	needs.Program(t, "node")
	for _, name := range compilers {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join("testdata/compilers", name)
			nodejs.InstallPackages(t, folder)
			modules := harness.Absolute(t, filepath.Join(folder, "node_modules"))
			run(t, func(folder string) {
				if err := os.Symlink(modules, filepath.Join(folder, "node_modules")); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// askTypes asks the compiler of an application.
func askTypes(t *testing.T, folder string) typescript.Result {
	t.Helper()
	result, err := typescript.Check(t.Context(), typescript.Options{Folder: folder, Env: os.Environ()})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestNoCompilerComplains: examples, recipes and new applications, as they are after `fwrun types`, with all four compilers. Those with the same
// configuration are checked by one run.
func TestNoCompilerComplains(t *testing.T) {
	folder := t.TempDir()
	for _, pattern := range []string{"examples/*", "cookbook/*"} {
		found, err := filepath.Glob("../../scripts/" + pattern)
		if err != nil || len(found) < 5 {
			t.Fatal(found, err)
		}
		for _, from := range found {
			if filepath.Ext(from) == ".json" { // the tsconfig.json of all recipes
				continue
			}
			copied := filepath.Join(folder, "all", filepath.Base(from))
			if err := os.CopyFS(copied, os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
			sortByLanguage(t, folder, copied)
		}
	}
	for name, flags := range map[string][]string{"new-js": nil, "new-ts": {"--ts"}} {
		harness.Run(t, folder, append([]string{"new", name}, flags...)...)
		sortByLanguage(t, folder, filepath.Join(folder, name))
	}
	for language, config := range map[string]string{"js": "jsconfig.json", "ts": "tsconfig.json"} {
		harness.Run(t, folder, "types", language)
		if _, err := os.Stat(filepath.Join(folder, language, config)); err != nil {
			t.Fatal(err)
		}
	}
	nodejs.LinkPackages(t, guide.SchemasFolder, filepath.Join(folder, "ts", "schemas"))
	eachCompiler(t, func(t *testing.T, install func(string)) {
		for _, language := range []string{"js", "ts"} {
			app := filepath.Join(folder, language)
			_ = os.Remove(filepath.Join(app, "node_modules")) // of the compiler before
			install(app)
			for _, d := range askTypes(t, app).Problems {
				t.Errorf("%s: %v", language, d)
			}
		}
	})
}

// sortByLanguage moves an application into the folder of those with the same configuration.
func sortByLanguage(t *testing.T, folder, app string) {
	t.Helper()
	language := "js"
	err := filepath.WalkDir(app, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".ts") && !strings.Contains(path, ".fwrun") {
			language = "ts"
		}
		return err
	})
	for _, name := range []string{"public", "tsconfig.json", "jsconfig.json", ".fwrun"} { // public is for browsers, and excluded
		err = errors.Join(err, os.RemoveAll(filepath.Join(app, name)))
	}
	to := filepath.Join(folder, language, filepath.Base(app))
	if err = errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o755), os.Rename(app, to)); err != nil {
		t.Fatal(err)
	}
}

// TestAnswersAreThoseOfTSC: what is reported of files full of mistakes, in a folder with a blank and a #, is what the same compiler prints.
func TestAnswersAreThoseOfTSC(t *testing.T) {
	eachCompiler(t, func(t *testing.T, install func(string)) {
		folder := filepath.Join(t.TempDir(), "my app #1")
		if err := os.CopyFS(folder, os.DirFS("testdata/typings")); err != nil {
			t.Fatal(err)
		}
		harness.WriteFile(t, filepath.Join(folder, "tsconfig.json"), `{ "extends": "./.fwrun/types/tsconfig.json", "include": ["*.ts", "*.js"] }`)
		harness.Run(t, folder, "types", ".")
		install(folder)
		compare(t, folder, 30)

		for name, c := range map[string]struct{ config, want string }{
			"a syntax error":    {`{ "extends": "./.fwrun/types/tsconfig.json", "include": ["results.ts"`, "ts1005"},
			"a missing extends": {`{ "extends": "./gone.json", "include": ["results.ts"] }`, "ts5083"},
			"no files":          {`{ "extends": "./.fwrun/types/tsconfig.json", "files": [] }`, ""}, // TypeScript 7 finds nothing wrong with it
		} {
			t.Run(name, func(t *testing.T) {
				harness.WriteFile(t, filepath.Join(folder, "tsconfig.json"), c.config)
				if c.want == "" {
					compare(t, folder, 0)
					return
				}
				found := askTypes(t, folder).Problems
				if !slices.ContainsFunc(found, func(d fault.Diagnostic) bool { return d.Code == c.want && d.Tool == typescript.Tool }) {
					t.Errorf("%s is not among %v", c.want, found)
				}
			})
		}
	})
}

var tscLine = regexp.MustCompile(`^(?:(.+)\((\d+),(\d+)\): )?error (TS\d+): (.*)$`)

// compare holds the report against what the compiler itself prints; there are at least some answers.
func compare(t *testing.T, folder string, least int) {
	t.Helper()
	var got []string
	for _, d := range askTypes(t, folder).Problems {
		got = append(got, fmt.Sprintf("%s %s %s", d.Place, d.Code, d.Message))
	}
	want := ownAnswers(t, folder)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || len(got) < least {
		t.Errorf("%d answers:\n%s\nwant %d:\n%s", len(got), strings.Join(got, "\n"), len(want), strings.Join(want, "\n"))
	}
}

// ownAnswers runs the compiler by npm's script, as a person does.
func ownAnswers(t *testing.T, folder string) (list []string) {
	t.Helper()
	program := filepath.Join("node_modules", ".bin", "tsc")
	if _, err := os.Stat(filepath.Join(folder, program)); err != nil {
		program = filepath.Join("node_modules", ".bin", "tsgo")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*harness.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(folder, program), "--project", "tsconfig.json", "--noEmit", "--pretty", "false")
	cmd.Dir = folder
	out, err := cmd.Output()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		m := tscLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		place := m[1]
		if place != "" {
			place += ":" + m[2] + ":" + m[3]
		}
		list = append(list, fmt.Sprintf("%s %s %s", place, strings.ToLower(m[4]), m[5]))
	}
	return list
}

// TestWithoutConfiguration: without one, TypeScript is strict where there is a .ts file, and asks no types of the parameters in JavaScript.
func TestWithoutConfiguration(t *testing.T) {
	eachCompiler(t, func(t *testing.T, install func(string)) {
		folder := filepath.Join(t.TempDir(), "app")
		const script = "export const plain = (text) => text.length;\n/** @type {number} */ export const count = \"1\";\n"
		harness.WriteFile(t, filepath.Join(folder, "a.js"), script)
		install(folder)
		codes := func() (list []string) {
			for _, d := range askTypes(t, folder).Problems {
				list = append(list, fmt.Sprintf("%s:%d %s", d.Place.File, d.Place.Line, d.Code))
			}
			return list
		}
		if got := codes(); !slices.Equal(got, []string{"a.js:2 ts2322"}) {
			t.Errorf("of JavaScript: %q", got)
		}
		harness.WriteFile(t, filepath.Join(folder, "b.ts"), "export const free = (text) => text;\nexport const none: string = null;\n")
		if got := codes(); !slices.Contains(got, "b.ts:1 ts7006") || !slices.Contains(got, "b.ts:2 ts2322") {
			t.Errorf("of TypeScript: %q", got)
		}
	})
}
