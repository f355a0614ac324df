package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/needs"
)

// TestFuzzOfWhatChanged runs scripts/fuzz.sh as CI does: after a commit that changed a page only, there is nothing to do, and that is no
// failure; after one that changed a package, its targets run.
func TestFuzzOfWhatChanged(t *testing.T) {
	git, bash := needs.Program(t, "git"), needs.Program(t, "bash")
	folder := t.TempDir()
	run := func(program string, args ...string) (string, error) {
		command := exec.CommandContext(t.Context(), program, args...)
		command.Dir = folder
		command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a",
			"GIT_COMMITTER_EMAIL=a@example.com")
		said, err := command.CombinedOutput()
		return string(said), err
	}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commit := func(subject string) {
		t.Helper()
		for _, args := range [][]string{{"add", "-A"}, {"commit", "-q", "-m", subject}} {
			if said, err := run(git, args...); err != nil {
				t.Fatalf("git %s: %v\n%s", args, err, said)
			}
		}
	}
	if said, err := run(git, "init", "-q"); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	script, err := os.ReadFile("../../scripts/fuzz.sh")
	if err != nil {
		t.Fatal(err)
	}
	write("go.mod", "module example.com/sample\n\ngo 1.26\n")
	write("scripts/fuzz.sh", string(script))
	write("a/a_test.go", "package a\n\nimport \"testing\"\n\nfunc FuzzA(f *testing.F) { f.Fuzz(func(t *testing.T, s string) {}) }\n")
	commit("a")
	write("b/b_test.go", "package b\n\nimport \"testing\"\n\nfunc FuzzB(f *testing.F) { f.Fuzz(func(t *testing.T, s string) {}) }\n")
	write("tools/go.mod", "module example.com/sample/tools\n\ngo 1.26\n")
	write("tools/t/t_test.go", "package t\n\nimport \"testing\"\n\nfunc FuzzT(f *testing.F) { f.Fuzz(func(t *testing.T, s string) {}) }\n")
	commit("b")

	said, err := run(bash, "scripts/fuzz.sh", "5x", "HEAD^")
	if err != nil || !strings.Contains(said, "FuzzB held") || !strings.Contains(said, "FuzzT held") || strings.Contains(said, "FuzzA") {
		t.Errorf("after a change of b, and of a package of another module: %v\n%s", err, said)
	}
	if said, err := run(bash, "scripts/fuzz.sh", "5x"); err != nil || !strings.Contains(said, "FuzzA held") || !strings.Contains(said, "FuzzB held") {
		t.Errorf("all of them: %v\n%s", err, said)
	}
	for i := range 900 { // more than a pipe holds, so that the script's steps wait for each other
		name := fmt.Sprintf("%s%d/c_test.go", strings.Repeat("c", 90), i)
		write(name, "package c\n\nfunc FuzzC() {}\n")
	}
	commit("many")
	write("README.md", "a page\n")
	commit("a page")
	if said, err := run(bash, "scripts/fuzz.sh", "5x", "HEAD^"); err != nil || said != "" {
		t.Errorf("after a change of a page: %v\n%s", err, said)
	}
}
