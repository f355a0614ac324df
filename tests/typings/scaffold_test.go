package typings

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// TestTypesMakesApplicationsCompile copies every example, and makes new applications, in a folder outside of
// the repository, and compiles them after `fwrun types`.
func TestTypesMakesApplicationsCompile(t *testing.T) {
	examples, err := filepath.Glob("../../scripts/examples/*")
	if err != nil || len(examples) == 0 {
		t.Fatal("there are no examples", err)
	}
	folder := t.TempDir()
	for _, example := range examples {
		if err := os.CopyFS(filepath.Join(folder, filepath.Base(example)), os.DirFS(example)); err != nil {
			t.Fatal(err)
		}
	}
	harness.Run(t, folder, "new", "new-js")
	harness.Run(t, folder, "new", "new-ts", "--ts")
	unconfigured(t, filepath.Join(folder, "bare-js"), "a.js", `
		import { GetMapping } from "fwrun";
		import text from "./a.sql";
		/** @param {int} n  @returns {list<int>} */
		const twice = (n) => [n, n];
		export const a = GetMapping("/a/{n}")(twice);
		setTimeout(() => console.log(text.length), 10);
	`)
	unconfigured(t, filepath.Join(folder, "bare-ts"), "a.mts", `
		import { GetMapping } from "fwrun";
		import { b } from "./b.mts";
		export const a = GetMapping("/a/{n}")((n: int): list<int> => [n, b]);
	`)
	harness.WriteFile(t, filepath.Join(filepath.Join(folder, "bare-ts"), "b.mts"), "export const b: int = 1;")
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		t.Run(entry.Name(), func(t *testing.T) {
			t.Parallel()
			harness.Run(t, folder, "types", entry.Name())
			for _, f := range nodejs.TSC(t, nodejs.ConfigOf(t, filepath.Join(folder, entry.Name()))) {
				t.Error(f)
			}
		})
	}
}

// TestTypesFindMistakes: the compiler finds mistakes, so the applications above were really checked.
func TestTypesFindMistakes(t *testing.T) {
	folder := t.TempDir()
	unconfigured(t, filepath.Join(folder, "app"), "a.js", `import { GetMapping } from "fwrun";
		export const a = GetMapping("/a")(() => "a");
		/** @type {int} */ export const b = "text";
		export const c = document;
	`)
	harness.Run(t, folder, "types", "app")
	found := nodejs.TSC(t, nodejs.ConfigOf(t, filepath.Join(folder, "app")))
	if len(found) != 2 || found[0].Line != 3 || found[1].Line != 4 {
		t.Errorf("found %v, want a mistake in line 3 and one in line 4", found)
	}
}

func unconfigured(t *testing.T, folder, script, text string) {
	t.Helper()
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	harness.WriteFile(t, filepath.Join(folder, script), text)
	harness.WriteFile(t, filepath.Join(folder, "a.sql"), "SELECT 1")
}
