package agents

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestAgentsDebug lets an agent's client find a bug by the tools of the debugger, over stdio and over HTTP, and try them with what is wrong.
func TestAgentsDebug(t *testing.T) {
	t.Run("stdio", func(t *testing.T) {
		folder := faultyShop(t)
		findsTheBug(t, connectAgent(t, stdioAgent(t, folder)), folder)
	})
	t.Run("http", func(t *testing.T) {
		folder := faultyShop(t)
		url := startDevelopment(t, folder)
		agent := connectAgent(t, &mcp.StreamableClientTransport{Endpoint: url + "/_fwrun/mcp"})
		asksForNonsense(t, agent)
		findsTheBug(t, agent, folder)
	})
}

const faultyLine = "    const total = sum * (1 + discount);"

// faultyShop is an application that adds a discount.
func faultyShop(t *testing.T) (folder string) {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"config/application.yml": "server:\n  cpu-timeout: 200ms\n",
		"prices.ts": `import { Service } from "fwrun";

@Service
export class Prices {
  #each = new Map([["apple", 120], ["pear", 80]]);

  async of(name: string, count: number) {
    const each = this.#each.get(name);
    const sum = await this.sum(each, count);
    const discount = count > 10 ? 0.1 : 0;
` + faultyLine + `
    return Math.round(total);
  }

  async sum(each: number, count: number) {
    const sum = each * count;
    return sum;
  }
}
`,
		"basket.ts": `import { Autowired, GetMapping, RequestParam, RestController } from "fwrun";
import { Prices } from "./prices";

@RestController
export class Basket {
  @Autowired prices: Prices;

  @GetMapping("/total")
  async total(@RequestParam name: string, @RequestParam count: number) {
    const user = { name: "ada", password: "hunter2", notes: Array(1000).fill("note ".repeat(999)) };
    const total = await this.prices.of(name, count);
    return { total, for: user.name };
  }
}
`,
		"basket.test.ts": "import { it } from \"fwrun/test\";\nit(\"is nothing\", () => {});\n",
	} {
		harness.WriteFile(t, filepath.Join(folder, filepath.FromSlash(name)), text)
	}
	return folder
}

// stopped is what the tools say of a pause.
type stopped struct {
	Paused              bool
	Place, Work, Reason string
	Source              []string
	Frames              []struct{ Function, Place string }
	Locals              struct {
		Values []struct{ Scope, Name, Value string }
	}
	Value, Type, Hint string
	Breakpoints       []struct{ At []int }
	JSON              struct{ Total int }
}

// findsTheBug knows only that a request is answered with a wrong number, and which one would be right. It steps through the handler until a
// variable has the wrong one.
func findsTheBug(t *testing.T, agent codingAgent, folder string) {
	t.Helper()
	request := map[string]any{"path": "/total?name=apple&count=12"}
	const right, wrong = 1296, 1584
	var now stopped
	if text, _ := agent.call(&now, "request", request); now.JSON.Total != wrong {
		t.Fatalf("the request is answered %s", text)
	}
	var routes struct {
		Routes []struct{ Path, Place string }
	}
	text, _ := agent.call(&routes, "routes", map[string]any{"filter": "/total"})
	if len(routes.Routes) != 1 || routes.Routes[0].Place == "" {
		t.Fatalf("the route is %s", text)
	}
	file, line, _ := strings.Cut(routes.Routes[0].Place, ":")
	agent.set(file, line)
	if text, _ := agent.call(nil, "request", request); !strings.Contains(text, `"paused":"basket.ts:10"`) {
		t.Fatalf("the request is answered %s", text)
	}
	text, _ = agent.call(&now, "debug_wait", nil)
	if !now.Paused || now.Work != "GET /total" || now.Frames[0].Function != "Basket.total" ||
		!strings.Contains(text, `"name":"name","value":"\"apple\""`) {
		t.Fatalf("it waits at %s", text)
	}
	culprit := ""
	for range 30 {
		before := now
		now = stopped{}
		if text, failed := agent.call(&now, "debug_step", map[string]any{"kind": "into"}); failed || !now.Paused {
			t.Fatalf("a step from %s: %s", before.Place, text)
		}
		for _, v := range now.Locals.Values {
			if number, err := strconv.ParseFloat(v.Value, 64); err == nil && v.Name == "total" && math.Round(number) == wrong {
				culprit = before.Place
			}
		}
		if culprit != "" {
			break
		}
	}
	if culprit != "prices.ts:11" {
		t.Fatalf("the culprit is %q", culprit)
	}
	var value stopped
	if text, _ := agent.call(&value, "debug_evaluate", map[string]any{"expression": "sum * (1 - discount)"}); value.Value != fmt.Sprint(right) {
		t.Errorf("it should be %s", text)
	}
	mendsTheBug(t, agent, folder, request, right)
}

func (a codingAgent) set(file string, line any) {
	a.t.Helper()
	var number int
	_, _ = fmt.Sscan(fmt.Sprint(line), &number)
	var all stopped
	text, failed := a.call(&all, "debug_breakpoint", map[string]any{"action": "set", "file": file, "line": number})
	if failed || len(all.Breakpoints) == 0 {
		a.t.Fatalf("%s:%d: %s", file, number, text)
	}
}

// mendsTheBug tries a variable in what is paused, and then writes the right line.
func mendsTheBug(t *testing.T, agent codingAgent, folder string, request map[string]any, right int) {
	t.Helper()
	agent.call(nil, "debug_evaluate", map[string]any{"expression": "discount = -discount"})
	var out stopped
	if text, _ := agent.call(&out, "debug_step", map[string]any{"kind": "out"}); out.Place != "basket.ts:12" {
		t.Errorf("out of it is %s", text)
	}
	agent.call(nil, "debug_step", map[string]any{"kind": "resume"})
	path := filepath.Join(folder, "prices.ts")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	mended := strings.Replace(string(text), faultyLine, strings.Replace(faultyLine, "+", "-", 1), 1)
	harness.WriteFile(t, path, mended)
	var now stopped
	if text, _ := agent.call(nil, "request", request); !strings.Contains(text, `"paused":"basket.ts:10"`) {
		t.Errorf("after the reload the breakpoint is gone: %s", text)
	}
	agent.call(nil, "debug_step", map[string]any{"kind": "resume"})
	if text, failed := agent.call(nil, "debug_breakpoint", map[string]any{"action": "remove"}); failed {
		t.Error(text)
	}
	if text, _ := agent.call(&now, "request", request); now.JSON.Total != right {
		t.Errorf("the request is answered %s", text)
	}
}

// asksForNonsense checks that whatever is wrong is said plainly, with what to do, and that what is paused stays so.
func asksForNonsense(t *testing.T, agent codingAgent) {
	t.Helper()
	refused := func(tool, want string, arguments map[string]any) {
		t.Helper()
		text, failed := agent.call(nil, tool, arguments)
		if what, hint, _ := strings.Cut(text, "\n"); !failed || !strings.Contains(what, want) || hint == "" {
			t.Errorf("%s %.100s: %s", tool, fmt.Sprint(arguments), text)
		}
	}
	set := func(file string, line int) map[string]any {
		return map[string]any{"action": "set", "file": file, "line": line}
	}
	for _, tool := range []string{"debug_wait", "debug_locals"} {
		refused(tool, "there is no breakpoint", nil)
	}
	refused("debug_breakpoint", "there is no file nobody.ts", set("nobody.ts", 1))
	refused("debug_breakpoint", "is not in the folder", set("../basket.ts", 1))
	refused("debug_breakpoint", "is not in the folder", set("/etc/passwd", 1))
	refused("debug_breakpoint", "basket.ts has no line 15", set("basket.ts", 15))
	refused("debug_breakpoint", "not part of the running application", set("basket.test.ts", 2))
	refused("debug_breakpoint", "the arguments are not valid", set("basket.ts", 0))
	for line := 1; line <= 17; line++ {
		agent.set("prices.ts", line)
	}
	logs := set("basket.ts", 11)
	logs["log"] = "{count} of {name}, {user.notes.length} notes"
	agent.call(nil, "debug_breakpoint", logs)
	agent.set("basket.ts", 12)
	agent.set("basket.ts", 4)
	refused("debug_breakpoint", "there are 20 breakpoints", set("basket.ts", 10))
	agent.call(nil, "debug_breakpoint", map[string]any{"action": "remove", "file": "prices.ts"})
	refused("debug_step", "nothing is paused", map[string]any{"kind": "over"})
	agent.call(nil, "request", map[string]any{"path": "/total?name=pear&count=1"})
	refused("debug_locals", "there is no frame 7", map[string]any{"frame": 7})
	refused("debug_locals", "side-effect", map[string]any{"path": "user.notes.pop()"})
	refused("debug_evaluate", "ran too long", map[string]any{"expression": "for (;;);"})
	refused("debug_evaluate", "ReferenceError: nobody is not defined", map[string]any{"expression": "nobody"})
	refused("debug_evaluate", "too long", map[string]any{"expression": strings.Repeat("1", 70_000)})
	refused("debug_step", "the arguments are not valid", map[string]any{"kind": "back"})
	var shown string
	for tool, arguments := range map[string]map[string]any{
		"debug_wait": {"seconds": 0}, "debug_locals": {"path": "user.notes"}, "debug_evaluate": {"expression": "user.notes.join()"},
	} {
		text, failed := agent.call(nil, tool, arguments)
		if shown += text; failed || len(text) > 32<<10 {
			t.Errorf("%s: %d bytes, %.200s", tool, len(text), text)
		}
	}
	text, _ := agent.call(nil, "debug_locals", map[string]any{"path": "user"})
	if shown += text; strings.Contains(shown, "hunter2") || !strings.Contains(text, `"password","value":"******"`) {
		t.Errorf("a secret is shown: %.500s", text)
	}
	if text, _ := agent.call(nil, "logs", map[string]any{"logger": "console"}); !strings.Contains(text, "1 of 'pear', 1000 notes") {
		t.Errorf("the log has %.500s", text)
	}
	if text, failed := agent.call(nil, "debug_breakpoint", map[string]any{"action": "remove"}); failed || text != `{"breakpoints":[]}` {
		t.Error(text)
	}
}
