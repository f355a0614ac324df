package tests

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"
)

const guardedTools = `
import { Authenticated, GetMapping, McpPrompt, McpResource, McpTool, PermitAll, RestController, RolesAllowed, Service, SecurityContext } from "fwrun";
let ran = [];
@RestController export class Orders {
  constructor(private security: SecurityContext) {}
  @McpTool("lists orders") @GetMapping("/orders") @RolesAllowed("USER") orders(who: Principal) { ran.push("orders"); return who.getName(); }
  @McpTool("lists what is ruled") @GetMapping("/ruled/all") ruled() { ran.push("ruled"); return "ruled"; }
  @McpTool("says hello") @GetMapping("/hello") hello() { return this.security.getPrincipal()?.getName() ?? "nobody"; }
  @GetMapping("/ran") count() { return ran; }
}
@Service @RolesAllowed("ADMIN") export class Desk {
  constructor(private security: SecurityContext) {}
  @McpTool("purges") purge() { ran.push("purge"); return this.security.getPrincipal()!.getName(); }
  @McpTool("counts") @PermitAll counted() { return "counted"; }
  @McpResource({ uri: "desk://all", description: "all" }) all() { ran.push("all"); return "all"; }
  @McpPrompt("asks") asks() { ran.push("asks"); return "ask"; }
}`

// TestToolsOfCallers: agents see and call what those may whose token they have; the rest is unknown to them, or denied.
func TestToolsOfCallers(t *testing.T) {
	t.Parallel()
	token := func(name, role string) string {
		return signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow().of(fields{"sub": name, "roles": []string{role}}))
	}
	who := map[string]string{"nobody": "", "ada": token("ada", "USER"), "eve": token("eve", "ADMIN")}
	for _, listed := range []bool{false, true} {
		t.Run(fmt.Sprintf("listForbidden %v", listed), func(t *testing.T) {
			t.Parallel()
			f := startScriptWith(t, scriptOptions{settings: fmt.Sprintf(`
framework: { mcp: { listForbidden: %v } }
security:
  jwt: { issuer: shared, audience: shop, secret: %q }
  roles: { ADMIN: [USER] }
  rules: [{ path: "/ruled/**", roles: [ADMIN] }]
`, listed, secretOfIssuer)}, guardedTools)
			tools := map[string]string{
				"nobody": "desk_counted orders_hello", "ada": "desk_counted orders_hello orders_orders", "eve": "desk_counted desk_purge orders_hello orders_orders orders_ruled",
			}
			calls := map[string]map[string]string{ // by tool: what each is answered; of the others that it is unknown or denied
				"orders_orders": {"ada": "ada", "eve": "eve"}, "orders_ruled": {"eve": "ruled"}, "desk_purge": {"eve": "eve"},
				"orders_hello": {"nobody": "nobody", "ada": "ada", "eve": "eve"}, "desk_counted": {"nobody": "counted", "ada": "counted", "eve": "counted"},
			}
			for name, token := range who {
				want := tools[name]
				if listed {
					want = tools["eve"]
				}
				if got := namesIn(f.agent(t, token, "tools/list", "{}"), "tools"); got != want {
					t.Errorf("%s sees %s, not %s", name, got, want)
				}
				for tool, answers := range calls {
					got := f.agent(t, token, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":{}}`, tool))
					want, may := answers[name]
					switch {
					case !may && listed:
						want = "not permitted"
					case !may:
						want = "Unknown tool: " + tool
					}
					if !strings.Contains(strings.ToLower(got), strings.ToLower(want)) {
						t.Errorf("%s calls %s: %s, not %s", name, tool, got, want)
					}
				}
				_, isEve := map[string]bool{"eve": true}[name]
				for what, request := range map[string][2]string{"all": {"resources/read", `{"uri":"desk://all"}`}, "asks": {"prompts/get", `{"name":"asks"}`}} {
					if got := f.agent(t, token, request[0], request[1]); strings.Contains(got, `"result"`) != isEve {
						t.Errorf("%s asks for %s: %s", name, what, got)
					}
				}
				if got := namesIn(f.agent(t, token, "resources/list", "{}"), "resources") + namesIn(f.agent(t, token, "prompts/list", "{}"), "prompts"); (got != "") != isEve {
					t.Errorf("%s sees %s", name, got)
				}
			}
			if _, ran := f.bearer(t, "GET", "/ran", ""); strings.Count(ran, "purge") != 1 || strings.Count(ran, "ruled") != 1 || strings.Count(ran, "all") != 1 || strings.Count(ran, "asks") != 1 {
				t.Errorf("handlers have run: %s", ran)
			}
			if status, _ := f.bearer(t, "POST", "/mcp", token("x", "USER")+"x"); status != http.StatusUnauthorized {
				t.Errorf("a broken token at /mcp: %d", status)
			}
		})
	}
}

// agent sends a request as an agent does, and returns the answer.
func (f *flooded) agent(t *testing.T, token, method, params string) string {
	t.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+f.address+"/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := managedClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// namesIn returns the sorted names of a list.
func namesIn(answer, list string) string {
	var page struct {
		Result map[string][]struct{ Name string }
	}
	_ = json.Unmarshal([]byte(answer), &page) // an answer without a list has no names
	var names []string
	for _, one := range page.Result[list] {
		names = append(names, one.Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}
