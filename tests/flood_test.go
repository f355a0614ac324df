package tests

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const floodApp = `
import { GetMapping, PostMapping, RequestBody, RequestParam, RestController } from "fwrun";

@RestController
export class Api {
  @GetMapping("/hello") hello() { return "hello"; }
  @PostMapping("/echo") echo(@RequestBody() text: string) { return text; }
  @PostMapping("/form") form(@RequestParam() word: string) { return word; }
}
`

// flooded is a running fwrun to which tests open many connections.
type flooded struct {
	t       *testing.T
	app     *application
	address string
	folder  string // of the application
}

func startFlooded(t *testing.T, env ...string) *flooded {
	t.Helper()
	return startScript(t, floodApp, append([]string{"SERVER_MAX_CONNECTIONS_PER_CLIENT=0"}, env...)...)
}

// startScript starts an application of one script.
func startScript(t *testing.T, script string, env ...string) *flooded {
	t.Helper()
	return startScriptWith(t, scriptOptions{}, script, env...)
}

// scriptOptions are what an application of one script may have beside it.
type scriptOptions struct {
	files    map[string][]byte                           // more files, by their names in the folder
	settings string                                      // its application.yml
	command  func(name string, args ...string) *exec.Cmd // makes the command that serves it; exec.Command by default
}

// startScriptWith does so with options.
func startScriptWith(t *testing.T, o scriptOptions, script string, env ...string) *flooded {
	t.Helper()
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{"app/api.ts": script, "config/application.yml": o.settings} {
		name = filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range o.files {
		if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if o.command == nil {
		o.command = exec.Command
	}
	cmd := o.command(filepath.Join(bin, "fwrun"), "serve", folder, "--port", "0", "--log-format", "json")
	cmd.Env = append(append(os.Environ(), "FWRUN_CACHE="+t.TempDir()), env...)
	app, err := launch(cmd, filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.kill)
	select {
	case url := <-app.log.listening:
		return &flooded{t, app, strings.TrimPrefix(url, "http://"), folder}
	case <-time.After(patience):
		t.Fatalf("it does not listen:\n%s", app.log.Bytes())
		return nil
	}
}

// logs waits until the log has a text: it may be later than the answer.
func (f *flooded) logs(t *testing.T, text string) {
	t.Helper()
	if _, err := untilLogged(f.app.log, f.app.exited, 0, regexp.MustCompile(regexp.QuoteMeta(text))); err != nil {
		t.Fatal(err)
	}
}

func (f *flooded) dial() net.Conn {
	f.t.Helper()
	c, err := net.Dial("tcp", f.address)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(2 * patience))
	return c
}

var residentLine = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// resident returns the memory of the process, in MB.
func (f *flooded) resident() int {
	f.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", f.app.cmd.Process.Pid))
	if err != nil {
		f.t.Skipf("the memory of a process is told by Linux only: %v", err)
	}
	kilobytes, err := strconv.Atoi(residentLine.FindStringSubmatch(string(text))[1])
	if err != nil {
		f.t.Fatal(err)
	}
	return kilobytes >> 10
}

// goodClient sends requests on one connection and measures them.
type goodClient struct {
	t      *testing.T
	conn   net.Conn
	reader *bufio.Reader
}

func (f *flooded) client() *goodClient {
	c := f.dial()
	return &goodClient{f.t, c, bufio.NewReader(c)}
}

func (c *goodClient) ask() time.Duration {
	c.t.Helper()
	began := time.Now()
	fmt.Fprint(c.conn, "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n")
	response, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK || string(body) != "hello" {
		c.t.Fatalf("got %d %q, %v", response.StatusCode, body, err)
	}
	return time.Since(began)
}

// median sends a thousand requests and returns the median of their durations.
func (c *goodClient) median() time.Duration {
	took := make([]time.Duration, 1000)
	for i := range took {
		took[i] = c.ask()
	}
	slices.Sort(took)
	return took[len(took)/2]
}

// bestMedian returns the best of a few medians, since other work of the machine affects each of them.
func (c *goodClient) bestMedian() time.Duration {
	best := c.median()
	for range 4 {
		best = min(best, c.median())
	}
	return best
}

// TestAnnouncedBodies: an announced body takes no memory before it is sent.
func TestAnnouncedBodies(t *testing.T) {
	f := startFlooded(t, "SERVER_MAX_BODY_BYTES=100MiB")
	good := f.client()
	good.median()
	before := f.resident()
	for i := range 500 {
		c := f.dial()
		fmt.Fprintf(c, "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n", 60<<20)
		if i%2 == 0 {
			fmt.Fprint(c, "\r\n"+strings.Repeat("a", 10_000)) // enough that the handler is about to read the rest
			continue
		}
		fmt.Fprint(c, "Expect: 100-continue\r\n\r\n")
		if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 100 ") {
			t.Fatalf("got %q, %v", line, err)
		}
	}
	good.median() // by now the server has handled all of them
	after := f.resident()
	t.Logf("%d MB, and with 500 announced bodies %d MB", before, after)
	if after-before >= 50 {
		t.Errorf("500 announced bodies cost %d MB", after-before)
	}
}

// TestSlowSockets: two thousand clients that send their requests a byte at a time do not slow down another
// client.
func TestSlowSockets(t *testing.T) {
	f := startFlooded(t)
	good := f.client()
	good.median() // warm
	norm := good.bestMedian()
	slow := make([]net.Conn, 2000)
	for i := range slow {
		slow[i] = f.dial()
		fmt.Fprint(slow[i], "GET /hello HTTP/1.1\r\nHost: h\r\nX: ")
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		for pause := time.NewTicker(time.Millisecond); ; {
			for _, c := range slow {
				select {
				case <-done:
					pause.Stop()
					return
				case <-pause.C:
					fmt.Fprint(c, "a")
				}
			}
		}
	}()
	beside := good.bestMedian()
	t.Logf("an answer takes %v, beside 2,000 slow sockets %v", norm, beside)
	if beside > 20*norm { // a request that waits for a slow client takes seconds
		t.Errorf("2,000 slow sockets take a good client's answers from %v to %v", norm, beside)
	}
}
