package platform

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// turnedTests runs the scenarios in fwrun, and expects of each what Node has found.
const turnedTests = `import { expect, it, vi } from "fwrun/test";
import { scenarios } from "./scenarios.js";
import expected from "./expected.js";

for (const [name, run] of Object.entries(scenarios)) {
  it(name, async () => {
    const lines = [];
    vi.useFakeTimers({ now: 0 });
    await run(vi, (...args) => lines.push(args.join(" ")));
    await null;
    expect(lines).toEqual(expected[name]);
  });
}
`

// TestTimersAreAsInVitest: scripts of timers log the same in fwrun as with the fake timers that vitest uses.
func TestTimersAreAsInVitest(t *testing.T) {
	needs.Program(t, "node")
	nodejs.InstallPackages(t, "clock")
	found, err := exec.CommandContext(t.Context(), "node", filepath.Join("clock", "node.js")).Output()
	if err != nil {
		t.Fatal(err)
	}
	scenarios, err := os.ReadFile(filepath.Join("clock", "scenarios.js"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"app.js": "export {};\n", "scenarios.js": string(scenarios), "expected.js": "export default " + string(found), "turned.test.js": turnedTests,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var logged map[string][]string
	if err := json.Unmarshal(found, &logged); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), harness.Binary(t), "test", folder, "--timeout", "1m").CombinedOutput()
	if err != nil || !strings.Contains(string(out), fmt.Sprintf("%d passed (", len(logged))) {
		t.Errorf("%v\n%s", err, out)
	}
}
