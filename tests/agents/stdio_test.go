package agents

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// stdioServer is a running fwrun mcp, as a desktop client starts it.
type stdioServer struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	lines  chan string // lines of standard output; closed at its end
	stderr *bytes.Buffer
	exited chan error
}

func startStdio(t *testing.T) *stdioServer {
	t.Helper()
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "desk.ts"), `import { McpTool, Service } from "fwrun";
@Service
export class Desk {
  /** Waits. */
  @McpTool({ name: "wait" }) async wait(ms: int): Promise<int> { await new Promise((done) => setTimeout(done, ms)); return ms; }
}
`)
	return startStdioIn(t, folder)
}

func startStdioIn(t *testing.T, folder string) *stdioServer {
	t.Helper()
	s := &stdioServer{t: t, lines: make(chan string, 100), stderr: &bytes.Buffer{}, exited: make(chan error, 1)}
	s.cmd = exec.Command(harness.Binary(t), "mcp", folder)
	s.cmd.Env, s.cmd.Stderr = append(os.Environ(), "FWRUN_CACHE="+t.TempDir()), s.stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			s.lines <- scanner.Text()
		}
		close(s.lines)
		s.exited <- s.cmd.Wait()
	}()
	t.Cleanup(func() { _ = s.cmd.Process.Kill() }) // fails if it has ended already
	return s
}

func (s *stdioServer) write(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, text+"\n"); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stdioServer) read() string {
	s.t.Helper()
	select {
	case line := <-s.lines:
		return line
	case <-time.After(harness.Patience):
		s.t.Fatalf("nothing was answered after %v:\n%s", harness.Patience, s.stderr)
		return ""
	}
}

// ends waits for the exit code 0.
func (s *stdioServer) ends() {
	s.t.Helper()
	select {
	case err := <-s.exited:
		if err != nil {
			s.t.Errorf("it has ended with %v:\n%s", err, s.stderr)
		}
	case <-time.After(harness.Patience):
		s.t.Fatalf("it still runs after %v", harness.Patience)
	}
}

const waiting = `{"jsonrpc":"2.0","id":"w","method":"tools/call","params":{"name":"wait","arguments":{"ms":300}}}`

// TestMCPOverStdio: answers are sent while the input is open, each as soon as it is available, and requests
// that are running when the input ends are still answered.
func TestMCPOverStdio(t *testing.T) {
	t.Parallel()
	s := startStdio(t)
	s.write(matrixPing)
	if got, want := s.read(), `{"jsonrpc":"2.0","id":1,"result":{}}`; got != want {
		t.Errorf("got %s", got)
	}
	s.write(waiting)
	s.write(matrixPing)
	if err := s.in.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := s.read(), `{"jsonrpc":"2.0","id":1,"result":{}}`; got != want {
		t.Errorf("got %s first", got)
	}
	if got := s.read(); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":"w","result":{`) {
		t.Errorf("got %s then", got)
	}
	s.ends()
	if more, is := <-s.lines; is {
		t.Errorf("there is more: %s", more)
	}
}

// TestMCPOverStdioStops: a signal stops it although the input stays open, after running requests have ended.
func TestMCPOverStdioStops(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		s := startStdio(t)
		s.write(waiting)
		s.write(matrixPing)
		s.read() // so that the other request is running
		if err := s.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if got := s.read(); !strings.Contains(got, `"id":"w"`) {
			t.Errorf("%v: got %s", signal, got)
		}
		s.ends()
	}
}

// TestMCPBesideServers: while a server runs in the folder it answers, although its queues are its own; once it has ended, the command starts
// the application itself, and one that is given a message that it does not answer any more says so.
func TestMCPBesideServers(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "desk.js"), `import { CacheManager, McpTool, QueueListener, QueueTemplate, Service } from "fwrun";
@Service
export class Desk {
  constructor(/** @type {QueueTemplate} */ queues, /** @type {CacheManager} */ caches) { this.queues = queues;
    this.calls = caches.getCache("calls"); }
  /** Counts, in the memory of the process. @returns {string} */
  @McpTool({ name: "count" }) async count() {
    await this.queues.send("jobs", { n: 1 });
    const n = (this.calls.get("n") ?? 0) + 1;
    this.calls.put("n", n);
    return "call " + n;
  }
  /** Never ends. */
  @McpTool({ name: "endless" }) async endless() { console.log("it waits"); await new Promise(() => {}); }
  /** @param {object} job */
  @QueueListener("jobs") work(job) {}
}
`)
	call := func(tool string) string {
		return `{"jsonrpc":"2.0","id":"` + tool + `","method":"tools/call","params":{"name":"` + tool + `"}}`
	}
	server, _ := harness.Serve(t, folder)
	s, second := startStdioIn(t, folder), startStdioIn(t, folder)
	for i, client := range []*stdioServer{s, second, s} {
		client.write(call("count"))
		if got, want := client.read(), fmt.Sprintf(`"result":"call %d"`, i+1); !strings.Contains(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	s.write(call("endless"))
	server.Awaits(t, "it waits")
	server.Kill()
	if got := s.read(); !strings.Contains(got, `"id":"endless","error":{"code":-32603`) {
		t.Errorf("of a server that has ended: %s", got)
	}
	s.write(call("count"))
	if got, want := s.read(), `"result":"call 1"`; !strings.Contains(got, want) {
		t.Errorf("after the server has ended: %s, want %s", got, want)
	}
	second.write(call("count")) // asks the first one now
	if got, want := second.read(), `"result":"call 2"`; !strings.Contains(got, want) {
		t.Errorf("beside another command: %s, want %s", got, want)
	}
	for _, client := range []*stdioServer{s, second} {
		_ = client.in.Close()
		client.ends()
	}
}
