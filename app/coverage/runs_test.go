package coverage

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// plainSources are packages whose sources are what is published, by folder.
var plainSources = map[string]string{"underscore": "modules", "d3-array": "src", "d3-format": "src", "d3-path": "src"}

// TestRunsAreIstanbuls runs the sources of packages as scripts of an application, and counted by Istanbul in Node: all figures and all lines that
// were not covered are the same.
func TestRunsAreIstanbuls(t *testing.T) {
	node := needs.Program(t, "node")
	nodejs.InstallPackages(t, "testdata/istanbul")
	ours, theirs, into := plainApplication(t), plainApplication(t), t.TempDir()
	test := `import { it } from "fwrun/test"; import { drive } from "./drive.js"; it("runs", () => { drive(); });`
	if err := os.WriteFile(filepath.Join(ours, "drive.test.js"), []byte(test), 0o600); err != nil {
		t.Fatal(err)
	}
	counts := filepath.Join(into, "counts.json")
	for _, c := range [][]string{
		{harness.Binary(t), "test", ours, "--coverage-reporter", "json", "--coverage-dir", into},
		{node, "testdata/istanbul/run.mjs", theirs, counts},
	} {
		if said, err := exec.CommandContext(t.Context(), c[0], c[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
	}
	got, want := figures(t, ours, filepath.Join(into, "coverage-final.json")), figures(t, theirs, counts)
	const least = 200
	if len(want) < least {
		t.Errorf("there are %d files, and not %d", len(want), least)
	}
	for name := range want {
		if !reflect.DeepEqual(got[name], want[name]) {
			t.Errorf("%s: got\n%+v\nand Istanbul has\n%+v", name, got[name], want[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files are covered, and %d by Istanbul", len(got), len(want))
	}
}

// plainApplication returns a folder with the sources and what runs them.
func plainApplication(t *testing.T) string {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"drive.js": "testdata/istanbul/drive.js"}
	for name, sources := range plainSources {
		err := filepath.WalkDir(filepath.Join("testdata/istanbul/node_modules", name, sources), func(path string, entry fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".js") {
				below, _ := filepath.Rel(filepath.Join("testdata/istanbul/node_modules", name, sources), path)
				files[filepath.Join(name, below)] = path
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for to, from := range files {
		to = filepath.Join(folder, to)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, []byte(read(t, from)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type": "module"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	lent := harness.Absolute(t, "testdata/istanbul/node_modules")
	if err := os.Symlink(lent, filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	return folder
}

// fileFigures is what a table says of a file.
type fileFigures struct {
	Totals
	Uncovered []int
	Ran       []string // statements, functions and arms; how often differs with how a sort compares
}

// figures reads counts as JSON, by file.
func figures(t *testing.T, folder, counts string) map[string]fileFigures {
	t.Helper()
	all := map[string]fileFigures{}
	for _, f := range countsOf(t, counts) {
		figures := fileFigures{Totals: f.Totals()}
		lines := f.Lines()
		for _, line := range inOrder(lines) {
			if lines[line] == 0 {
				figures.Uncovered = append(figures.Uncovered, line)
			}
		}
		for _, s := range f.Statements {
			figures.Ran = append(figures.Ran, fmt.Sprintf("statement %v %t", s.Start, s.Count > 0))
		}
		for _, fn := range f.Functions {
			figures.Ran = append(figures.Ran, fmt.Sprintf("function %v %t", fn.Loc.Start, fn.Count > 0))
		}
		for _, b := range f.Branches {
			for i, arm := range b.Arms {
				figures.Ran = append(figures.Ran, fmt.Sprintf("%s %v %d %t", b.Kind, b.Loc.Start, i, arm.Count > 0))
			}
		}
		slices.Sort(figures.Ran)
		all[relative(folder, f.Path)] = figures
	}
	return all
}
