package security

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tests/harness"
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
			f := startScriptWith(t, harness.Options{Settings: fmt.Sprintf(`
framework: { mcp: { listForbidden: %v } }
security:
  jwt: { issuer: shared, audience: shop, secret: %q }
  roles: { ADMIN: [USER] }
  rules: [{ path: "/ruled/**", roles: [ADMIN] }]
`, listed, secretOfIssuer)}, guardedTools)
			tools := map[string]string{
				"nobody": "desk_counted orders_hello", "ada": "desk_counted orders_hello orders_orders",
				"eve": "desk_counted desk_purge orders_hello orders_orders orders_ruled",
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
				if got := namesIn(f.agent(t, token, "resources/list", "{}"), "resources") + namesIn(f.agent(t, token, "prompts/list", "{}"),
					"prompts"); (got != "") != isEve {
					t.Errorf("%s sees %s", name, got)
				}
			}
			if _, ran := f.bearer(t, "GET", "/ran", ""); strings.Count(ran, "purge") != 1 || strings.Count(ran, "ruled") != 1 ||
				strings.Count(ran, "all") != 1 || strings.Count(ran, "asks") != 1 {
				t.Errorf("handlers have run: %s", ran)
			}
			if status, _ := f.bearer(t, "POST", "/mcp", token("x", "USER")+"x"); status != http.StatusUnauthorized {
				t.Errorf("a broken token at /mcp: %d", status)
			}
		})
	}
}

// agent sends a request as an agent does, and returns the answer.
func (f *server) agent(t *testing.T, token, method, params string) string {
	t.Helper()
	body, _ := f.agentCalls(t, token, method, params)
	return body
}

// agentCalls does so, and returns the whole response, too.
func (f *server) agentCalls(t *testing.T, token, method, params string) (string, *http.Response) {
	t.Helper()
	header := bearing(token)
	header.Set("Accept", "application/json, text/event-stream")
	return harness.Ask(t, harness.Client, http.MethodPost, "http://"+f.Address+"/mcp", header,
		fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params))
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

// TestTokensForAgents: the endpoint takes tokens that are for it alone, says which scopes there are, and which one a call lacks.
func TestTokensForAgents(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: fmt.Sprintf(`
framework:
  mcp:
    listForbidden: true
    oauth: { resource: "https://shop.example.com/mcp", authorizationServers: ["https://id.example.com"] }
security:
  jwt: { issuer: shared, audience: [shop, "https://shop.example.com/mcp", "https://shop.example.com/mcp/"], secret: %q }
`, secretOfIssuer)}, `
import { GetMapping, McpTool, RestController, RolesAllowed } from "fwrun";
@RestController export class Orders {
  @McpTool("lists orders") @GetMapping("/orders") @RolesAllowed("SCOPE_read", "ADMIN") orders() { return "orders"; }
  @McpTool("writes orders") @GetMapping("/written") @RolesAllowed("SCOPE_write") written() { return "written"; }
  @McpTool("purges") @GetMapping("/purged") @RolesAllowed("ADMIN") purged() { return "purged"; }
  @McpTool("says hello") @GetMapping("/hello") hello() { return "hello"; }
}`)
	token := func(scope string, audience any) string {
		return signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow().of(fields{"sub": "ada", "aud": audience, "scope": scope}))
	}
	const own = "https://shop.example.com/mcp"
	const metadata = `resource_metadata="https://shop.example.com/.well-known/oauth-protected-resource/mcp"`
	for _, c := range []struct {
		name, token, tool string
		status            int
		challenge, body   string
	}{
		{"nobody", "", "orders_hello", 200, "", "hello"},
		{"for the endpoint", token("", own), "orders_hello", 200, "", "hello"},
		{"for the endpoint, with a slash", token("", own+"/"), "orders_hello", 200, "", "hello"},
		{"for both", token("", []string{"shop", own}), "orders_hello", 200, "", "hello"},
		{"for the application alone", token("", "shop"), "orders_hello", 401, `Bearer ` + metadata + `, scope="read write", error="invalid_token", ` +
			`error_description="The token is for another server"`, "for another server"},
		{
			"for another, too, whose name begins alike", token("", []string{"shop", own + ".example.com"}), "orders_hello", 401, `error="invalid_token"`,
			"for another server",
		},
		{"with a scope", token("read", own), "orders_orders", 200, "", "orders"},
		{"without the scope", token("read", own), "orders_written", 403, `Bearer error="insufficient_scope", scope="write", ` + metadata, "not permitted"},
		{"without the role, which no token gets by asking", token("read", own), "orders_purged", 200, "", "not permitted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			body, response := f.agentCalls(t, c.token, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":{}}`, c.tool))
			challenge := strings.Join(response.Header.Values("WWW-Authenticate"), "\n")
			if response.StatusCode != c.status || !strings.Contains(challenge, c.challenge) || !strings.Contains(strings.ToLower(body), c.body) {
				t.Errorf("%d, %s: %s", response.StatusCode, challenge, body)
			}
		})
	}
	if status, body := f.bearer(t, "GET", "/hello", token("", "shop")); status != http.StatusOK {
		t.Errorf("the application refuses its own token: %d %s", status, body)
	}
	if _, document := f.bearer(t, "GET", "/.well-known/oauth-protected-resource/mcp", ""); !strings.Contains(document,
		`"scopes_supported":["read","write"]`) {
		t.Errorf("the metadata is %s", document)
	}
}

// TestOneChallengeForAgents: a client finds the metadata in the first challenge, which is the only one of tokens, whether a rule or a tool refuses
// it.
func TestOneChallengeForAgents(t *testing.T) {
	t.Parallel()
	const metadata = `Bearer resource_metadata="https://shop.example.com/.well-known/oauth-protected-resource/mcp"`
	f := startScriptWith(t, harness.Options{Settings: fmt.Sprintf(`
framework:
  mcp:
    oauth: { resource: "https://shop.example.com/mcp", authorizationServers: ["https://id.example.com"] }
security:
  jwt: { issuer: shared, audience: [shop, "https://shop.example.com/mcp"], secret: %q }
  basic: { enabled: true, realm: shop }
  rules:
    - { path: "/mcp/**", roles: [SCOPE_agents] }
`, secretOfIssuer)}, `
import { McpTool, Service, Users } from "fwrun";
@Service export class Known extends Users { find() { return null; } }
@Service export class Orders { @McpTool("says hello") hello() { return "hello"; } }`)
	token := func(audience string) string {
		return signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow().of(fields{"sub": "ada", "aud": audience}))
	}
	for _, c := range []struct {
		name, token string
		status      int
		want        []string
	}{
		{"nobody", "", 401, []string{metadata, `Basic realm="shop", charset="UTF-8"`}},
		{"no token at all", "x", 401, []string{
			metadata + `, error="invalid_token", error_description="The token is malformed"`,
			`Basic realm="shop", charset="UTF-8"`,
		}},
		{"without the scope", token("https://shop.example.com/mcp"), 403, []string{metadata + `, error="insufficient_scope", scope="agents"`}},
	} {
		body, response := f.agentCalls(t, c.token, "tools/list", `{}`)
		if got := response.Header.Values("WWW-Authenticate"); response.StatusCode != c.status || !slices.Equal(got, c.want) {
			t.Errorf("%s: %d %q %s, want %q", c.name, response.StatusCode, got, body, c.want)
		}
	}
}
