package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/guide"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// recipes returns the names of the applications in scripts/cookbook.
func recipes(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(guide.CookbookFolder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	if len(names) < 30 {
		t.Fatalf("there are only %d recipes", len(names))
	}
	return names
}

// TestCookbook checks each recipe, and runs its tests, outside of the repository.
func TestCookbook(t *testing.T) {
	bin := harness.Binary(t)
	for _, name := range recipes(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(t.TempDir(), name)
			if err := os.CopyFS(folder, os.DirFS(filepath.Join(guide.CookbookFolder, name))); err != nil {
				t.Fatal(err)
			}
			env := os.Environ()
			if name == "s3-upload" {
				env = append(env, startBucket(t)...)
				if err := harness.CopyFile("testdata/cookbook/s3-upload.test.ts", filepath.Join(folder, "bucket.test.ts")); err != nil {
					t.Fatal(err)
				}
			}
			if name == "schemas" {
				nodejs.LinkPackages(t, guide.SchemasFolder, folder)
			}
			for _, args := range [][]string{{"check", "--strict"}, {"test", "--timeout", "1m"}} {
				cmd := exec.CommandContext(t.Context(), bin, append(args, folder)...)
				cmd.Env = env
				if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "skipped") {
					t.Fatalf("fwrun %s: %v\n%s", args[0], err, out)
				}
			}
		})
	}
}
