package typings

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/typings"
)

// TestTypingsAreDocumented: everything in the typings has a comment, because users read them in their
// editors.
func TestTypingsAreDocumented(t *testing.T) {
	nodejs.RequireCompiler(t)
	files, err := filepath.Glob("../../typings/*.d.ts")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no typings", err)
	}
	args := append([]string{"testdata/undocumented.cjs", harness.Absolute(t, "../../typings/node_modules/typescript")}, files...)
	out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("no comment says what these are: %v\n%s", err, out)
	}
}

// TestTypingsAreShown asks the language service of TypeScript, which editors use, for the comment of every
// exported name: it must be complete. An @ at the beginning of a line or after white space would be taken for
// the beginning of a tag.
func TestTypingsAreShown(t *testing.T) {
	nodejs.RequireCompiler(t)
	files, err := filepath.Glob("../../typings/*.d.ts")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no typings", err)
	}
	args := []string{"testdata/hovers.cjs", harness.Absolute(t, "../../typings/node_modules/typescript")}
	for _, file := range files {
		args = append(args, harness.Absolute(t, file))
	}
	out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput()
	asked, rest, _ := strings.Cut(string(out), " ")
	if err != nil || asked != "asked" || strings.Count(string(out), "\n") != 1 {
		t.Errorf("comments are cut off: %v\n%s", err, out)
	}
	if names, err := strconv.Atoi(strings.Fields(rest + " for 0")[1]); err != nil || names < 250 {
		t.Errorf("it was asked for %d names only: %s", names, out)
	}
}

// TestTypingsHaveNoTags checks, without the compiler, that no line of a comment begins with @.
func TestTypingsHaveNoTags(t *testing.T) {
	entries, err := typings.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	tag := regexp.MustCompile(`^\s*(/\*\*|\*)?\s*@`)
	for _, entry := range entries {
		text, err := typings.Files.ReadFile(entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasSuffix(entry.Name(), ".d.ts") && tag.MatchString(line) {
				t.Errorf("%s:%d begins with @, which cuts the comment off: %s", entry.Name(), i+1, line)
			}
		}
	}
}

// TestTypingsAreReached: a project refers to fwrun.d.ts only, which refers to the others.
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
