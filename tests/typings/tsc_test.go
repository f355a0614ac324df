package typings

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/guide"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// TestExamplesCompile: an editor would show no error in the examples.
func TestExamplesCompile(t *testing.T) {
	projects, err := filepath.Glob("../../scripts/examples/*/[jt]sconfig.json")
	if err != nil || len(projects) == 0 {
		t.Fatal("no example has a jsconfig.json or tsconfig.json", err)
	}
	for _, project := range append(projects, filepath.Join(guide.CookbookFolder, "tsconfig.json")) {
		t.Run(filepath.Base(filepath.Dir(project)), func(t *testing.T) {
			t.Parallel()
			if filepath.Dir(project) == filepath.Clean(guide.CookbookFolder) {
				nodejs.InstallPackages(t, guide.SchemasFolder)
			}
			for _, f := range nodejs.TSC(t, project, "--strict") {
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
	for _, f := range nodejs.TSC(t, filepath.Join(folder, "tsconfig.json")) {
		found[f.File+":"+strconv.Itoa(f.Line)] += f.Text + "\n"
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
	typings, err := filepath.Abs("../../typings")
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
			harness.WriteFile(t, filepath.Join(folder, "tsconfig.json"), fmt.Sprintf(`{
				"compilerOptions": {
					"target": "ES2022", "lib": ["ES2022"], "module": "Preserve", "strict": true, "experimentalDecorators": true, %s
				},
				"files": ["app.ts"]
			}`, options))
			harness.WriteFile(t, filepath.Join(folder, "app.ts"), `
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
			for _, f := range nodejs.TSC(t, filepath.Join(folder, "tsconfig.json")) {
				t.Error(f)
			}
		})
	}
}
