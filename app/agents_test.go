package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/agents"
	"github.com/fwrun/fwrun/platform/inproc"
)

const desk = `
-- desk.ts --
import { Component, GetMapping, HandlerInterceptor, HttpRequest, HttpRestException, Interceptor, McpTool, McpToolDeniedException, McpToolInfo,
  McpToolInterceptor, RequestParam, ResponseEntity, RestController, Service } from "fwrun";

@Interceptor("^/mcp$")
export class Guard extends HandlerInterceptor {
  preHandle(request: HttpRequest, response: ResponseEntity): boolean {
    response.withStatusCode(401);
    return request.getFirstHeader("X-Key") === "yes";
  }
}

@Component
export class Hidden extends McpToolInterceptor { isVisible(tool: McpToolInfo) { return tool.name !== "hidden"; } }

@Service
export class Desk {
  /** Works. */
  @McpTool({ name: "work" }) work(how: "well" | "not" | "denied" | "broken", request: HttpRequest): string {
    if (how === "not") throw new HttpRestException(409, "not now");
    if (how === "denied") throw new McpToolDeniedException();
    if (how === "broken") throw new TypeError("the details of it");
    return request.getHeader("X-Many").join() + " " + request.getFirstHeader("Host") + " " + request.getContentType() + " " + request.getRemoteAddr();
  }
  /** Is hidden. */
  @McpTool({ name: "hidden" }) hidden(): void {}
}

@RestController
export class Rest {
  /** Works. */
  @GetMapping("/work") @McpTool({ name: "rest" }) work(@RequestParam status: int): ResponseEntity { return ResponseEntity.status(status); }
}
`

// startAgents starts an application with tools, without listening.
func startAgents(t *testing.T, archive string) (a *app.App, folder string) {
	t.Helper()
	folder = unpack(t, archive)
	a, err := app.Start(t.Context(), app.Options{Folder: folder, Logger: silent})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return a, folder
}

var keyed = [][2]string{{"X-Key", "yes"}}

func callOf(tool, arguments string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
}

func askAgents(t *testing.T, a *app.App, message string, headers ...[2]string) (status int, answer string) {
	t.Helper()
	status, body, err := a.Agents().Post(t.Context(), []byte(message), agents.Caller{Headers: headers})
	if err != nil {
		t.Fatal(err)
	}
	return status, string(body)
}

// TestPostToAgents: a message is handled like a request from this machine, with the given headers, except
// those that describe the body.
func TestPostToAgents(t *testing.T) {
	a, _ := startAgents(t, desk)
	headers := [][2]string{
		{"X-Key", "yes"},
		{"X-Many", "1"},
		{"X-Many", "2"},
		{"content-type", "text/plain"},
		{"Accept", "text/html"},
		{"HOST", "evil.example.com"},
	}
	if status, answer := askAgents(t, a, callOf("work", `{"how":"well"}`), headers...); status != 200 ||
		!strings.Contains(answer, `{"result":"1,2 localhost application/json 127.0.0.1"}`) {
		t.Errorf("got %d %s", status, answer)
	}
	if status, answer := askAgents(t, a, callOf("work", `{"how":"well"}`)); status != 401 || !strings.Contains(answer, `"code":-32600`) {
		t.Errorf("without a key: %d %s", status, answer)
	}
	if status, answer := askAgents(t, a, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, keyed...); status != 202 || answer != "" {
		t.Errorf("a notification: %d %s", status, answer)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, _, err := a.Agents().Post(ended, []byte(callOf("work", `{"how":"well"}`)), agents.Caller{Headers: keyed}); err == nil {
		t.Error("it was answered after its context had ended")
	}
	if _, _, err := a.Agents().Post(t.Context(), []byte(`{}`), agents.Caller{Headers: [][2]string{{"X Y", "a"}}}); err == nil {
		t.Error("a header that is none was sent")
	}
}

// TestAgentsOfOtherHosts: a server with a configured name answers to that name from within, too.
func TestAgentsOfOtherHosts(t *testing.T) {
	a, _ := startAgents(t, desk+`
-- config/application.yml --
framework: { mcp: { path: /agents, allowedHosts: ["*", "desk.example.com"] } }
server: { context-path: /shop }
`)
	if status, answer := askAgents(t, a, callOf("work", `{"how":"well"}`)); status != 200 || !strings.Contains(answer, "desk.example.com") {
		t.Errorf("got %d %s", status, answer)
	}
}

// TestNothingForAgents: without a tool, a resource or a prompt there is no endpoint, and the error says why.
func TestNothingForAgents(t *testing.T) {
	a, _ := startAgents(t, "-- api.js --\nimport { GetMapping } from \"fwrun\";\nexport const hello = GetMapping(\"/hello\")(() => \"hello\");\n")
	_, _, err := a.Agents().Post(t.Context(), []byte(`{}`), agents.Caller{})
	if err == nil || !strings.Contains(err.Error(), "no tools, resources or prompts") {
		t.Errorf("got %v", err)
	}
}

// TestAgentsOfReloads: agents see the current application, its endpoint included.
func TestAgentsOfReloads(t *testing.T) {
	const tool = "import { McpTool, Service } from \"fwrun\";\n@Service\nexport class Desk {\n  /** Does nothing. */\n  @McpTool({ " +
		"name: \"%s\" }) nothing() {}\n}\n"
	a, folder := startAgents(t, "-- desk.js --\n"+fmt.Sprintf(tool, "first"))
	list := func() (names []string) {
		_, answer := askAgents(t, a, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		var got struct {
			Result struct{ Tools []struct{ Name string } }
		}
		if err := json.Unmarshal([]byte(answer), &got); err != nil {
			t.Fatalf("%s: %v", answer, err)
		}
		for _, one := range got.Result.Tools {
			names = append(names, one.Name)
		}
		return names
	}
	save := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := a.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := list(); !slices.Equal(got, []string{"first"}) {
		t.Errorf("at first there are %v", got)
	}
	save("desk.js", fmt.Sprintf(tool, "second"))
	if got := list(); !slices.Equal(got, []string{"second"}) {
		t.Errorf("then there are %v", got)
	}
	save("config/application.yml", "framework: { mcp: { path: /agents } }\n")
	if got := list(); a.Agents().Path() != "/agents" || !slices.Equal(got, []string{"second"}) {
		t.Errorf("at %s there are %v", a.Agents().Path(), got)
	}
	save("desk.js", "import { GetMapping } from \"fwrun\";\nexport const hello = GetMapping(\"/hello\")(() => \"hello\");\n")
	if _, _, err := a.Agents().Post(t.Context(), []byte(`{}`), agents.Caller{}); err == nil {
		t.Error("there still is an endpoint")
	}
}

// TestAgentsInSandboxes: an application's tests can act as agents.
func TestAgentsInSandboxes(t *testing.T) {
	sandbox := startSandbox(t, desk, app.TestOptions{})
	response, err := sandbox.Send(t.Context(), inproc.Request{
		Method: "POST", Target: "/mcp", Body: []byte(callOf("rest", `{"status":200}`)),
		Headers: [][2]string{{"Content-Type", "application/json"}, {"X-Key", "yes"}},
	})
	if err != nil || response.Status != 200 || !strings.Contains(string(response.Body), `"text":"ok"`) {
		t.Errorf("got %d %s %v", response.Status, response.Body, err)
	}
}
