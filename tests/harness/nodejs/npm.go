package nodejs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/needs"
)

// RequireNPM skips the test without npm.
func RequireNPM(t testing.TB) {
	t.Helper()
	needs.Program(t, "npm")
}

// quietly are options of npm: no scripts of packages are run, and nobody is asked about their faults.
var quietly = []string{"--ignore-scripts", "--no-audit", "--no-fund"}

// InstallPackages installs the packages of a folder with npm: without their own scripts, unless the options say otherwise. They
// are kept as long as its package-lock.json is the same. Where they cannot be had, the test is skipped.
func InstallPackages(t testing.TB, folder string, options ...string) {
	t.Helper()
	RequireNPM(t)
	if options == nil {
		options = quietly
	}
	err := harness.Alone("npm-"+filepath.Base(harness.Absolute(t, folder)), func() error { return install(folder, options) })
	if err != nil {
		needs.Missing(t, "npm", "cannot install: "+err.Error())
	}
}

// LinkPackages installs the packages of a folder, and lends them to an application.
func LinkPackages(t testing.TB, folder, app string) {
	t.Helper()
	InstallPackages(t, folder)
	if err := os.Symlink(filepath.Join(harness.Absolute(t, folder), "node_modules"), filepath.Join(app, "node_modules")); err != nil {
		t.Fatal(err)
	}
}

// WithScripts are options for packages whose own scripts are run.
var WithScripts = []string{"--no-audit", "--no-fund"}

func install(folder string, options []string) error {
	lock, err := os.ReadFile(filepath.Join(folder, "package-lock.json"))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(lock)
	wanted, mark := hex.EncodeToString(sum[:]), filepath.Join(folder, "node_modules", ".installed")
	if installed, err := os.ReadFile(mark); err == nil && string(installed) == wanted {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*harness.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", append([]string{"ci"}, options...)...)
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci in %s: %w\n%s", folder, err, out)
	}
	return os.WriteFile(mark, []byte(wanted), 0o644)
}
