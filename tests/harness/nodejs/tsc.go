package nodejs

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/needs"
)

// ConfigOf returns the configuration of a folder for TypeScript's compiler: its tsconfig.json or jsconfig.json.
func ConfigOf(t *testing.T, folder string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "[jt]sconfig.json"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s has %d configurations", folder, len(found))
	}
	return found[0]
}

// compilerScript is the TypeScript compiler that typings/package.json pins.
const compilerScript = "typings/node_modules/typescript/bin/tsc"

// RequireCompiler skips a test if there is no Node.
func RequireCompiler(t *testing.T) {
	t.Helper()
	needs.Program(t, "node")
	InstallPackages(t, harness.Repository(t, "typings"), WithScripts...)
}

// Finding is an error of the compiler: its place and its complete text.
type Finding struct {
	File string
	Line int
	Text string
}

func (f Finding) String() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Text) }

// TSC compiles a project without output, and returns the errors. Files are named relative to the project's
// folder.
func TSC(t *testing.T, project string, flags ...string) []Finding {
	t.Helper()
	RequireCompiler(t)
	args := append([]string{harness.Repository(t, compilerScript), "--project", filepath.Base(project), "--noEmit", "--pretty", "false"}, flags...)
	ctx, cancel := context.WithTimeout(t.Context(), 4*harness.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", args...)
	cmd.Dir = filepath.Dir(project)
	out, err := cmd.Output()
	found := findings(string(out))
	if failed := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &failed) || len(found) == 0) {
		t.Fatalf("tsc --project %s: %v\n%s", project, err, out)
	}
	return found
}

var findingLine = regexp.MustCompile(`^(?:(.+)\((\d+),\d+\): )?error (TS\d+: .*)`)

// findings parses the compiler's output: a line for each error, followed by indented lines with its reasons.
func findings(output string) []Finding {
	var list []Finding
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\r\n")
		if m := findingLine.FindStringSubmatch(line); m != nil {
			number, _ := strconv.Atoi(m[2]) // digits, or empty
			list = append(list, Finding{m[1], number, m[3]})
		} else if last := len(list) - 1; last >= 0 {
			list[last].Text += "\n" + line
		}
	}
	return list
}
