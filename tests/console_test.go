package tests

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// installConsole installs what opens the console, once for all tests. None of the packages' own scripts is run.
var installConsole = sync.OnceValue(func() error {
	return installPackages("console", "--ignore-scripts", "--no-audit", "--no-fund")
})

// pictures is the folder of the guide's pictures of the console, which -update writes.
const pictures = "../docs/guide/pictures"

// TestConsole opens every pane of the console in Chromium, filters it and acts on it, at two widths and in both themes: without an error
// in the browser's console, without a violation of the page's policy, and without anything that keeps people from using it. With -update it
// writes the pictures of the guide.
func TestConsole(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a browser through all panes")
	}
	browser := requireBrowser(t)
	folder := filepath.Join(t.TempDir(), "tea-shop")
	if err := os.CopyFS(folder, os.DirFS("testdata/console")); err != nil {
		t.Fatal(err)
	}
	url := startConsole(t, folder)
	args := []string{"panes.mjs", url, browser}
	if *update {
		if err := os.MkdirAll(pictures, 0o755); err != nil {
			t.Fatal(err)
		}
		absolute, err := filepath.Abs(pictures)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, absolute)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*patience)
	defer cancel()
	command := exec.CommandContext(ctx, "node", args...)
	command.Dir = "console"
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// requireBrowser returns the path of Chromium, and skips a test where there is none.
func requireBrowser(t *testing.T) string {
	t.Helper()
	requireNPM(t)
	browser, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("FWRUN_REQUIRE_OPERATIONS") == "1" {
			t.Fatal("chromium is not installed, and FWRUN_REQUIRE_OPERATIONS=1 requires it")
		}
		t.Skip("chromium is not installed, in which the console is opened")
	}
	if err := installConsole(); err != nil {
		t.Fatal(err)
	}
	return browser
}

// startConsole serves a folder as in development, until the test ends.
func startConsole(t *testing.T, folder string) (url string) {
	t.Helper()
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	app, err := launch(exec.Command(filepath.Join(bin, "fwrun"), "serve", folder, "--port", "0", "--log-format", "json", "--dev"), filepath.Join(t.TempDir(), "app.log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.kill)
	select {
	case url = <-app.log.listening:
	case <-app.exited:
		t.Fatalf("it has ended:\n%s", app.log.Bytes())
	case <-time.After(patience):
		t.Fatalf("it does not listen:\n%s", app.log.Bytes())
	}
	return url
}
