package info_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/actuator/info"
	"github.com/fwrun/fwrun/tests/needs"
)

// repository makes a repository with git.
func repository(t *testing.T) (folder string, git func(args ...string) string) {
	t.Helper()
	needs.Program(t, "git")
	folder = t.TempDir()
	git = func(args ...string) string {
		t.Helper()
		command := exec.CommandContext(t.Context(), "git", append([]string{"-C", folder}, args...)...)
		command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
			"GIT_AUTHOR_NAME=A B", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=A B > 9 +0000", "GIT_COMMITTER_EMAIL=a@example.com",
			"GIT_AUTHOR_DATE=2025-01-02T03:04:05+02:00", "GIT_COMMITTER_DATE=2026-01-02T03:04:05+02:00")
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q", "-b", "main")
	git("commit", "-q", "--allow-empty", "-m", "first")
	return folder, git
}

func expectGit(t *testing.T, folder, want string) {
	t.Helper()
	if got := told(t, info.Settings{}, info.Git(folder)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestGit: branch and commit are found whether references and objects have files of their own or are packed, on a branch or not, in a
// folder below and in a further work tree.
func TestGit(t *testing.T) {
	folder, git := repository(t)
	id := git("rev-parse", "HEAD")[:7]
	commit := `"commit":{"id":"` + id + `","time":"2026-01-02T01:04:05Z"}`
	onMain := `{"git":{"branch":"main",` + commit + `}}`
	expectGit(t, folder, onMain)
	below := filepath.Join(folder, "shop", "app")
	if err := os.MkdirAll(below, 0o700); err != nil {
		t.Fatal(err)
	}
	expectGit(t, below, onMain)
	git("pack-refs", "--all")
	expectGit(t, folder, onMain)
	git("gc", "-q")
	if loose, _ := filepath.Glob(filepath.Join(folder, ".git", "objects", "??")); len(loose) > 0 {
		t.Fatal("objects are not packed:", loose)
	}
	expectGit(t, folder, onMain)
	git("worktree", "add", "-q", "-b", "feature/desk", filepath.Join(folder, "other"))
	expectGit(t, filepath.Join(folder, "other"), `{"git":{"branch":"feature/desk",`+commit+`}}`)
	git("checkout", "-q", "--detach")
	expectGit(t, folder, `{"git":{"branch":"`+git("rev-parse", "HEAD")+`",`+commit+`}}`)
}

// TestGitOfDifferences: the time is known of commits that are stored as the difference to others, however the other one is found.
func TestGitOfDifferences(t *testing.T) {
	folder, git := repository(t)
	for i := range 30 {
		git("commit", "-q", "--allow-empty", "-m", strings.Repeat("much text ", 200)+strconv.Itoa(i))
	}
	for _, byOffset := range []string{"true", "false"} {
		git("-c", "repack.useDeltaBaseOffset="+byOffset, "repack", "-adfq", "--depth=50", "--window=50")
		found := 0
		for id := range strings.FieldsSeq(git("rev-list", "HEAD")) {
			if base := gitBaseOf(git, id); strings.Trim(base, "0") == "" {
				continue
			}
			found++
			if err := os.WriteFile(filepath.Join(folder, ".git", "HEAD"), []byte(id), 0o600); err != nil {
				t.Fatal(err)
			}
			expectGit(t, folder, `{"git":{"branch":"`+id+`","commit":{"id":"`+id[:7]+`","time":"2026-01-02T01:04:05Z"}}}`)
		}
		if found == 0 {
			t.Fatal("no commit is stored as a difference")
		}
		git("symbolic-ref", "HEAD", "refs/heads/main")
	}
}

// gitBaseOf returns the object that another one is stored as the difference to, or zeros.
func gitBaseOf(git func(args ...string) string, id string) string {
	for line := range strings.Lines(git("cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(deltabase)")) {
		if base, is := strings.CutPrefix(strings.TrimSpace(line), id+" "); is {
			return base
		}
	}
	return ""
}

// TestGitOfStrangeFolders: what is not a repository has nothing to tell.
func TestGitOfStrangeFolders(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"no commit":    {".git/HEAD": "ref: refs/heads/main\n"},
		"outside":      {".git/HEAD": "ref: refs/../../secret\n", "secret": strings.Repeat("a", 40)},
		"not a ref":    {".git/HEAD": "ref: /etc/passwd\n"},
		"text":         {".git/HEAD": "hello\n"},
		"empty":        {".git/HEAD": ""},
		"no HEAD":      {".git/config": ""},
		"file":         {".git": "hello"},
		"link nowhere": {".git": "gitdir: /nowhere/at/all"},
	} {
		folder := t.TempDir()
		for file, text := range files {
			path := filepath.Join(folder, file)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		t.Run(name, func(t *testing.T) { expectGit(t, folder, "{}") })
	}
	id := strings.Repeat("a1b2", 10)
	folder := t.TempDir()
	pack := filepath.Join(folder, ".git", "objects", "pack")
	if err := os.MkdirAll(pack, 0o700); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{
		".git/HEAD": id, ".git/objects/pack/a.idx": "\xfftOc\x00\x00\x00\x02" + strings.Repeat("\xff", 2000), ".git/objects/pack/b.idx": "short",
	} {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	expectGit(t, folder, `{"git":{"branch":"`+id+`","commit":{"id":"a1b2a1b"}}}`) // its time is not known
}
