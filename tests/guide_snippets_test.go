package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	enginebuild "github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/jsapi"
)

// TestGuideSnippets holds every script of the guide to what a reader finds who pastes it: `fwrun check` has nothing to say about the
// application that it is, tests pass, and an editor, which goes by the application's jsconfig.json, finds no mistake either.
func TestGuideSnippets(t *testing.T) {
	root := t.TempDir()
	runBinary(t, root, "new", "app")
	places := map[string]string{}
	for _, page := range guidePages(t) {
		scripts, problems := page.scripts()
		for _, problem := range problems {
			t.Error(problem)
		}
		for _, script := range scripts {
			name := fmt.Sprintf("%s-%d", page.name, script.line)
			folder := filepath.Join(root, "app", name)
			page.write(t, folder, scripts, script)
			places[name] = fmt.Sprintf("docs/guide/%s.md:%d", page.name, script.line)
			t.Run(name, func(t *testing.T) {
				runSnippet(t, folder, script)
			})
		}
	}
	if len(places) < 60 {
		t.Fatalf("only %d scripts of the guide were found", len(places))
	}
	if _, err := exec.LookPath("node"); err != nil && os.Getenv("CI") == "" {
		return // TestExamplesCompile tells
	}
	for _, f := range tsc(t, filepath.Join(root, "app", "jsconfig.json")) {
		name, _, _ := strings.Cut(filepath.ToSlash(f.file), "/")
		t.Errorf("%s: %v", places[name], f)
	}
}

// runSnippet checks an application, and runs its tests if the script is one.
func runSnippet(t *testing.T, folder string, script guideBlock) {
	t.Helper()
	command := []string{"check", folder, "--strict"}
	if script.isTest() {
		command = []string{"test", folder}
	}
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(bin, "fwrun"), command...)
	cmd.Env = append(os.Environ(), "BILLING_TOKEN=token") // which the guide's settings refer to
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("fwrun %s: %v\n%s\n%s", command[0], err, out, script.text)
	}
}

// manifestExports are the names that scripts can import from "fwrun".
var manifestExports = sync.OnceValue(func() []string {
	names := enginebuild.Exports()
	api, err := jsapi.New(jsapi.Options{})
	if err != nil {
		return names
	}
	return append(names, api.Exports()...)
})

// TestGuidePagesRun runs the pages whose files make one application.
func TestGuidePagesRun(t *testing.T) { runScripts(t, "guide") }
