package security

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tests/harness"
)

const keyScript = `
import { ApiKeys, Async, GetMapping, PermitAll, PostMapping, ResponseEntity, RestController, RolesAllowed, SecurityContext, Service } from "fwrun";
let asked = 0;
@Service export class Keys extends ApiKeys {
  constructor(private security: SecurityContext) { super(); }
  async find(key: string) {
    asked++;
    if (this.security.getPrincipal() !== null) throw new Error("on whose behalf?");
    switch (key.startsWith("key-") ? key.slice(4) : "") {
      case "good": return { name: "reports", roles: ["ADMIN"], scopes: ["read"] };
      case "plain": return { name: "plain", roles: null };
      case "throws": throw new Error("no table");
      case "hangs": return new Promise(() => {});
      case "loops": for (;;);
      case "text": return "reports";
      case "nameless": return { roles: ["ADMIN"] };
      case "getter": return { get name() { throw new Error("no name"); } };
      case "role": return { name: "a", roles: "ADMIN" };
      case "roles": return { name: "a", roles: [7] };
      case "endless": return { name: "a", roles: new Array(1e9) };
    }
    return undefined;
  }
}
@RestController export class Reports {
  @GetMapping("/me") me(who: Principal) { return [who.getName(), who.getRoles(), who.getScopes(), who.hasRole("USER")]; }
  @GetMapping("/open") @PermitAll open(who: Principal | null) { return who?.getName() ?? "nobody"; }
  @GetMapping("/read") @RolesAllowed("SCOPE_read") read() { return "read"; }
  @GetMapping("/cached") @PermitAll cached() { return ResponseEntity.ok("cached").withHeader("Cache-Control", "max-age=60"); }
  @PostMapping("/change") @RolesAllowed("ADMIN") change() { return "changed"; }
  @GetMapping("/asked") @PermitAll asked() { return asked; }
  @GetMapping("/login") @PermitAll login(session: Session | null) { session!.login({ name: "ada" }); }
}`

const keySettings = `
server: { workers: { min: 1, max: 1 }, handler-timeout: 1s, cpu-timeout: 300ms }
security:
  jwt: { issuer: shared, audience: shop, secret: "` + secretOfIssuer + `" }
  session: { enabled: true }
  roles: { ADMIN: [USER] }
  api-keys: { header: X-Partner, cache: 10m }
management: { endpoints: { enabled: true }, endpoint: { httpexchanges: { enabled: true } }, auth: { username: ops, password: managing } }
`

// TestAPIKeys: whose a key is, and what is made of answers of the bean.
func TestAPIKeys(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: keySettings}, keyScript)
	program := newBrowser(t, f)
	program.client.Jar = nil
	const good = "X-Partner: key-good"
	token := "Authorization: Bearer " + signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow())
	for range 5 {
		program.expect(`200 ["reports",["ADMIN"],["read"],true]`, "GET", "/me", "", good)
	}
	program.expect("200 1", "GET", "/asked", "") // one question for all of them
	header := program.expect("200 reports", "GET", "/open", "", good)
	if got := header.Get("Cache-Control"); got != "private" {
		t.Errorf("Cache-Control of what was answered to one with a key is %q", got)
	}
	if header := program.expect("200 cached", "GET", "/cached", "", good); header.Get("Cache-Control") != "max-age=60" {
		t.Errorf("Cache-Control of the handler is %q", header.Get("Cache-Control"))
	}
	if header := program.expect("200 nobody", "GET", "/open", ""); header.Get("Cache-Control") != "" {
		t.Errorf("Cache-Control without a key is %q", header.Get("Cache-Control"))
	}
	program.expect(`200 ["plain",[],[],false]`, "GET", "/me", "", "x-PARTNER: \tkey-plain ")
	program.expect("200 read", "GET", "/read", "", good)
	program.expect("403", "GET", "/read", "", "X-Partner: key-plain")
	program.expect("403", "POST", "/change", "", "X-Partner: key-plain")
	program.expect("200 changed", "POST", "/change", "", good, "Sec-Fetch-Site: cross-site", "Origin: https://evil.example.com")
	program.expect("403", "POST", "/change", "", "Sec-Fetch-Site: cross-site", "Origin: https://evil.example.com")
	program.expect("200 ada", "GET", "/open", "", good, token) // the token decides
	program.expect("200 ada", "GET", "/open", "", "X-Partner: key-other", token)
	program.expect("401", "GET", "/open", "", good, token+"x")
	program.expect("200 reports", "GET", "/open", "", good, "Authorization: Basic YTpi")

	ada := newBrowser(t, f)
	ada.expect("200", "GET", "/login", "")
	ada.expect("200 ada", "GET", "/open", "")
	ada.expect("200 reports", "GET", "/open", "", good) // the key decides
	ada.expect("401", "GET", "/open", "", "X-Partner: key-other")
}

// TestAPIKeyAttacks: keys that are none, and beans that cannot say whose one is, let nobody in.
func TestAPIKeyAttacks(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: keySettings}, keyScript)
	program := newBrowser(t, f)
	program.client.Jar = nil
	for _, headers := range [][]string{
		{"X-Partner: "},
		{"X-Partner:   "},
		{"X-Partner: key-good", "X-Partner: key-good"},
		{"X-Partner: key-good", "x-partner: "},
		{"X-Partner: " + strings.Repeat("k", 7500)},
		{"X-Partner: key-good,key-good"},
		{"X-Partner: key-good, key-good"},
		{"X-Partner: key good"},
		{"X-Partner: kéy-good"},
		{"X-Partner: KEY-GOOD"},
		{"X-Partner: key-goo"},
		{"X-Partner: key-good1"},
		{`X-Partner: "key-good"`},
		{"X-Partner: Bearer key-good"},
		{"X-Partner: __proto__"},
	} {
		header := program.expect("401", "GET", "/open", "", headers...)
		if got := header.Values("Www-Authenticate"); fmt.Sprint(got) != "[Bearer ApiKey]" {
			t.Errorf("%.60q is told %q", headers, got)
		}
	}
	_, asked, _ := program.send("GET", "/asked", "")
	for range 20 {
		program.expect("401", "GET", "/open", "", "X-Partner: ", "X-Partner: key-good")
		program.expect("401", "GET", "/open", "", "X-Partner: "+strings.Repeat("k", 7500))
	}
	program.expect("200 "+asked, "GET", "/asked", "") // nobody is asked for what cannot be a key

	for _, headers := range [][]string{
		{"X-Api-Key: key-good"},
		{"X-Partner-Id: key-good"},
		{"X_Partner: key-good"},
		{"Cookie: X-Partner=key-good"},
		{"Authorization: ApiKey key-good"},
		{"Authorization: key-good"},
	} {
		program.expect("200 nobody", "GET", "/open", "", headers...)
	}
	program.expect("200 nobody", "GET", "/open?X-Partner=key-good&api_key=key-good&x-partner=key-good", "")
	header := program.expect("401", "GET", "/me?X-Partner=key-good", "")
	if got := header.Values("Www-Authenticate"); fmt.Sprint(got) != "[Bearer ApiKey]" {
		t.Errorf("a client without a key is told %q", got)
	}

	for _, key := range []string{"throws", "text", "nameless", "getter", "role", "roles", "endless"} {
		for range 2 { // the second is not taken for an answer
			if header := program.expect("500", "GET", "/open", "", "X-Partner: key-"+key); header.Get("Www-Authenticate") != "" {
				t.Errorf("key-%s: the client is told of credentials", key)
			}
		}
	}
	f.Logs(t, "no table")
	f.Logs(t, "Keys returned a string for roles, which is not an array of texts")
	program.expect("503", "GET", "/open", "", "X-Partner: key-hangs")
	program.expect("503", "GET", "/open", "", "X-Partner: key-loops")
	program.expect("200 reports", "GET", "/open", "", "X-Partner: key-good")

	_, seen, _ := program.send("GET", "/actuator/httpexchanges", "", "Authorization: Basic b3BzOm1hbmFnaW5n")
	if !strings.Contains(seen, `"x-partner-id"`) {
		t.Errorf("the exchanges show no headers: %.500s", seen)
	}
	for where, text := range map[string]string{"the exchanges": seen, "the log": string(f.App.Log.Bytes())} {
		for _, secret := range []string{"key-throws", "key-hangs", "key-loops", "key-text", "key-nameless", `"x-partner"`, `key-goo"`} {
			if strings.Contains(text, secret) {
				t.Errorf("%s shows %s", where, secret)
			}
		}
	}
}

// TestAPIKeyAlone: without tokens, clients are told of keys only.
func TestAPIKeyAlone(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: "security: { api-keys: { header: X-Api-Key } }\n"}, `
import { ApiKeys, GetMapping, RestController, Service } from "fwrun";
@Service export class Keys extends ApiKeys { find(key: string) { return key === "k" ? { name: "reports" } : null; } }
@RestController export class Reports { @GetMapping("/me") me(who: Principal) { return who.getName(); } }`)
	program := newBrowser(t, f)
	program.expect("200 reports", "GET", "/me", "", "X-Api-Key: k")
	program.expect("401", "GET", "/me", "", "Authorization: Bearer x")
	for _, headers := range [][]string{nil, {"X-Api-Key: other"}} {
		if got := program.expect("401", http.MethodGet, "/me", "", headers...).Values("Www-Authenticate"); fmt.Sprint(got) != "[ApiKey]" {
			t.Errorf("%q is told %q", headers, got)
		}
	}
}
