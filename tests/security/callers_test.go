package security

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tests/harness"
)

const mayCallScript = `
import { Async, Authenticated, DeleteMapping, DenyAll, GetMapping, HandlerInterceptor, Interceptor, PermitAll, PostMapping, PutMapping,
  RequestBody, RequestMapping, RestController, RolesAllowed, SecurityContext, Service } from "fwrun";

const seen = [];
@Interceptor("^/seen-by/") export class Seen extends HandlerInterceptor { preHandle(request) { seen.push(request.getUri()); return true; } }

@Service export class Audit {
  constructor(private security: SecurityContext) {}
  who() { return this.security.getPrincipal()?.getName() ?? "nobody"; }
  @Async later(tell) { tell(this.who()); }
}

@RestController @RolesAllowed("USER") export class Orders {
  constructor(private audit: Audit) {}
  @GetMapping("/seen") @PermitAll seen() { return seen; }
  @GetMapping("/orders") list() { return "orders"; }
  @PostMapping("/orders") add(@RequestBody n: int) { return n; }
  @DeleteMapping("/orders") @RolesAllowed("ADMIN") remove() { return "removed"; }
  @PutMapping("/orders") @DenyAll replace() { return "replaced"; }
  @GetMapping("/seen-by/orders") watched() { return "watched"; }
  @GetMapping("/open") @PermitAll open(who: Principal | null) { return who?.getName() ?? "nobody"; }
  @GetMapping("/known") @Authenticated known(who: Principal) { return [who.getName(), who.getRoles(), who.getScopes(), who.hasRole("USER"),
    who.claims.plan ?? null]; }
  @GetMapping("/scope") @RolesAllowed("SCOPE_write", "SCOPE_all") scope() { return "scope"; }
  @GetMapping("/later") async later() {
    const before = this.audit.who();
    await new Promise((done) => setTimeout(done, 1));
    const async = await new Promise((done) => this.audit.later(done));
    return [before, this.audit.who(), async];
  }
  @RequestMapping("/admin/{rest:*}") admin() { return "admin"; }
  @GetMapping("/reports/{n}") @PermitAll report() { return "report"; }
}
export const wrapped = RolesAllowed("ADMIN")(GetMapping("/wrapped")(() => "wrapped"));
`

const mayCallSettings = `
security:
  jwt: { issuer: shared, audience: shop, secret: "` + secretOfIssuer + `" }
  roles: { ADMIN: [USER] }
  rules:
    - { path: /admin/health, permit: true }
    - { path: "/admin/**", roles: [ADMIN] }
    - { path: "/reports/*", methods: [GET], scopes: [reports] }
    - { path: /closed, deny: true }
`

// TestWhoMayCall asks as nobody, as a user, as an administrator and as a program with scopes.
func TestWhoMayCall(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: mayCallSettings}, mayCallScript)
	token := func(more fields) string {
		return signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow().of(more))
	}
	who := []string{
		"", token(fields{"plan": "free"}), token(fields{"sub": "eve", "roles": []string{"ADMIN"}}),
		token(fields{"sub": "bot", "roles": nil, "scope": "read write", "scp": "all"}),
	}
	reports := token(fields{"roles": nil, "scp": []string{"reports"}})
	for request, want := range map[string][4]string{ // of nobody, a user, an administrator, a program
		"GET /orders":     {"401", "200 orders", "200 orders", "403"},
		"HEAD /orders":    {"401", "200", "200", "403"},
		"POST /orders":    {"401", "400", "400", "403"}, // the body is not looked at before
		"DELETE /orders":  {"401", "403", "200 removed", "403"},
		"PUT /orders":     {"401", "403", "403", "403"},
		"PATCH /orders":   {"405", "405", "405", "405"},
		"OPTIONS /orders": {"204", "204", "204", "204"},
		"GET /open":       {"200 nobody", "200 ada", "200 eve", "200 bot"},
		"GET /known": {
			"401", `200 ["ada",["USER"],[],true,"free"]`, `200 ["eve",["ADMIN"],[],true,null]`,
			`200 ["bot",[],["read","write"],false,null]`,
		},
		"GET /scope":             {"401", "403", "403", "200 scope"},
		"GET /later":             {"401", `200 ["ada","ada","ada"]`, `200 ["eve","eve","eve"]`, "403"},
		"GET /wrapped":           {"401", "403", "200 wrapped", "403"},
		"GET /seen-by/orders":    {"401", "200 watched", "200 watched", "403"},
		"GET /admin/health":      {"401", "200 admin", "200 admin", "403"}, // a handler's demand counts besides a rule
		"GET /admin/x":           {"401", "403", "200 admin", "403"},
		"HEAD /admin/x":          {"401", "403", "200", "403"},
		"OPTIONS /admin/x":       {"401", "403", "200 admin", "403"}, // the mapping is for all methods
		"TRACE /admin/x":         {"401", "403", "200 admin", "403"},
		"GET /admin":             {"401", "403", "200 admin", "403"},
		"GET /%61dmin/x":         {"401", "403", "200 admin", "403"},
		"GET /open/../admin/x":   {"400", "400", "400", "400"},
		"GET //admin/x":          {"400", "400", "400", "400"},
		"GET /Admin/x":           {"404", "404", "404", "404"},
		"GET /reports/1":         {"401", "403", "403", "403"},
		"HEAD /reports/1":        {"401", "403", "403", "403"},
		"GET /closed":            {"401", "403", "403", "403"},
		"GET /nothing":           {"404", "404", "404", "404"},
		"POST /open":             {"405", "405", "405", "405"},
		"GET /orders?method=GET": {"401", "200 orders", "200 orders", "403"},
	} {
		for i, want := range want {
			method, path, _ := strings.Cut(request, " ")
			status, body := f.bearer(t, method, path, who[i])
			got := http.StatusText(status)
			if expected, text, said := strings.Cut(want, " "); expected != strconv.Itoa(status) || said && body != text {
				t.Errorf("%s as %d: %d %s %s, not %s", request, i, status, got, body, want)
			}
		}
	}
	if status, body := f.bearer(t, "GET", "/reports/1", reports); status != http.StatusOK {
		t.Errorf("a report for its scope: %d %s", status, body)
	}
	if _, seen := f.bearer(t, "GET", "/seen", ""); seen != `["/seen-by/orders","/seen-by/orders"]` {
		t.Errorf("an interceptor has seen %s", seen)
	}
}

// TestChallenges: what clients are told of how to be known.
func TestChallenges(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: mayCallSettings}, mayCallScript)
	good := signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow())
	old := signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow().of(fields{"exp": 1}))
	for _, c := range []struct {
		path      string
		headers   []string
		status    int
		challenge string
	}{
		{"/orders", nil, 401, "Bearer"},
		{"/orders", []string{"Bearer " + old}, 401, `Bearer error="invalid_token", error_description="The token has expired"`},
		{"/open", []string{"Bearer " + old}, 401, `Bearer error="invalid_token", error_description="The token has expired"`},
		{"/orders", []string{"Bearer " + good, "Bearer " + good}, 401, `Bearer error="invalid_request", error_description="There are ` +
			`several Authorization headers"`},
		{"/orders", []string{"Bearer"}, 401, `Bearer error="invalid_token", error_description="The token is empty"`},
		{"/orders", []string{"Basic YTpi"}, 401, "Bearer"},
		{"/open", []string{"Basic YTpi"}, 200, ""},
		{"/orders", []string{"bearer " + good}, 200, ""},
		{"/orders", []string{"BEARER   " + good}, 200, ""},
		{"/orders", []string{good}, 401, "Bearer"},
		{"/orders", []string{"Bearer " + good + ", Bearer " + good}, 401, `Bearer error="invalid_token", error_description="The token is malformed"`},
		{"/scope", []string{"Bearer " + good}, 403, `Bearer error="insufficient_scope", scope="write all"`},
		{"/wrapped", []string{"Bearer " + good}, 403, ""},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+f.Address+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header["Authorization"] = c.headers
		request.Header.Set("X-Http-Method-Override", "DELETE")
		response, err := harness.Client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if got := response.Header.Get("Www-Authenticate"); response.StatusCode != c.status || got != c.challenge {
			t.Errorf("%s with %.40q: %d, %s", c.path, c.headers, response.StatusCode, got)
		}
	}
}
