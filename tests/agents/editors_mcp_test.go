package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestCodingAgent lets an agent's client break an application and mend it again, with the tools for coding agents: over stdio, where
// the application is started by the command; over stdio beside a server, which is asked; and over HTTP.
func TestCodingAgent(t *testing.T) {
	t.Run("stdio", func(t *testing.T) {
		folder := newShop(t)
		agent := connectAgent(t, stdioAgent(t, folder))
		workAsAgent(t, agent, folder, "")
	})
	t.Run("beside a server", func(t *testing.T) {
		folder := newShop(t)
		url := startDevelopment(t, folder)
		workAsAgent(t, connectAgent(t, stdioAgent(t, folder)), folder, url)
	})
	t.Run("http", func(t *testing.T) {
		folder := newShop(t)
		url := startDevelopment(t, folder)
		workAsAgent(t, connectAgent(t, &mcp.StreamableClientTransport{Endpoint: url + "/_fwrun/mcp"}), folder, url)
	})
}

func newShop(t *testing.T) (folder string) {
	t.Helper()
	parent := t.TempDir()
	harness.Run(t, parent, "new", "shop")
	return filepath.Join(parent, "shop")
}

// startDevelopment serves a folder as on a terminal until the test ends, and returns its URL.
func startDevelopment(t *testing.T, folder string) (url string) {
	t.Helper()
	bin := harness.Binary(t)
	cmd := exec.Command(bin, "serve", folder, "--port", "0", "--log-format", "json", "--watch")
	app, err := harness.Launch(cmd, filepath.Join(t.TempDir(), "app.log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		app.Kill()
		if t.Failed() {
			t.Logf("its log:\n%s", app.Log.Bytes())
		}
	})
	select {
	case url = <-app.Log.Listening:
	case <-app.Exited:
		t.Fatal("it has ended")
	case <-time.After(harness.Patience):
		t.Fatal("it does not listen")
	}
	return url
}

func stdioAgent(t *testing.T, folder string) mcp.Transport {
	t.Helper()
	bin := harness.Binary(t)
	log := &bytes.Buffer{}
	command := exec.Command(bin, "mcp", "--dev", folder)
	command.Stderr, command.Env = log, append(os.Environ(), "FWRUN_CACHE="+t.TempDir())
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("its log:\n%s", log.Bytes())
		}
	})
	return &mcp.CommandTransport{Command: command}
}

// codingAgent is the client of a coding agent.
type codingAgent struct {
	t       *testing.T
	session *mcp.ClientSession
}

func connectAgent(t *testing.T, transport mcp.Transport) codingAgent {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1.0.0"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return codingAgent{t, session}
}

// call calls a tool, and reads its result into a value.
func (a codingAgent) call(into any, tool string, arguments map[string]any) (text string, failed bool) {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(a.t.Context(), harness.Patience)
	defer cancel()
	result, err := a.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		a.t.Fatalf("%s: %v", tool, err)
	}
	text = result.Content[0].(*mcp.TextContent).Text
	if into != nil && !result.IsError {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			a.t.Fatalf("%s: %v\n%s", tool, err, text)
		}
	}
	return text, result.IsError
}

// mistakes is what check tells.
type mistakes struct {
	OK          bool
	Diagnostics []struct {
		Severity, Code, File, Message, Hint string
		Line, Column                        int
		Mend                                *struct {
			Column, EndColumn int
			Old, New          string
		}
	}
}

func workAsAgent(t *testing.T, agent codingAgent, folder, url string) {
	t.Helper()
	tools, err := agent.session.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 16 {
		t.Fatalf("%d tools: %v", len(tools.Tools), err)
	}
	listed, _ := json.Marshal(tools)
	if most := 600 * len(tools.Tools); len(listed) > most {
		t.Errorf("the tools take %d bytes of an agent's context, and may take %d", len(listed), most)
	}

	var state struct {
		Running      bool
		URL, Problem string
		Routes       int
	}
	if text, _ := agent.call(&state, "status", nil); !state.Running || state.Routes != 4 || !strings.HasPrefix(url, state.URL) {
		t.Errorf("status: %s", text)
	}

	service := filepath.Join(folder, "tasks", "task-service.js")
	right := read(t, service)
	harness.WriteFile(t, filepath.Join(filepath.Dir(service), "task-service.js"), strings.Replace(right, "this.sql.update(", "this.sql.update((", 1))
	var broken mistakes
	if text, _ := agent.call(&broken, "check", nil); broken.OK || len(broken.Diagnostics) == 0 ||
		broken.Diagnostics[0].File != "tasks/task-service.js" || broken.Diagnostics[0].Line == 0 {
		t.Fatalf("check: %s", text)
	}
	var answer struct {
		Status int
		JSON   any
		Stale  string
		Story  struct {
			ID    int
			Steps []string
			Error *struct{ Message, Place string }
		}
	}
	text, failed := agent.call(&answer, "request", map[string]any{"path": "/tasks"})
	if !failed && (answer.Status != http.StatusOK || !strings.Contains(answer.Stale, "check")) {
		t.Errorf("a request to an application that does not build: %s", text)
	}
	var run struct {
		OK             bool
		Passed, Failed int
		Failures       []struct {
			File, Test, Place string
			Failures          []struct {
				Message string
				Diff    []string
			}
			Diagnostics []struct{ File string }
		}
	}
	if text, _ := agent.call(&run, "test", nil); run.OK || len(run.Failures) == 0 || len(run.Failures[0].Diagnostics) == 0 {
		t.Errorf("test: %s", text)
	}

	harness.WriteFile(t, filepath.Join(filepath.Dir(service), "task-service.js"), strings.Replace(right, "there is no task", "nobody knows task", 1))
	run.Failures = nil
	if text, _ := agent.call(&run, "test", map[string]any{"name": "must exist"}); run.OK || run.Failed != 1 ||
		!strings.Contains(text, "nobody knows task 7") {
		t.Errorf("test: %s", text)
	}
	if text, _ := agent.call(&answer, "request", map[string]any{"path": "/tasks/7"}); answer.Status != http.StatusNotFound ||
		!strings.Contains(text, "nobody knows task 7") {
		t.Errorf("the change is not taken over: %s", text)
	}

	harness.WriteFile(t, filepath.Join(filepath.Dir(service), "task-service.js"), right)
	run.Failures = nil
	if text, _ := agent.call(&run, "test", nil); !run.OK || run.Passed != 3 || strings.Contains(text, "coverage") {
		t.Errorf("test: %s", text)
	}
	readCoverage(t, agent)
	if text, _ := agent.call(&broken, "check", nil); !broken.OK {
		t.Errorf("check: %s", text)
	}
	useTools(t, agent, folder)
}

// readCoverage runs one test of the tasks for what it covers, and then all.
func readCoverage(t *testing.T, agent codingAgent) {
	t.Helper()
	type file struct {
		File, Statements, UncoveredLines string
		UncoveredBranches                []struct {
			Line, Column int
			What         string
		}
	}
	var told struct {
		Passed   int
		Coverage struct {
			Totals       struct{ Statements, Branches string }
			Files        []file
			FullyCovered int
		}
	}
	text, _ := agent.call(&told, "test", map[string]any{"coverage": true, "name": "must exist"})
	c := told.Coverage
	if told.Passed != 1 || !strings.HasPrefix(c.Totals.Branches, "50 % (1/") || len(c.Files) != 2 || c.Files[0].File != "tasks/task-controller.js" {
		t.Fatalf("coverage of one test: %s", text)
	}
	service := c.Files[1] // of which more has run
	if service.File != "tasks/task-service.js" || service.UncoveredLines == "" || len(service.UncoveredBranches) != 1 ||
		service.UncoveredBranches[0].What != "else path not taken" || service.UncoveredBranches[0].Line == 0 {
		t.Errorf("coverage of one test: %s", text)
	}
	told.Coverage.Files = nil
	one := c.Totals.Statements
	text, _ = agent.call(&told, "test", map[string]any{"coverage": true})
	if told.Passed != 3 || told.Coverage.Totals.Statements == one || len(told.Coverage.Files)+told.Coverage.FullyCovered != len(c.Files)+c.FullyCovered {
		t.Errorf("coverage of all tests, after %s of one: %s", one, text)
	}
}

// useTools uses the rest of the tools on an application that is right.
func useTools(t *testing.T, agent codingAgent, folder string) {
	t.Helper()
	var made struct {
		Status int
		JSON   struct{ ID int }
		Story  struct {
			ID    int
			Steps []string
		}
	}
	text, _ := agent.call(&made, "request", map[string]any{"method": "POST", "path": "/tasks", "json": map[string]any{"title": "mend it"}})
	if made.Status != http.StatusCreated || made.Story.ID == 0 || !strings.Contains(strings.Join(made.Story.Steps, "\n"), "INSERT INTO tasks") {
		t.Errorf("request: %s", text)
	}
	if text, _ := agent.call(nil, "requests", map[string]any{"text": "INSERT INTO"}); !strings.Contains(text, `"/tasks"`) {
		t.Errorf("requests: %s", text)
	}
	if text, _ := agent.call(nil, "requests", map[string]any{"id": made.Story.ID}); !strings.Contains(text, "INSERT INTO tasks") ||
		!strings.Contains(text, "mend it") {
		t.Errorf("requests: %s", text)
	}
	var saved struct{ File string }
	text, _ = agent.call(&saved, "save_as_test", map[string]any{"id": made.Story.ID})
	if kept, err := os.ReadFile(filepath.Join(folder, saved.File)); err != nil || !strings.Contains(string(kept), "INSERT INTO tasks") {
		t.Errorf("save_as_test: %s %v", text, err)
	}
	if text, _ := agent.call(nil, "logs", map[string]any{"logger": "fwrun.http", "limit": 5}); !strings.Contains(text, "path=/tasks") {
		t.Errorf("logs: %s", text)
	}
	if text, _ := agent.call(nil, "routes", map[string]any{"filter": "done"}); !strings.Contains(text, "/tasks/{id}/done") ||
		strings.Contains(text, "create") {
		t.Errorf("routes: %s", text)
	}
	if text, _ := agent.call(nil, "beans", map[string]any{"filter": "controller"}); !strings.Contains(text, `"asks":["taskService"]`) {
		t.Errorf("beans: %s", text)
	}
	if text, _ := agent.call(nil, "settings", nil); !strings.Contains(text, `"key":"tasks.limit","value":100,"origin":"config/application.yml:`) {
		t.Errorf("settings: %s", text)
	}
	if text, _ := agent.call(nil, "settings", map[string]any{"filter": "cpu-timeout"}); !strings.Contains(text, `"default":"2s"`) {
		t.Errorf("settings: %s", text)
	}
	for topic, want := range map[string]string{
		"route-duplicate": `"code":"route-duplicate"`, "@Cacheable": "Returns the cached result",
		"upload a file": "multipart", "server.port": `"setting":{"key":"server.port"`,
	} {
		if text, _ := agent.call(nil, "explain", map[string]any{"topic": topic}); !strings.Contains(text, want) {
			t.Errorf("explain %s: %s", topic, text)
		}
	}
	for tool, arguments := range map[string]map[string]any{
		"explain": {"topic": "xyzzyplugh"}, "requests": {"id": 1 << 40}, "request": {"path": "tasks"}, "check": {"limit": "many"}, "routes": {"nothing": 1},
		"test": {"name": "("},
	} {
		if text, failed := agent.call(nil, tool, arguments); !failed || text == "" {
			t.Errorf("%s with %v: %s", tool, arguments, text)
		}
	}

	// What was probably meant is data that can be applied.
	file := filepath.Join(folder, "config", "application.yml")
	before := read(t, file)
	harness.WriteFile(t, filepath.Join(filepath.Dir(file), "application.yml"), strings.Replace(before, "port:", "prot:", 1))
	var found mistakes
	agent.call(&found, "check", nil)
	if len(found.Diagnostics) != 1 || found.Diagnostics[0].Mend == nil {
		t.Fatalf("%+v", found)
	}
	d := found.Diagnostics[0]
	lines := strings.Split(read(t, file), "\n")
	line := lines[d.Line-1]
	lines[d.Line-1] = line[:d.Mend.Column-1] + d.Mend.New + line[d.Mend.EndColumn-1:]
	if mended := strings.Join(lines, "\n"); mended != before {
		t.Errorf("%+v mends it to\n%s", d.Mend, mended)
	}
	harness.WriteFile(t, filepath.Join(filepath.Dir(file), "application.yml"), before)
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCodingAgentStartsBroken: an application that was never right can be mended with the tools.
func TestCodingAgentStartsBroken(t *testing.T) {
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "a.js"), "import { GetMapping } from \"fwrun\";\nexport const a = GetMaping(\"/a\")(() => \"a\");\n")
	agent := connectAgent(t, stdioAgent(t, folder))
	if text, _ := agent.call(nil, "status", nil); !strings.Contains(text, `"running":false`) {
		t.Errorf("status: %s", text)
	}
	var found mistakes
	if text, _ := agent.call(&found, "check", nil); found.OK || found.Diagnostics[0].Line != 2 {
		t.Errorf("check: %s", text)
	}
	if text, failed := agent.call(nil, "request", map[string]any{"path": "/a"}); !failed || !strings.Contains(text, "does not run") {
		t.Errorf("request: %s", text)
	}
	harness.WriteFile(t, filepath.Join(folder, "a.js"), "import { GetMapping } from \"fwrun\";\n"+
		"export const a = GetMapping(\"/a\")(() => \"mended\");\n")
	if text, _ := agent.call(nil, "request", map[string]any{"path": "/a"}); !strings.Contains(text, "mended") {
		t.Errorf("request: %s", text)
	}
}

// TestCodingAgentSafety: only clients of this machine reach the tools, and only in development.
func TestCodingAgentSafety(t *testing.T) {
	folder := newShop(t)
	url := startDevelopment(t, folder)
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for name, c := range map[string]struct {
		method, body, host string
		header             http.Header
		want               int
	}{
		"an agent":         {"POST", ping, "", nil, 200},
		"a notification":   {"POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "", nil, 202},
		"another name":     {"POST", ping, "attacker.example.com", nil, 403},
		"a foreign page":   {"POST", ping, "", http.Header{"Origin": {"https://attacker.example.com"}}, 403},
		"a form":           {"POST", ping, "", http.Header{"Content-Type": {"text/plain"}}, 415},
		"a link":           {"GET", "", "", nil, 405},
		"no message":       {"POST", "{", "", nil, 400},
		"a large message":  {"POST", strings.Repeat(" ", 2<<20), "", nil, 413},
		"another protocol": {"POST", ping, "", http.Header{"Mcp-Protocol-Version": {"1999-01-01"}}, 400},
	} {
		if got := postForTools(t, url, c.method, c.body, c.host, c.header); got != c.want {
			t.Errorf("%s gets %d, want %d", name, got, c.want)
		}
	}
	_, production := harness.Serve(t, newShop(t))
	if got := postForTools(t, production, "POST", ping, "", nil); got != http.StatusNotFound {
		t.Errorf("in production: %d", got)
	}
}

func postForTools(t *testing.T, url, method, body, host string, header http.Header) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url+"/_fwrun/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for name, values := range header {
		request.Header[name] = values
	}
	request.Host = host
	response, err := harness.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}
