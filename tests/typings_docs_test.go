package tests

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/typings"
)

// TestTypingsAreDocumented: the typings are the reference that users read, in their editors.
func TestTypingsAreDocumented(t *testing.T) {
	requireCompiler(t)
	files, err := filepath.Glob("../typings/*.d.ts")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no typings", err)
	}
	args := append([]string{"testdata/undocumented.cjs", absolute(t, "../typings/node_modules/typescript")}, files...)
	out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("no comment says what these are: %v\n%s", err, out)
	}
}

// TestTypingsAreReached: a project knows fwrun.d.ts only, which refers to the others.
func TestTypingsAreReached(t *testing.T) {
	text, err := typings.Files.ReadFile("fwrun.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := typings.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name := entry.Name()
		reference := `/// <reference path="` + name + `" />`
		if strings.HasSuffix(name, ".d.ts") && name != "fwrun.d.ts" && !strings.Contains(string(text), reference) {
			t.Errorf("fwrun.d.ts does not refer to %s", name)
		}
	}
}
