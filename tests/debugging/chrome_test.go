package debugging

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// TestChrome: Chrome's own page shows the files, stops at a line that was clicked, shows and changes values in its console, and goes on.
func TestChrome(t *testing.T) {
	browser := needs.Program(t, "chromium")
	nodejs.InstallPackages(t, "../console")
	folder := filepath.Join(t.TempDir(), "users")
	if err := os.CopyFS(folder, os.DirFS("testdata/users")); err != nil {
		t.Fatal(err)
	}
	drive(t, "chrome.mjs", harness.Absolute(t, harness.Binary(t)), browser, folder)
}

// drive runs a script of Node that drives a browser.
func drive(t *testing.T, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*harness.Patience)
	defer cancel()
	command := exec.CommandContext(ctx, needs.Program(t, "node"), args...)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) } // so that it ends what it has started
	command.WaitDelay = 10 * time.Second
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
