package release_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/needs"
	"github.com/fwrun/fwrun/tools/release"
)

// TestHead: a release is made of a commit, not of files that are in none.
func TestHead(t *testing.T) {
	needs.Program(t, "git")
	folder := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		command := exec.CommandContext(t.Context(), "git", args...)
		command.Dir = folder
		command.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a",
			"GIT_COMMITTER_EMAIL=a@example.com",
			"GIT_COMMITTER_DATE=2026-01-02T03:04:05+02:00")
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	run("init", "-q")
	if _, err := release.Head(t.Context(), folder); err == nil {
		t.Error("a repository without a commit has a head")
	}
	run("commit", "-q", "--allow-empty", "-m", "first")
	head, err := release.Head(t.Context(), folder)
	if err != nil || len(head.ID) != 40 || head.Time.Format(time.RFC3339) != "2026-01-02T01:04:05Z" {
		t.Errorf("the head is %+v, %v", head, err)
	}
	if err := os.WriteFile(filepath.Join(folder, "new.go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := release.Head(t.Context(), folder); err == nil || !strings.Contains(err.Error(), "new.go") {
		t.Errorf("a file that is in no commit: %v", err)
	}
}
