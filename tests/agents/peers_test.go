package agents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// The peers of the MCP endpoint are the official clients and conformance suites. Those from npm are pinned in
// mcp/package.json; the applications they use are in mcp/desk and mcp/conformance.

// requirePeers installs the packages, and returns the Node that runs them.
func requirePeers(t *testing.T) (node string) {
	t.Helper()
	nodejs.InstallPackages(t, "mcp", nodejs.WithScripts...)
	node, err := peersNode()
	if err != nil {
		t.Fatal(err)
	}
	return node
}

// peersNode returns the path of Node 22, which most of the peers need: the one that was installed with them
// or, if there is none for this system, the system's own.
func peersNode() (string, error) {
	architecture := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	own, err := filepath.Abs("mcp/node_modules/node-" + runtime.GOOS + "-" + architecture + "/bin/node")
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(own); err == nil {
		return own, nil
	}
	out, err := exec.Command("node", "--version").Output()
	major, _, _ := strings.Cut(strings.TrimPrefix(string(out), "v"), ".")
	if version, _ := strconv.Atoi(major); err != nil || version < 22 {
		return "", fmt.Errorf("the peers of the MCP endpoint need Node 22, npm has installed none for %s/%s, and the system's is %q", runtime.GOOS,
			runtime.GOARCH, out)
	}
	return "node", nil
}

// peerRun is the result of a process.
type peerRun struct {
	stdout, stderr string
	code           int
}

// runPeer runs a script of a package, or one in mcp, to its end.
func runPeer(t *testing.T, node string, env []string, script string, args ...string) peerRun {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*harness.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, append([]string{harness.Absolute(t, filepath.Join("mcp", script))}, args...)...)
	cmd.Dir = t.TempDir()
	// HOME, since some keep settings there, and must not find any.
	cmd.Env = append(append(os.Environ(), "NO_COLOR=1", "HOME="+cmd.Dir), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) || ctx.Err() != nil {
		t.Fatalf("%s %s: %v\n%s%s", script, strings.Join(args, " "), err, stdout.Bytes(), stderr.Bytes())
	}
	return peerRun{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// serveForPeers serves a folder of mcp, and returns the endpoint's URL. The port is chosen in advance,
// because the endpoint is configured to allow the origin with that port, as for a page of its own.
func serveForPeers(t *testing.T, folder string, env ...string) (endpoint string) {
	t.Helper()
	port := datatest.FreePort(t)
	return harness.ServeFolder(t, filepath.Join("mcp", folder), port, append(env, "FRAMEWORK_MCP_ALLOWEDORIGINS=http://127.0.0.1:"+port)...) + "/mcp"
}

// TestPeerApplicationsCompile: an editor would show no error in the applications that peers use.
func TestPeerApplicationsCompile(t *testing.T) {
	for _, name := range []string{"conformance", "desk"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, f := range nodejs.TSC(t, filepath.Join("mcp", name, "tsconfig.json"), "--strict") {
				t.Error(f)
			}
		})
	}
}
