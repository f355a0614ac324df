package docs

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/guide"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/harness/script"
	"github.com/fwrun/fwrun/tests/needs"
)

// TestGuideSnippets checks every script of the guide as a reader who pastes it would: `fwrun check` reports
// nothing for the application, its tests pass, and an editor, which uses the application's jsconfig.json,
// finds no mistake.
func TestGuideSnippets(t *testing.T) {
	root := t.TempDir()
	harness.Run(t, root, "new", "app")
	// Readers who import modules of Node have @types/node.
	types := "declare module \"node:*\";\ndeclare const Buffer: any;\ndeclare const process: any;\n"
	if err := os.WriteFile(filepath.Join(root, "app", "node.d.ts"), []byte(types), 0o644); err != nil {
		t.Fatal(err)
	}
	places := map[string]string{}
	for _, page := range guide.Pages(t) {
		if strings.HasPrefix(page.Name, "cookbook-") || page.Name == "tutorial" {
			continue // TestCookbook and TestTutorial run what these pages show
		}
		scripts, problems := page.Scripts()
		for _, problem := range problems {
			t.Error(problem)
		}
		for _, script := range scripts {
			name := fmt.Sprintf("%s-%d", page.Name, script.Line)
			folder := filepath.Join(root, "app", name)
			page.Write(t, folder, scripts, script)
			places[name] = fmt.Sprintf("docs/guide/%s.md:%d", page.Name, script.Line)
			t.Run(name, func(t *testing.T) {
				runSnippet(t, folder, script)
			})
		}
	}
	if len(places) < 60 {
		t.Fatalf("only %d scripts of the guide were found", len(places))
	}
	if _, ok := needs.Find("node"); !ok && !needs.Required() {
		return // TestExamplesCompile reports it
	}
	for _, f := range nodejs.TSC(t, filepath.Join(root, "app", "jsconfig.json")) {
		name, _, _ := strings.Cut(filepath.ToSlash(f.File), "/")
		t.Errorf("%s: %v", places[name], f)
	}
}

// runSnippet checks an application, and runs its tests if the script is a test or there is one for it.
func runSnippet(t *testing.T, folder string, script guide.Block) {
	t.Helper()
	commands := [][]string{{"check", folder, "--strict"}}
	if script.IsTest() {
		commands = [][]string{{"test", folder, "--timeout", "1m"}}
	}
	if strings.Contains(script.Text, usesSchemas) {
		if err := harness.CopyFile("testdata/schemas.test.ts", filepath.Join(folder, "members.test.ts")); err != nil {
			t.Fatal(err)
		}
		commands = append(commands, []string{"test", folder, "--timeout", "1m"})
		nodejs.LinkPackages(t, guide.SchemasFolder, folder)
	}
	bin := harness.Binary(t)
	for _, command := range commands {
		cmd := exec.CommandContext(t.Context(), bin, command...)
		cmd.Env = append(os.Environ(), "BILLING_TOKEN=token", "OPS_TOKEN=token", "CI=") // the guide refers to them, and writes snapshots
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("fwrun %s: %v\n%s\n%s", command[0], err, out, script.Text)
		}
	}
}

// usesSchemas is in the script of the guide that testdata/schemas.test.ts tests.
const usesSchemas = `from "zod"`

// TestGuidePagesRun runs the pages whose files make one application.
func TestGuidePagesRun(t *testing.T) { script.Run(t, "guide") }
