package lsp

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestHangingCompiler: TypeScript that does not answer delays no question, and ends with the server.
func TestHangingCompiler(t *testing.T) {
	t.Parallel()
	folder := created(t)
	harness.WriteFile(t, folder+"/config/application-typed.yml", "check: { typescript: '../hangs' }\n")
	harness.WriteFile(t, folder+"/../hangs", "#!/bin/sh\n"+
		"test \"$1\" = --version && echo Version 7.0.2 && exit 0\necho $$ > \"$0.pid\"\nexec sleep 1000\n")
	if err := os.Chmod(folder+"/../hangs", 0o755); err != nil {
		t.Fatal(err)
	}
	s := serve(t, folder, map[string]any{"types": true, "profile": "typed"})
	const name = "tasks/task-controller.ts"
	text, err := os.ReadFile(s.path(name))
	if err != nil {
		t.Fatal(err)
	}
	s.texts[name] = string(text)
	s.Open(s.path(name), "typescript", s.texts[name])
	compiler := 0
	harness.Eventually(t, "the compiler", func() bool {
		pid, _ := os.ReadFile(folder + "/../hangs.pid") // not there yet, or half of it
		compiler, _ = strconv.Atoi(strings.TrimSpace(string(pid)))
		return compiler > 0 && strings.HasSuffix(string(pid), "\n")
	})
	if got := s.ask("hover", name, "@RestController", 3); !strings.Contains(got, "A class whose mapped methods") {
		t.Errorf("said %s", got)
	}
	s.Ask("shutdown", nil)
	s.Notify("exit", nil)
	s.Ended()
	if err := s.Cmd.Wait(); err != nil {
		t.Error(err)
	}
	if err := syscall.Kill(compiler, 0); err == nil {
		t.Error("the compiler is still there")
	}
}
