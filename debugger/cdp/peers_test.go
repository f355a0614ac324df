package cdp

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// TestChromeRemoteInterface: the client that most programs use builds its functions by /json/protocol.
func TestChromeRemoteInterface(t *testing.T) {
	nodejs.InstallPackages(t, "testdata/peer")
	w := newWorld(t)
	_, address := listen(t, w, func(o *Options) {
		o.Run = func() { w.run(`stop({ a: 1, user: { name: "Ann" } })`) }
	})
	out, err := exec.CommandContext(t.Context(), needs.Program(t, "node"), "testdata/peer/peer.mjs", address).CombinedOutput()
	want := `target shop node
version fwrun/1.2.3
scripts file:///app/a%20b/users.ts
breakpoint b1 1
paused find 2 GET /users/{id}
property name Ann
console called
called Ann!
variable 9
refused 'Nix.nix' wasn't found
resumed
`
	if string(out) != want || err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestNodeInspect: the debugger that comes with Node attaches, sets a breakpoint, stops, shows variables, and goes on.
func TestNodeInspect(t *testing.T) {
	w := newWorld(t)
	_, address := listen(t, w)
	cmd := exec.CommandContext(t.Context(), needs.Program(t, "node"), "inspect", address)
	cmd.Env = append(cmd.Environ(), "TERM=dumb", "NODE_NO_READLINE=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	said := bufio.NewReader(out)
	until := func(text string) {
		t.Helper()
		var seen strings.Builder
		for !strings.Contains(seen.String(), text) {
			b, err := said.ReadByte()
			if err != nil {
				t.Fatalf("%q is not said, but\n%s", text, &seen)
			}
			seen.WriteByte(b)
		}
	}
	ask := func(text, answer string) {
		t.Helper()
		_, _ = io.WriteString(in, text+"\n") // until says if it is gone
		until(answer)
	}
	until("debug>")
	ask("setBreakpoint('users.ts', 3)", "debugger")
	ask("scripts", "users.ts")
	w.run(`stop({ a: 1, user: { name: "Ann" } })`)
	until("break in /app/a b/users.ts:3")
	ask("backtrace", "#0 find")
	ask("exec('a + 41')", "42")
	ask("exec('user')", "Ann")
	ask("list(1)", "debugger")
	ask("cont", "debug>")
	harness.Eventually(t, "the worker goes on", func() bool { return w.Pause() == nil })
	ask(".exit", "")
}
