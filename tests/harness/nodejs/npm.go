package nodejs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/tests/needs"

	"github.com/fwrun/fwrun/tests/harness"
)

// RequireNPM skips the test without npm.
func RequireNPM(t *testing.T) {
	t.Helper()
	needs.Program(t, "npm")
}

var installing sync.Mutex

// InstallPackages installs the packages of a folder with npm and its options. They are kept as long as its package-lock.json is the same.
func InstallPackages(folder string, options ...string) error {
	installing.Lock() // tests of one folder wait for each other
	defer installing.Unlock()
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
		return fmt.Errorf("npm ci in tests/%s: %w\n%s", folder, err, out)
	}
	return os.WriteFile(mark, []byte(wanted), 0o644)
}
