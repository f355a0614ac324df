package tests

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// compilerScript is the TypeScript compiler that typings/package.json pins.
const compilerScript = "../typings/node_modules/typescript/bin/tsc"

// installCompiler installs the compiler with npm, once for all tests.
var installCompiler = sync.OnceValue(func() error {
	if _, err := os.Stat(compilerScript); err == nil {
		return nil
	}
	out, err := exec.Command("npm", "ci", "--prefix", "../typings", "--no-audit", "--no-fund").CombinedOutput()
	if err != nil {
		return fmt.Errorf("npm ci --prefix typings: %w\n%s", err, out)
	}
	return nil
})

// requireCompiler skips a test if there is no Node.
func requireCompiler(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("node is not installed, and checks the typings")
		}
		t.Skip("node is not installed; the TypeScript compiler, which checks the typings, needs it")
	}
	if err := installCompiler(); err != nil {
		t.Fatal(err)
	}
}

// finding is an error of the compiler: its place and its complete text.
type finding struct {
	file string
	line int
	text string
}

func (f finding) String() string { return fmt.Sprintf("%s:%d: %s", f.file, f.line, f.text) }

// tsc compiles a project without output, and returns the errors. Files are named relative to the project's
// folder.
func tsc(t *testing.T, project string, flags ...string) []finding {
	t.Helper()
	requireCompiler(t)
	script, err := filepath.Abs(compilerScript)
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{script, "--project", filepath.Base(project), "--noEmit", "--pretty", "false"}, flags...)
	ctx, cancel := context.WithTimeout(t.Context(), 4*patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", args...)
	cmd.Dir = filepath.Dir(project)
	out, err := cmd.Output()
	found := findings(string(out))
	if failed := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &failed) || len(found) == 0) {
		t.Fatalf("tsc --project %s: %v\n%s", project, err, out)
	}
	return found
}

var findingLine = regexp.MustCompile(`^(?:(.+)\((\d+),\d+\): )?error (TS\d+: .*)`)

// findings parses the compiler's output: a line for each error, followed by indented lines with its reasons.
func findings(output string) []finding {
	var list []finding
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\r\n")
		if m := findingLine.FindStringSubmatch(line); m != nil {
			number, _ := strconv.Atoi(m[2]) // digits, or empty
			list = append(list, finding{m[1], number, m[3]})
		} else if last := len(list) - 1; last >= 0 {
			list[last].text += "\n" + line
		}
	}
	return list
}

// TestExamplesCompile: an editor would show no error in the examples.
func TestExamplesCompile(t *testing.T) {
	projects, err := filepath.Glob("../scripts/examples/*/[jt]sconfig.json")
	if err != nil || len(projects) == 0 {
		t.Fatal("no example has a jsconfig.json or tsconfig.json", err)
	}
	for _, project := range append(projects, filepath.Join(cookbookFolder, "tsconfig.json")) {
		t.Run(filepath.Base(filepath.Dir(project)), func(t *testing.T) {
			t.Parallel()
			for _, f := range tsc(t, project, "--strict") {
				t.Error(f)
			}
		})
	}
}

// TestMistakesAreFound compiles files full of mistakes. A line ends with words of the expected error: //
// error: some of the words.
func TestMistakesAreFound(t *testing.T) {
	const folder = "testdata/typings"
	found := map[string]string{}
	for _, f := range tsc(t, filepath.Join(folder, "tsconfig.json")) {
		found[f.file+":"+strconv.Itoa(f.line)] += f.text + "\n"
	}
	files, err := filepath.Glob(folder + "/*.[jt]s")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no files with mistakes", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			place := filepath.Base(file) + ":" + strconv.Itoa(i+1)
			_, want, expected := strings.Cut(string(line), "// error: ")
			switch said, ok := found[place]; {
			case ok && !expected:
				t.Errorf("%s is right, and the compiler says: %s", place, said)
			case expected && !strings.Contains(said, want):
				t.Errorf("%s: the compiler does not say %q, but: %s", place, want, said)
			}
			delete(found, place)
		}
	}
	for place, said := range found {
		t.Errorf("%s: %s", place, said)
	}
}

// TestImportResolves tests the ways in which a project may get the typings.
func TestImportResolves(t *testing.T) {
	typings, err := filepath.Abs("../typings")
	if err != nil {
		t.Fatal(err)
	}
	for name, options := range map[string]string{
		"paths":     fmt.Sprintf(`"types": [], "paths": {"fwrun": [%q]}`, typings+"/fwrun.d.ts"),
		"typeRoots": fmt.Sprintf(`"typeRoots": [%q], "types": ["typings"]`, filepath.Dir(typings)),
		"package":   `"types": []`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			write(t, folder, "tsconfig.json", fmt.Sprintf(`{
				"compilerOptions": {
					"target": "ES2022", "lib": ["ES2022"], "module": "Preserve", "strict": true, "experimentalDecorators": true, %s
				},
				"files": ["app.ts"]
			}`, options))
			write(t, folder, "app.ts", `
				import { GetMapping } from "fwrun";
				export const twice = GetMapping("/{n}")((n: int): list<int> => [n, n]);
				setTimeout(() => twice(2), 10);
			`)
			if name == "package" {
				if err := os.Mkdir(filepath.Join(folder, "node_modules"), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(typings, filepath.Join(folder, "node_modules", "fwrun")); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range tsc(t, filepath.Join(folder, "tsconfig.json")) {
				t.Error(f)
			}
		})
	}
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	full, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return full
}
