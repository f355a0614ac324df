package tests

import (
	"os/exec"
	"path/filepath"
	"testing"
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
