package platform

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// runCases follows the cases of a file: it returns what they return, by name.
const runCases = `
const told = async (make) => { try { return JSON.stringify(await make()) ?? "undefined"; } catch (e) { return "throws " + e; } };
const run = async () => { const all = {}; for (const name of Object.keys(cases)) all[name] = await told(cases[name]); return JSON.stringify(all); };
`

// TestLanguage runs the cases of testdata/language, and compares what they return with the file beside, which -update
// rewrites. Where there is a Node, it has to agree: except for holes.mjs, about which it must not, and for newer.mjs.
func TestLanguage(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "language", "*.mjs"))
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			app := harness.StartScriptWith(t, harness.Options{}, "// @ts-nocheck\nimport { GetMapping } from \"fwrun\";\n"+string(script)+runCases+
				`export const all = GetMapping("/all")(run);`)
			_, body := app.Fetch("/all")
			got := readCases(t, body)
			want := wantedCases(t, file+".json", got)
			compareCases(t, "fwrun", got, want)
			if node, err := exec.LookPath("node"); err == nil && name != "newer.mjs" {
				other := nodeCases(t, node, string(script))
				if name != "holes.mjs" {
					compareCases(t, "Node", other, want)
					return
				}
				for name, value := range want {
					if other[name] == value {
						t.Errorf("%s: no hole any more: Node returns %s, too", name, value)
					}
				}
			}
		})
	}
}

func readCases(t *testing.T, text []byte) map[string]string {
	t.Helper()
	var cases map[string]string
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatalf("%v: %.500s", err, text)
	}
	return cases
}

// wantedCases reads what the cases have to return, or writes it.
func wantedCases(t *testing.T, file string, got map[string]string) map[string]string {
	t.Helper()
	if *harness.Update {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(got); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return readCases(t, text)
}

func nodeCases(t *testing.T, node, script string) map[string]string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "cases.mjs")
	if err := os.WriteFile(file, []byte(script+runCases+"console.log(await run());"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, file).Output()
	if err != nil {
		t.Fatal(err)
	}
	return readCases(t, out)
}

func compareCases(t *testing.T, who string, got, want map[string]string) {
	t.Helper()
	if !slices.Equal(slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want))) {
		t.Errorf("%s has other cases", who)
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s: %s returns\n%s\nwant\n%s", name, who, got[name], want[name])
		}
	}
}
