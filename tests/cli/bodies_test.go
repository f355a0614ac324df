package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestBodies: the whole program reports each mistake of the table of engine/bodies once, and nothing else, offline or not.
func TestBodies(t *testing.T) {
	archives, err := filepath.Glob("../../engine/bodies/testdata/*.txtar")
	if err != nil || len(archives) < 60 {
		t.Fatalf("%d mistakes, %v", len(archives), err)
	}
	for i, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			folder, want := t.TempDir(), ""
			for _, f := range archive.Files {
				if f.Name == "want" {
					want, _, _ = strings.Cut(string(f.Data), "\n")
					continue
				}
				name := filepath.Join(folder, filepath.FromSlash(f.Name))
				if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, f.Data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			args := []string{"check", "--json", folder}
			if i%2 == 0 {
				args = append(args, "--offline")
			}
			checkBody(t, args, want)
		})
	}
}

func checkBody(t *testing.T, args []string, want string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), harness.Binary(t), args...)
	command.Env = append(os.Environ(), "FWRUN_CACHE="+t.TempDir())
	out, err := command.Output()
	var report struct {
		Diagnostics []struct {
			File, Severity, Code, Message string
			Line, Column, EndColumn       int
		}
	}
	if bad := json.Unmarshal(out, &report); bad != nil {
		t.Fatalf("%v, %v: %s", err, bad, out)
	}
	if len(report.Diagnostics) != 1 {
		t.Fatalf("%d mistakes: %s", len(report.Diagnostics), out)
	}
	d := report.Diagnostics[0]
	got := fmt.Sprintf("%s:%d:%d: %s %s (%d): %s", d.File, d.Line, d.Column, d.Severity, d.Code, d.EndColumn-d.Column, d.Message)
	if got != want && d.Code != "not-exported" && d.Code != "import-name" { // of which others have words of their own
		t.Errorf("got %s, want %s", got, want)
	}
	if failed := err != nil; failed != (d.Severity == "error") {
		t.Errorf("a mistake that is an %s ends with %v", d.Severity, err)
	}
}
