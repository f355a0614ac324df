package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestTypesMakesApplicationsCompile copies every example, and makes new applications, in a folder outside of
// the repository, and compiles them after `fwrun types`.
func TestTypesMakesApplicationsCompile(t *testing.T) {
	examples, err := filepath.Glob("../scripts/examples/*")
	if err != nil || len(examples) == 0 {
		t.Fatal("there are no examples", err)
	}
	folder := t.TempDir()
	for _, example := range examples {
		if err := os.CopyFS(filepath.Join(folder, filepath.Base(example)), os.DirFS(example)); err != nil {
			t.Fatal(err)
		}
	}
	runBinary(t, folder, "new", "new-js")
	runBinary(t, folder, "new", "new-ts", "--ts")
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
	write(t, filepath.Join(folder, "bare-ts"), "b.mts", "export const b: int = 1;")
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		t.Run(entry.Name(), func(t *testing.T) {
			t.Parallel()
			runBinary(t, folder, "types", entry.Name())
			for _, f := range tsc(t, configOf(t, filepath.Join(folder, entry.Name()))) {
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
	runBinary(t, folder, "types", "app")
	found := tsc(t, configOf(t, filepath.Join(folder, "app")))
	if len(found) != 2 || found[0].line != 3 || found[1].line != 4 {
		t.Errorf("found %v, want a mistake in line 3 and one in line 4", found)
	}
}

func unconfigured(t *testing.T, folder, script, text string) {
	t.Helper()
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, folder, script, text)
	write(t, folder, "a.sql", "SELECT 1")
}

func configOf(t *testing.T, folder string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "[jt]sconfig.json"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s has %d configurations", folder, len(found))
	}
	return found[0]
}

// runBinary runs fwrun to its end, and expects that it succeeds.
func runBinary(t *testing.T, folder string, args ...string) {
	t.Helper()
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(bin, "fwrun"), args...)
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("fwrun %v: %v\n%s", args, err, out)
	}
}
