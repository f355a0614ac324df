package platform

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// pausing is an application whose limits are 400 ms each, a debugger, and a process beside it that measures such limits.
type pausing struct {
	*inspector
	app                  *harness.App
	folder               string
	url, reference, from string
	rest                 chan struct{} // lets the answer of another application go on, which a request reads
}

func startPausing(t *testing.T) *pausing {
	folder := unpacked(t, "testdata/paused.txtar")
	p := &pausing{folder: filepath.Join(folder, "app"), rest: make(chan struct{}, 10)}
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "first, ")
		_ = http.NewResponseController(w).Flush()
		<-p.rest
		_, _ = io.WriteString(w, "last")
	}))
	t.Cleanup(other.Close)
	t.Cleanup(func() { close(p.rest) })
	p.from = other.URL
	_, p.reference = harness.Serve(t, filepath.Join(folder, "reference"))
	p.app, p.url = inspected(t, p.folder)
	p.inspector = attach(t, p.app)
	return p
}

// TestTestsPause: tests wait for a debugger, run file by file, and have no limits while it is there.
func TestTestsPause(t *testing.T) {
	t.Parallel()
	folder := unpacked(t, "testdata/paused.txtar")
	tests := filepath.Join(folder, "tested")
	p := &pausing{}
	_, p.reference = harness.Serve(t, filepath.Join(folder, "reference"))
	cmd := exec.Command(harness.Binary(t), "test", tests, "--inspect=0", "--parallel", "2", "--timeout", "400ms")
	cmd.Dir = tests
	p.app = harness.Begin(t, cmd)
	p.inspector = attach(t, p.app)
	p.breakLater(filepath.Join(tests, "a.test.ts"), "the test stands here")
	p.outlasts()
	if strings.Contains(string(p.app.Log.Bytes()), "is paused") {
		t.Error("it does not wait for the debugger to let it run")
	}
	p.ask("Runtime.runIfWaitingForDebugger", nil)
	p.stops("")
	p.outlasts()
	if _, err := os.Stat(filepath.Join(tests, "b-runs")); err == nil {
		t.Error("another file runs beside the one that is paused")
	}
	p.resume()
	<-p.app.Exited
	if p.app.Err != nil || !strings.Contains(string(p.app.Log.Bytes()), "2 passed") {
		t.Errorf("%v\n%s", p.app.Err, p.app.Log.Bytes())
	}
}

// outlasts waits for as long as two such limits take, one after the other.
func (p *pausing) outlasts() {
	p.Helper()
	for range 2 {
		if status, text := harness.AnswerOf(p.T, http.MethodGet, p.reference); status != http.StatusServiceUnavailable {
			p.Fatalf("a request without an end: %d %s", status, text)
		}
	}
}

// get returns the answer to a request, with a cookie unless that is nil.
func (p *pausing) get(path string, cookie *http.Cookie) string {
	return p.answer(path, p.getLater(path, cookie))
}

// answer waits for the answer to a request.
func (p *pausing) answer(path string, from <-chan string) string {
	p.Helper()
	select {
	case text := <-from:
		return text
	case <-time.After(harness.Patience):
		p.Fatalf("%s is not answered; the log is\n%s", path, p.app.Log.Bytes())
		return ""
	}
}

func (p *pausing) getLater(path string, cookie *http.Cookie) <-chan string {
	p.Helper()
	request, err := http.NewRequestWithContext(p.Context(), http.MethodGet, p.url+path, http.NoBody)
	if err != nil {
		p.Fatal(err)
	}
	if cookie != nil {
		request.AddCookie(cookie)
	}
	return begin(http.DefaultClient, request)
}

func (p *pausing) is(what, got, want string) {
	p.Helper()
	if got != want {
		p.Errorf("%s: got %s, want %s", what, got, want)
	}
}

// session begins a session, and returns its cookie.
func (p *pausing) session(name string) *http.Cookie {
	p.Helper()
	_, response := harness.Ask(p.T, http.DefaultClient, http.MethodGet, p.url+"/begin?name="+name, nil, "")
	for _, c := range response.Cookies() {
		if c.HttpOnly {
			return c
		}
	}
	p.Fatalf("no session begins: %d, %v", response.StatusCode, response.Header)
	return nil
}

// TestPaused: what is in the hands of a debugger has no limits, wherever they are counted, and loses nothing that it holds.
func TestPaused(t *testing.T) {
	t.Parallel()
	p := startPausing(t)
	p.request()
	p.message()
	p.tool("Work.double", "the tool stands here", `{"name":"double","arguments":{"n":21}}`, `"42"`)
	p.tool("Works.hello", "the greeting stands here", `{"name":"hello","arguments":{"name":"Ada"}}`, "hello Ada")
	p.all()
	p.reload()
	p.ends()
}

// request pauses a request that is in a transaction, holds locks, reads the answer of another application and has a session.
func (p *pausing) request() {
	p.Helper()
	mine, unused := p.session("mine"), make([]*http.Cookie, 20) // each is asked for once, since that is a use
	for i := range unused {
		unused[i] = p.session("unused")
	}
	line := p.breakAt(filepath.Join(p.folder, "work.ts"), "the request stands here")
	answer := p.getLater("/work?from="+p.from, mine)
	p.stops("Work.do")
	p.app.Awaits(p.T, fmt.Sprintf(`paused at work\.ts:%d \(worker [12]\)`, line))
	for p.outlasts(); p.get("/session", unused[0]) != "ended"; p.outlasts() {
		if unused = unused[1:]; len(unused) == 0 {
			p.Fatal("a session that nobody uses does not end")
		}
	}
	p.is("the locks", p.get("/locks", nil), "[true,true]")
	p.is("a transaction that is open", p.get("/rows?what=request", nil), "[]")
	p.rest <- struct{}{}
	p.resume()
	p.is("the request", p.answer("/work", answer), `{"body":"first, last","rows":1,"session":"mine"}`)
	p.is("what it has committed", p.get("/rows?what=request", nil), `[{"attempt":1}]`)
	p.is("the locks afterwards", p.get("/locks", nil), "[false,false]")
	p.is("the session", p.get("/session", mine), "mine")
}

// message pauses the listener of a message.
func (p *pausing) message() {
	p.Helper()
	p.breakAt(filepath.Join(p.folder, "work.ts"), "the message stands here")
	p.is("sending", p.get("/send?text=message", nil), "sent")
	p.stops("Work.take")
	p.outlasts()
	p.is("beside it", p.get("/rows?what=message", nil), "[]")
	p.resume()
	harness.Eventually(p.T, "the message is handled", func() bool { return p.get("/rows?what=message", nil) != "[]" })
	p.is("how often it was handled", p.get("/rows?what=message", nil), `[{"attempt":1}]`)
	if strings.Contains(string(p.app.Log.Bytes()), "a listener failed") {
		p.Error("the message failed")
	}
}

// tool pauses a tool.
func (p *pausing) tool(function, place, params, result string) {
	p.Helper()
	p.breakAt(filepath.Join(p.folder, "work.ts"), place)
	request, err := http.NewRequestWithContext(p.Context(), http.MethodPost, p.url+"/mcp",
		strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+params+`}`))
	if err != nil {
		p.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	answer := begin(http.DefaultClient, request)
	p.stops(function)
	p.outlasts()
	p.resume()
	if got := p.answer(function, answer); !strings.Contains(got, result) || strings.Contains(got, `"isError":true`) {
		p.Errorf("the tool: %s", got)
	}
}

// all lets both workers reach a breakpoint: the second one waits in line, and so do requests, for as long as it takes. They go on when the
// debugger leaves.
func (p *pausing) all() {
	p.Helper()
	paths := []string{"/hello?name=a", "/hello?name=b"}
	for range 5 {
		paths = append(paths, "/free")
	}
	answers := make([]<-chan string, len(paths))
	answers[0] = p.getLater(paths[0], nil)
	p.stops("Works.hello")
	for i := 1; i < len(paths); i++ {
		answers[i] = p.getLater(paths[i], nil)
		if i == 1 {
			p.standsStill()
		}
	}
	p.outlasts()
	for i, answer := range answers {
		select {
		case got := <-answer:
			p.Errorf("%s is answered by nobody: %s", paths[i], got)
		default:
		}
	}
	if len(p.paused) > 0 {
		p.Error("the second worker does not wait in line")
	}
	p.leave()
	for i, want := range append([]string{"hello a", "hello b"}, "free", "free", "free", "free", "free") {
		p.is(paths[i], p.answer(paths[i], answers[i]), want)
	}
	p.inspector = attach(p.T, p.app)
}

// standsStill waits until no worker is left: a request that needs one is not answered within a limit.
func (p *pausing) standsStill() {
	p.Helper()
	harness.Eventually(p.T, "both workers stand still", func() bool {
		answer := p.getLater("/free", nil)
		p.outlasts()
		return len(answer) == 0
	})
}

// reload replaces the application while a worker is paused, which goes on in the one before.
func (p *pausing) reload() {
	p.Helper()
	p.breakAt(filepath.Join(p.folder, "work.ts"), "the greeting stands here")
	answer := p.getLater("/hello?name=old", nil)
	p.stops("Works.hello")
	harness.WriteFile(p.T, filepath.Join(p.folder, "more.ts"), `import { GetMapping } from "fwrun";
export const more = GetMapping("/more")(() => "more");
`)
	p.app.Signal(p.T, syscall.SIGHUP)
	p.goesOn()
	p.is("in the generation before", p.answer("/hello", answer), "hello old")
	harness.Eventually(p.T, "the next generation serves", func() bool { return p.get("/more", nil) == "more" })
	answer = p.getLater("/hello?name=new", nil)
	p.stops("Works.hello")
	p.resume()
	p.is("in the next one", p.answer("/hello", answer), "hello new")
}

// ends ends the process while a worker is paused: its request is answered.
func (p *pausing) ends() {
	p.Helper()
	answer := p.getLater("/hello?name=end", nil)
	p.stops("Works.hello")
	harness.MustEnd(p.T, p.app)
	p.is("while the process ends", p.answer("/hello", answer), "hello end")
}
