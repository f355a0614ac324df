package workbench

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app/coverage"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestCoverage: the page is sent the files of the last run in order, a bounded part, and sources of that run alone.
func TestCoverage(t *testing.T) {
	cache, folder := t.TempDir(), t.TempDir()
	p := &Parts{Covered: coverage.LastOf(cache, folder)}
	if got, err := p.coverage(nil); err != nil || len(got.(map[string]any)) != 0 {
		t.Errorf("before any run: %v, %v", got, err)
	}
	ask := func(name string) (any, error) {
		return p.coveredFile(httptest.NewRequest(http.MethodGet, "/?name="+name, nil))
	}
	if _, err := ask("a.ts"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("before any run: %v", err)
	}
	run := &coverage.Run{Application: folder, Files: []*coverage.File{{Path: filepath.Join(folder, "b.ts"), Text: "b();\n"}}}
	for n := range mostCovered {
		run.Files = append(run.Files, &coverage.File{Path: filepath.Join(folder, fmt.Sprint("a", n, ".ts"))})
	}
	if err := coverage.Keep(cache, run); err != nil {
		t.Fatal(err)
	}
	got, err := p.coverage(nil)
	var answer struct{ Run coveredRun }
	if err := json.Unmarshal(got.(json.RawMessage), &answer); err != nil {
		t.Fatal(err)
	}
	shown := answer.Run
	if err != nil || len(shown.Files) != mostCovered || shown.Left != 1 || shown.Files[0].Name != "a0.ts" {
		t.Errorf("%d files, %d left, %v", len(shown.Files), shown.Left, err)
	}
	if err := coverage.Keep(cache, &coverage.Run{Application: folder, Passed: 7, Files: run.Files[:1]}); err != nil {
		t.Fatal(err)
	}
	if got, err := p.coverage(nil); err != nil || !strings.Contains(string(got.(json.RawMessage)), `"passed":7`) {
		t.Errorf("after the next run: %s, %v", got, err)
	}
	for _, changed := range []bool{true, false} { // it is not there, and then it is
		got, err := ask("b.ts")
		if err != nil || got.(map[string]any)["changed"] != changed || len(got.(map[string]any)["lines"].([]coverage.Line)) != 1 {
			t.Errorf("changed %v: %v, %v", changed, got, err)
		}
		if err := os.WriteFile(filepath.Join(folder, "b.ts"), []byte("b();\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := ask("../../etc/passwd"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a file that was not covered: %v", err)
	}
	if got, err := (&Parts{}).coverage(nil); err != nil || got.(map[string]any)["unkept"] != true {
		t.Errorf("without a cache: %v, %v", got, err)
	}
}
