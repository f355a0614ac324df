package docs

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/guide"
	"github.com/fwrun/fwrun/tests/needs"
)

// A reader follows the tutorial with a shell. What the page calls port 8080 is a free one.
type reader struct {
	t       *testing.T
	home    string // where the reader has begun
	state   string // a file with the variables of the shell, and another one with its folder
	env     []string
	address string // 127.0.0.1 and the port

	server   *harness.App
	changed  bool // a file was saved since the server has started or reloaded
	patient  bool // the command before was a sleep
	commands int
	files    int
}

func newReader(t *testing.T) *reader {
	t.Helper()
	for _, program := range []string{"sh", "curl"} {
		needs.Program(t, program)
	}
	bin := harness.Binary(t)
	r := &reader{t: t, home: t.TempDir(), state: filepath.Join(t.TempDir(), "state"), address: quietPort(t)}
	_, port, _ := net.SplitHostPort(r.address)
	r.env = append(os.Environ(), "CI=", "PATH="+filepath.Dir(bin)+string(os.PathListSeparator)+os.Getenv("PATH"), "SERVER_PORT="+port,
		"FWRUN_CACHE="+t.TempDir(), "NO_PROXY=127.0.0.1", "STATE="+r.state, "CURL_HOME="+t.TempDir())
	harness.WriteFile(t, r.state, "")
	harness.WriteFile(t, r.state+".folder", r.home)
	t.Cleanup(r.stop)
	return r
}

// quietPort returns an address with a free port, below those that systems give to connections: nobody takes it while no server listens.
func quietPort(t *testing.T) string {
	t.Helper()
	for range 100 {
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 20000+rand.IntN(10000)))
		if err == nil && listener.Close() == nil {
			return listener.Addr().String()
		}
	}
	t.Fatal("there is no free port from 20000 to 30000")
	return ""
}

// folder returns where the shell is.
func (r *reader) folder() string {
	r.t.Helper()
	text, err := os.ReadFile(r.state + ".folder")
	if err != nil {
		r.t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

// serving are the commands that go on until somebody stops them.
var serving = regexp.MustCompile(`^(fwrun \.|\./\w+)( --profile \w+)?$`)

// run runs a command of the page, and compares its output.
func (r *reader) run(shown guide.Transcript) {
	r.t.Helper()
	r.commands++
	if strings.HasPrefix(shown.Command, "sleep ") {
		r.patient = true
		return
	}
	if serving.MatchString(shown.Command) {
		r.serve(shown.Command)
		return
	}
	r.reload()
	command := strings.ReplaceAll(shown.Command, "127.0.0.1:8080", r.address)
	for deadline := time.Now().Add(harness.Patience); ; time.Sleep(20 * time.Millisecond) {
		out, err := r.shell(command).Output()
		if prints(shown, strings.ReplaceAll(string(out), r.address, "127.0.0.1:8080")) && err == nil {
			break
		}
		if !r.patient || time.Now().After(deadline) {
			r.t.Fatalf("tutorial.md:%d: %s\nprints (%v)\n%s\nand the page shows\n%s", shown.Line, shown.Command, err, out, shown.Output)
		}
	}
	r.patient = false
}

// prints reports whether an output is the one that is shown, where … matches any text in a line, and a line of its own any lines.
func prints(shown guide.Transcript, output string) bool {
	pattern := "\n" + regexp.QuoteMeta(strings.TrimSpace(shown.Output)) + "\n"
	pattern = strings.ReplaceAll(pattern, "\n…\n", "\n(?:.*\n)*")
	pattern = strings.ReplaceAll(pattern, "…", ".*")
	return regexp.MustCompile("^" + pattern + "$").MatchString("\n" + strings.TrimSpace(output) + "\n")
}

// shell returns a shell that runs a command where the one before has ended, with its variables.
func (r *reader) shell(command string) *exec.Cmd {
	script := fmt.Sprintf(`set -a; . "$STATE"; cd "$(cat "$STATE.folder")" || exit 1
%s
code=$?; export -p > "$STATE"; pwd > "$STATE.folder"; exit $code`, command)
	cmd := exec.CommandContext(r.t.Context(), "sh", "-c", script)
	cmd.Env = r.env
	return cmd
}

// serve starts a server, in the place of the one that runs.
func (r *reader) serve(command string) {
	r.t.Helper()
	r.stop()
	server, err := harness.Launch(r.shell("exec "+command), filepath.Join(r.t.TempDir(), "log"))
	if err != nil {
		r.t.Fatal(err)
	}
	r.server, r.changed = server, false
	select {
	case <-server.Log.Listening:
	case <-server.Exited:
		r.t.Fatalf("%s has ended: %v\n%s", command, server.Err, server.Log.Bytes())
	case <-time.After(harness.Patience):
		r.t.Fatalf("%s does not listen\n%s", command, server.Log.Bytes())
	}
}

// reload does what a server on a terminal does by itself when a file was saved.
func (r *reader) reload() {
	r.t.Helper()
	if r.server == nil || !r.changed {
		return
	}
	r.changed = false
	if err := r.server.Cmd.Process.Signal(syscall.SIGHUP); err != nil {
		r.t.Fatal(err)
	}
	line, err := r.server.NextReload()
	if err != nil || !strings.HasPrefix(line, `"msg":"reloaded`) || strings.Contains(string(r.server.Log.Bytes()), "restart is needed") {
		r.t.Fatalf("the server has not reloaded: %v\n%s", cmp.Or(line, "nothing was said"), r.server.Log.Bytes())
	}
}

// stop ends the server as Ctrl-C does.
func (r *reader) stop() {
	if r.server == nil {
		return
	}
	_ = r.server.Cmd.Process.Signal(os.Interrupt) // fails if it has ended already
	select {
	case <-r.server.Exited:
	case <-time.After(harness.Patience):
		r.server.Kill()
		r.t.Errorf("the server did not stop\n%s", r.server.Log.Bytes())
	}
	r.server = nil
}
