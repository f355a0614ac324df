package platform

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// TestDecoratorMetadata: decorated classes have the types that the TypeScript compiler gives them, with null as a type of its own and without.
// What decorators of fwrun do on such classes remains.
func TestDecoratorMetadata(t *testing.T) {
	t.Parallel()
	nodejs.RequireCompiler(t)
	for _, strict := range []string{"true", "false"} {
		t.Run("strict="+strict, func(t *testing.T) {
			t.Parallel()
			app := t.TempDir()
			if err := os.CopyFS(app, os.DirFS(filepath.Join("testdata", "metadata"))); err != nil {
				t.Fatal(err)
			}
			nodejs.LinkPackages(t, compatFolder, app)
			config := filepath.Join(app, "tsconfig.json")
			text, err := os.ReadFile(config)
			if err != nil {
				t.Fatal(err)
			}
			harness.WriteFile(t, config, strings.ReplaceAll(string(text), `"strict": true`, `"strict": `+strict))
			want := compiledTable(t, app)
			at := harness.ServeFolder(t, app, datatest.FreePort(t))
			var got map[string]string
			if err := json.Unmarshal([]byte(get(t, at+"/table")), &got); err != nil {
				t.Fatal(err)
			}
			if len(want) < 300 {
				t.Errorf("the compiler's table has %d lines only", len(want))
			}
			want["Wheel.circle type"] = "Object" // the compiler's modules have undefined for what a circle of imports has not made yet
			for _, key := range slices.Sorted(maps.Keys(want)) {
				if got[key] != want[key] {
					t.Errorf("%s: %s, the compiler has %s", key, got[key], want[key])
				}
			}
			if foreign := get(t, at+"/foreign"); foreign != `["LRUCache","Object","Object","Readable","Object"]` {
				t.Error(foreign)
			}
			if greeted := get(t, at+"/greet/Ann"); greeted != `["Hello, Ann","String","Greeter"]` {
				t.Error(greeted)
			}
		})
	}
}

// compiledTable returns the table of what the compiler has made, as Node prints it.
func compiledTable(t *testing.T, app string) (table map[string]string) {
	t.Helper()
	out := t.TempDir()
	nodejs.LinkPackages(t, compatFolder, out)
	for _, args := range [][]string{
		{harness.Repository(t, "typings/node_modules/typescript/bin/tsc"), "--project", app, "--outDir", out},
		{"--print", "JSON.stringify(require('./table.js').table())"},
	} {
		cmd := exec.CommandContext(t.Context(), "node", args...)
		cmd.Dir, cmd.Stderr = out, os.Stderr
		printed, err := cmd.Output()
		if err != nil {
			t.Fatalf("node %v: %v\n%s", args, err, printed)
		}
		if args[0] == "--print" {
			if err := json.Unmarshal(printed, &table); err != nil {
				t.Fatal(err)
			}
		}
	}
	return table
}
