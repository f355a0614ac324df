package debugging

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// TestVSCode: VS Code, with the launch.json that fwrun new writes, attaches, stops at what was clicked, shows and changes values, steps, logs, finds
// its way back after a reload and a restart, and starts the application and its tests itself.
func TestVSCode(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the editor's own Node is for amd64")
	}
	browser := needs.Program(t, "chromium")
	nodejs.InstallPackages(t, "../console")
	nodejs.InstallPackages(t, "editor")
	folder := filepath.Join(t.TempDir(), "users")
	if err := os.CopyFS(folder, os.DirFS("testdata/users")); err != nil {
		t.Fatal(err)
	}
	launch, err := os.ReadFile(harness.Repository(t, "app/scaffold/template/both/vscode/launch.json"))
	if err != nil {
		t.Fatal(err)
	}
	ports := freePorts(t, 3)
	harness.WriteFile(t, filepath.Join(folder, ".vscode", "launch.json"), strings.ReplaceAll(string(launch), "9229", ports[1]))
	harness.WriteFile(t, filepath.Join(folder, "config", "application.yml"), "server:\n  port: "+ports[2]+"\n  workers:\n    min: 2\n")
	ctx, cancel := context.WithTimeout(t.Context(), 20*harness.Patience)
	defer cancel()
	args := append([]string{"vscode.mjs", harness.Absolute(t, harness.Binary(t)), browser, harness.Absolute(t, "editor"), folder}, ports...)
	command := exec.CommandContext(ctx, needs.Program(t, "node"), args...)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) } // so that it ends what it has started
	command.WaitDelay = 10 * time.Second
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s%v of processor time", out, command.ProcessState.UserTime()+command.ProcessState.SystemTime())
}

// freePorts returns ports that nobody has.
func freePorts(t *testing.T, n int) (ports []string) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		ports = append(ports, strconv.Itoa(l.Addr().(*net.TCPAddr).Port))
	}
	return ports
}
