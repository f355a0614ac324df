package platform

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/tests/harness"
)

// inspector is a debugger that has attached to a process.
type inspector struct {
	*testing.T
	conn    *websocket.Conn
	last    int
	answers chan inspectorMessage
	paused  chan inspectorMessage
	resumed chan struct{}
}

type inspectorMessage struct {
	ID     int
	Method string
	Result json.RawMessage
	Error  *struct{ Message string }
	Params struct {
		Frames []struct{ FunctionName string } `json:"callFrames"`
	}
}

// listens is the line that says where debuggers attach.
var listens = regexp.MustCompile(`Debugger listening on (ws://\S+)`)

// attach attaches a debugger to the process.
func attach(t *testing.T, app *harness.App) *inspector {
	t.Helper()
	app.Awaits(t, listens.String())
	conn, _, err := websocket.Dial(t.Context(), string(listens.FindSubmatch(app.Log.Bytes())[1]), nil)
	if err != nil {
		t.Fatal(err)
	}
	const largest = 16 << 20
	conn.SetReadLimit(largest)
	i := &inspector{
		T: t, conn: conn, answers: make(chan inspectorMessage), paused: make(chan inspectorMessage, 10), resumed: make(chan struct{}, 10),
	}
	go i.read()
	t.Cleanup(i.leave)
	for _, method := range []string{"Runtime.enable", "Debugger.enable"} {
		i.ask(method, nil)
	}
	return i
}

func (i *inspector) read() {
	defer close(i.answers)
	for {
		_, text, err := i.conn.Read(context.Background())
		var m inspectorMessage
		if err != nil || json.Unmarshal(text, &m) != nil {
			return
		}
		switch m.Method {
		case "":
			i.answers <- m
		case "Debugger.paused":
			i.paused <- m
		case "Debugger.resumed":
			i.resumed <- struct{}{}
		}
	}
}

// ask calls a method, and returns its result.
func (i *inspector) ask(method string, params any) string {
	i.Helper()
	i.last++
	if params == nil {
		params = struct{}{}
	}
	text, err := json.Marshal(map[string]any{"id": i.last, "method": method, "params": params})
	if err == nil {
		err = i.conn.Write(i.Context(), websocket.MessageText, text)
	}
	if err != nil {
		i.Fatal(method, err)
	}
	select {
	case m, open := <-i.answers:
		if !open || m.ID != i.last || m.Error != nil {
			i.Fatalf("%s: %+v, %v", method, m, m.Error)
		}
		return string(m.Result)
	case <-time.After(harness.Patience):
		i.Fatalf("%s is not answered", method)
		return ""
	}
}

// breakAt sets a breakpoint at the line of a file that has a text.
func (i *inspector) breakAt(file, text string) (line int) {
	i.Helper()
	line, answer := i.breakLater(file, text)
	if !strings.Contains(answer, fmt.Sprintf(`"lineNumber":%d,`, line-1)) {
		i.Fatalf("a breakpoint at %q: %s", text, answer)
	}
	return line
}

// breakLater is breakAt for a file that may not have been read yet.
func (i *inspector) breakLater(file, text string) (line int, answer string) {
	i.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		i.Fatal(err)
	}
	before, _, found := strings.Cut(string(source), text)
	line = strings.Count(before, "\n")
	if !found {
		i.Fatalf("%s has no %q", file, text)
	}
	return line + 1, i.ask("Debugger.setBreakpointByUrl", map[string]any{"url": "file://" + file, "lineNumber": line})
}

// stops waits for a pause in a function.
func (i *inspector) stops(function string) {
	i.Helper()
	select {
	case m := <-i.paused:
		if got := m.Params.Frames[0].FunctionName; got != function {
			i.Errorf("paused in %s, not in %s", got, function)
		}
	case <-time.After(harness.Patience):
		i.Fatalf("it never pauses in %s", function)
	}
}

// goesOn waits until it is told that the worker runs.
func (i *inspector) goesOn() {
	i.Helper()
	select {
	case <-i.resumed:
	case <-time.After(harness.Patience):
		i.Fatal("it stays paused")
	}
}

func (i *inspector) resume() {
	i.Helper()
	i.ask("Debugger.resume", nil)
	i.goesOn()
}

// leave ends the connection.
func (i *inspector) leave() { _ = i.conn.CloseNow() }

// inspected serves a folder with a port for debuggers.
func inspected(t *testing.T, folder string) (*harness.App, string) {
	t.Helper()
	app := harness.Begin(t, exec.Command(harness.Binary(t), "serve", folder, "--port", "0", "--log-format", "json", "--inspect=0"))
	return app, harness.UntilListens(t, app)
}

// begin sends a request, and returns where its answer will be.
func begin(client *http.Client, request *http.Request) <-chan string {
	answer := make(chan string, 1)
	go func() {
		response, err := client.Do(request)
		if err != nil {
			answer <- err.Error()
			return
		}
		defer func() { _ = response.Body.Close() }()
		text, err := harness.Complete(response)
		if err != nil {
			answer <- err.Error()
			return
		}
		answer <- text
	}()
	return answer
}

// unpacked writes the files of an archive, and returns the folder.
func unpacked(t *testing.T, archive string) string {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range parsed.Files {
		harness.WriteFile(t, filepath.Join(folder, filepath.FromSlash(f.Name)), string(f.Data))
	}
	return folder
}
