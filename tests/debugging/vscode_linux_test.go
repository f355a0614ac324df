package debugging

import (
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

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
	args := []string{"vscode.mjs", harness.Absolute(t, harness.Binary(t)), browser, harness.Absolute(t, "editor"), folder}
	drive(t, append(args, ports...)...)
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
