package cli

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// readerOfJest prints what the library of Jest's editors makes of the results in a file.
const readerOfJest = `
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import editors from "jest-editor-support";
const results = JSON.parse(readFileSync(process.argv[2], "utf8"));
const list = new editors.TestReconciler().updateFileWithJestStatus(results).map(({ file, status, message, assertions }) => ({
  file: basename(file), status, message: message.split("\n")[0],
  tests: assertions.map(({ status, fullName, ancestorTitles, line, location, message }) => [
    status, fullName, ancestorTitles.length, line, location?.line, location?.column, message.split("\n")[0],
  ]),
}));
const { numTotalTests, numFailedTests, numPendingTests, numTodoTests, numTotalTestSuites, numRuntimeErrorTestSuites, success, snapshot } = results;
const { added, unmatched, total } = snapshot;
const counts = [numTotalTests, numFailedTests, numPendingTests, numTodoTests, numTotalTestSuites, numRuntimeErrorTestSuites];
console.log(JSON.stringify({ list, counts, success, snapshot: { added, unmatched, total } }));
`

// TestResultsOfJest lets a reader of Jest's results read those of fwrun test.
func TestResultsOfJest(t *testing.T) {
	node, binary := needs.Program(t, "node"), harness.Binary(t)
	folder := t.TempDir()
	nodejs.LinkPackages(t, peers, folder)
	for name, text := range map[string]string{
		"read.mjs":   readerOfJest,
		"app/api.js": "export const nothing = 0;",
		"app/a.test.js": "import { describe, expect, it } from \"fwrun/test\";\n" +
			"describe(\"sums\", () => {\n" +
			"  it(\"adds\", () => { expect(1 + 1).toMatchSnapshot(); });\n" +
			"  it(\"multiplies\", () => {\n    expect(2 * 2).toBe(5);\n  });\n" +
			"  it.skip(\"divides\", () => {});\n  it.todo(\"roots\");\n});\n",
		"app/b.test.js": "import { it } from \"fwrun/test\";\nit(\"starts\");\n",
	} {
		harness.WriteFile(t, filepath.Join(folder, filepath.FromSlash(name)), text)
	}
	run := func(command ...string) (string, error) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*harness.Patience)
		defer cancel()
		cmd := exec.CommandContext(ctx, command[0], command[1:]...)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), "CI=") // on a CI server, no snapshot would be written
		said, err := cmd.Output()
		return string(said), err
	}
	said, err := run(binary, "test", "app", "--json", "-o", "results.json")
	if err == nil || !strings.Contains(said, "1 passed, 1 failed, 1 skipped, 1 todo") {
		t.Fatalf("fwrun test: %v\n%s", err, said)
	}
	if said, err = run(node, "read.mjs", "results.json"); err != nil {
		t.Fatalf("the reader: %v\n%s", err, said)
	}
	var got, want any
	const wanted = `{
		"list": [
			{"file": "a.test.js", "status": "KnownFail", "message": "  ● sums › multiplies", "tests": [
				["KnownSuccess", "sums adds", 1, null, 2, 2, ""],
				["KnownFail", "sums multiplies", 1, 5, 3, 2, "expected 4 to be 5"],
				["KnownSkip", "sums divides", 1, null, 6, 5, ""],
				["KnownTodo", "sums roots", 1, null, 7, 5, ""]
			]},
			{"file": "b.test.js", "status": "KnownFail", "tests": [],
				"message": "b.test.js:2:1: the file failed while it was loading: TypeError: it(\"starts\") has no function to run"}
		],
		"counts": [4, 1, 1, 1, 2, 1], "success": false, "snapshot": {"added": 1, "unmatched": 0, "total": 1}
	}`
	for text, value := range map[string]*any{said: &got, wanted: &want} {
		if err := json.Unmarshal([]byte(text), value); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	if !reflect.DeepEqual(want, got) {
		t.Errorf("the reader has %v, want %v", got, want)
	}
	// Without -o the JSON is all there is on standard output.
	if said, _ = run(binary, "test", "app", "--json"); !json.Valid([]byte(said)) {
		t.Errorf("no JSON: %s", said)
	}
}
