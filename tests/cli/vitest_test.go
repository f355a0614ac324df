package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// peers are the packages of npm that results of fwrun test are compared with, or that read them.
const peers = "peers"

// snapshotTests run in fwrun, and in vitest with another first line.
var snapshotTests = []string{"inline.test.ts", "kinds.test.ts"}

const (
	importsOfFwrun  = `import { describe, expect, fn, it, spyOn } from "fwrun/test";`
	importsOfVitest = `import { describe, expect, it, vi } from "vitest"; const { fn, spyOn } = vi;`
)

// TestSnapshotsOfVitest lets both write the snapshots of the same tests, which are the same, and then compare with those of the other.
func TestSnapshotsOfVitest(t *testing.T) {
	node, binary := needs.Program(t, "node"), harness.Binary(t)
	ours, theirs := t.TempDir(), t.TempDir()
	nodejs.LinkPackages(t, peers, theirs)
	harness.WriteFile(t, filepath.Join(theirs, "package.json"), "{}")
	harness.WriteFile(t, filepath.Join(ours, "api.js"), "export const nothing = 0;")
	for _, name := range snapshotTests {
		text := read(t, peers, name)
		harness.WriteFile(t, filepath.Join(ours, name), text)
		harness.WriteFile(t, filepath.Join(theirs, name), strings.Replace(text, importsOfFwrun, importsOfVitest, 1))
	}
	vitest := []string{node, filepath.Join(theirs, "node_modules", "vitest", "vitest.mjs"), "run"}
	runTests(t, ours, "CI=", binary, "test", ".", "--timeout", "1m")
	runTests(t, theirs, "CI=", vitest...)
	exchange(t, ours, theirs)
	runTests(t, ours, "CI=true", binary, "test", ".", "--timeout", "1m")
	runTests(t, theirs, "CI=true", vitest...)
	exchange(t, ours, theirs)
	runTests(t, ours, "CI=", binary, "test", ".", "--timeout", "1m", "-u")
	runTests(t, theirs, "CI=", append(vitest, "-u")...)
	exchange(t, ours, theirs)
}

// exchange compares what two folders have, and gives each the files of the other.
func exchange(t *testing.T, ours, theirs string) {
	t.Helper()
	for _, name := range append([]string{"__snapshots__/inline.test.ts.snap", "__snapshots__/kinds.test.ts.snap"}, snapshotTests...) {
		a, b := read(t, ours, name), strings.Replace(read(t, theirs, name), importsOfVitest, importsOfFwrun, 1)
		if a != b {
			t.Fatalf("%s: fwrun has\n%s\nand vitest\n%s", name, a, b)
		}
		harness.WriteFile(t, filepath.Join(ours, name), b)
		harness.WriteFile(t, filepath.Join(theirs, name), strings.Replace(a, importsOfFwrun, importsOfVitest, 1))
	}
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// runTests runs a runner of tests in a folder. All of them must pass.
func runTests(t *testing.T, folder, env string, command ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*harness.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), env, "GITHUB_ACTIONS=", "GITLAB_CI=")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, said)
	}
}
