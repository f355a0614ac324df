package security

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tests/harness"
)

const basicScript = `
import { GetMapping, PasswordEncoder, PermitAll, PostMapping, RestController, RolesAllowed, SecurityContext, Service, Users } from "fwrun";
let asked = 0;
@Service export class People extends Users {
  hash: Promise<string> | undefined;
  constructor(private passwords: PasswordEncoder, private security: SecurityContext) { super(); }
  async find(name: string) {
    asked++;
    if (this.security.getPrincipal() !== null) throw new Error("on whose behalf?");
    switch (name) {
      case "ada": case "Zoë": return { password: await (this.hash ??= this.passwords.encode("s3cret: pässwörd")), roles: ["ADMIN"] };
      case "keyless": return { password: null, roles: ["ADMIN"] };
      case "empty": return { password: "", roles: ["ADMIN"] };
      case "odd": return { password: "s3cret: pässwörd", roles: ["ADMIN"] };
      case "number": return { password: 7 };
      case "throws": throw new Error("no table");
      case "hangs": return new Promise(() => {});
    }
    return undefined;
  }
}
@RestController export class Desk {
  @GetMapping("/me") me(who: Principal) { return [who.getName(), who.getRoles(), who.hasRole("USER")]; }
  @GetMapping("/open") @PermitAll open(who: Principal | null) { return who?.getName() ?? "nobody"; }
  @PostMapping("/change") @RolesAllowed("ADMIN") change() { return "changed"; }
  @PostMapping("/cart") cart(who: Principal, session: Session | null) { session!.set("n", (session!.get("n") ?? 0) + 1);
    return [who.getName(), session!.get("n")]; }
  @PostMapping("/login") @PermitAll login(session: Session | null) { session!.login({ name: "eve" }); }
  @GetMapping("/asked") @PermitAll asked() { return asked; }
}`

const basicSettings = `
server:
  workers: { min: 1, max: 1 }
  handler-timeout: 3s
  cors: { origins: ["https://friend.example.com"], credentials: CREDENTIALS }
security:
  jwt: { issuer: shared, audience: shop, secret: "` + secretOfIssuer + `" }
  session: { enabled: true }
  roles: { ADMIN: [USER] }
  basic: { enabled: true, realm: 'the "shop"', cache: 10m }
`

func basicHeader(name, password string) string {
	return "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(name+":"+password))
}

// TestBasic: who is known by a name and a password, beside tokens and sessions, and what pages of other sites may send.
func TestBasic(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: strings.Replace(basicSettings, "CREDENTIALS", "true", 1)}, basicScript)
	client := newBrowser(t, f)
	client.client.Jar = nil
	const password = "s3cret: pässwörd"
	ada := basicHeader("ada", password)
	for range 5 {
		client.expect(`200 ["ada",["ADMIN"],true]`, "GET", "/me", "", ada)
	}
	client.expect("200 1", "GET", "/asked", "") // one question for all of them
	client.expect("200 ada", "GET", "/open", "", strings.Replace(ada, "Basic ", "bAsIc   ", 1))
	client.expect("200 Zoë", "GET", "/open", "", basicHeader("Zoë", password))
	client.expect("200 nobody", "GET", "/open", "")
	token := signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow().of(fields{"sub": "bot"}))
	client.expect("200 bot", "GET", "/open", "", "Authorization: Bearer "+token)
	client.expect("401", "GET", "/open", "", "Authorization: Bearer "+token, ada)

	client.expect("200 changed", "POST", "/change", "", ada)
	client.expect("200 changed", "POST", "/change", "", ada, "Sec-Fetch-Site: same-origin", "Origin: http://"+f.Address)
	client.expect("200 changed", "POST", "/change", "", ada, "Sec-Fetch-Site: cross-site", "Origin: https://friend.example.com")
	_, asked, _ := client.send("GET", "/asked", "")
	for _, headers := range [][]string{
		{"Sec-Fetch-Site: cross-site", "Origin: https://evil.example.com"},
		{"Sec-Fetch-Site: same-site"},
		{"Origin: https://evil.example.com"},
		{"Origin: null"},
	} {
		client.expect("403", "POST", "/change", "", append(headers, ada)...)
		client.expect("403", "POST", "/change", "", append(headers, basicHeader("ada", "guess"))...)
		client.expect("200 ada", "GET", "/open", "", append(headers, ada)...)
	}
	client.expect("200 "+asked, "GET", "/asked", "") // no password was looked at

	page := newBrowser(t, f)
	page.expect("200", "POST", "/login", "")
	page.expect("200 eve", "GET", "/open", "")
	page.expect(`200 ["ada",1]`, "POST", "/cart", "", ada) // the password decides, and the session is there
	page.expect(`200 ["ada",2]`, "POST", "/cart", "", ada)
	page.expect("401", "GET", "/open", "", basicHeader("ada", "guess"))
}

// TestBasicAttacks: what is no name and password, a wrong one, and beans that cannot say who somebody is, let nobody in.
func TestBasicAttacks(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: strings.Replace(basicSettings, "CREDENTIALS", "false", 1)}, basicScript)
	client := newBrowser(t, f)
	client.client.Jar = nil
	const password = "s3cret: pässwörd"
	ada := basicHeader("ada", password)
	const challenges = `[Bearer Basic realm="the \"shop\"", charset="UTF-8"]`
	refused := func(path string, headers ...string) {
		t.Helper()
		header := client.expect("401", "GET", path, "", headers...)
		if got := fmt.Sprint(header.Values("Www-Authenticate")); got != challenges {
			t.Errorf("%.80q is told %s", headers, got)
		}
	}
	raw := func(text string) string {
		return "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(text))
	}
	client.expect("401", "GET", "/open", "", ada, ada)
	for _, header := range []string{
		"Authorization: Basic", "Authorization: Basic ", "Authorization: Basic %%%", "Authorization: Basic ada:secret", ada[:len(ada)-1], ada + "=",
		ada + "A", ada + ", " + ada[15:],
		raw(""), raw("ada"), raw(":" + password), raw(":"), raw("ada\x00:" + password), raw("ada:" + password + "\x00"), raw("ada\n:" + password),
		raw("ada:\x1b" + password), raw("ada:\x7f"),
		raw("Zo\xeb:" + password), raw("ada:s3cret: p\xe4ssw\xf6rd"),
	} {
		refused("/open", header)
	}
	client.expect("200 0", "GET", "/asked", "") // nobody is asked for what cannot be a name and a password
	refused("/me")
	for _, header := range []string{
		basicHeader("ada", ""), basicHeader("ada", "guess"), basicHeader("ada", password+" "), basicHeader("ADA", password), basicHeader("ada ", password),
		basicHeader("nobody", password),
		basicHeader("nobody", ""), basicHeader("keyless", ""), basicHeader("keyless", "null"), basicHeader("keyless", "undefined"),
		basicHeader("empty", ""), basicHeader("odd", password),
		basicHeader("__proto__", password), basicHeader("ada", strings.Repeat("p", 5000)),
	} {
		refused("/open", header)
	}
	for _, name := range []string{"throws", "number"} {
		for range 2 { // the second is not taken for an answer
			client.expect("500", "GET", "/open", "", basicHeader(name, password))
		}
	}
	f.Logs(t, "no table")
	f.Logs(t, "People returned a number for password, which is not a text")
	f.Logs(t, "the password of a user was not checked")
	client.expect("503", "GET", "/open", "", basicHeader("hangs", password))
	client.expect("200 nobody", "GET", "/open?Authorization=Basic", "", "Proxy-"+ada)
	client.expect("200 ada", "GET", "/open", "", ada)
	client.expect("403", "POST", "/change", "", ada, "Sec-Fetch-Site: cross-site", "Origin: https://friend.example.com") // CORS without credentials
	for _, secret := range []string{"pässwörd", ada[21:], "$argon2id$"} {
		if strings.Contains(string(f.App.Log.Bytes()), secret) {
			t.Errorf("the log shows %s", secret)
		}
	}
}

// TestBasicAlone: without tokens, clients are asked for a name and a password only, for the application; pages of other sites may send them
// if somebody says so.
func TestBasicAlone(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: "framework.application.name: shop\nsecurity: { basic: { enabled: true }, csrf: off }\n"},
		basicScript)
	client := newBrowser(t, f)
	header := client.expect("401", "GET", "/me", "")
	if got := fmt.Sprint(header.Values("Www-Authenticate")); got != `[Basic realm="shop", charset="UTF-8"]` {
		t.Errorf("a client is told %s", got)
	}
	ada := basicHeader("ada", "s3cret: pässwörd")
	client.expect("200 changed", "POST", "/change", "", ada, "Sec-Fetch-Site: cross-site", "Origin: https://other.example.com")
}

// TestBasicIsLimited: guesses are counted as those of log-in pages are, and told; a client whose password was good a moment ago works on.
func TestBasicIsLimited(t *testing.T) {
	t.Parallel()
	settings := strings.Replace(basicSettings, "CREDENTIALS", "false", 1) + "  login: { limit: { failures: 3, per-address: 5, lockout: 1h } }\n"
	f := startScriptWith(t, harness.Options{Settings: settings}, basicScript)
	client := newBrowser(t, f)
	client.client.Jar = nil
	const password = "s3cret: pässwörd"
	ada := basicHeader("ada", password)
	client.expect("200 ada", "GET", "/open", "", ada)
	for _, guess := range []string{"1", "2", "3"} {
		client.expect("401", "GET", "/open", "", basicHeader("ADA", guess))
	}
	_, asked, _ := client.send("GET", "/asked", "")
	header := client.expect("429", "GET", "/open", "", basicHeader("ada", "4"))
	if after := header.Get("Retry-After"); after != "3600" && after != "3599" || header.Get("Www-Authenticate") != "" {
		t.Errorf("who is locked out is told %v", header)
	}
	client.expect("429", "GET", "/open", "", basicHeader("Ada", password)) // right, if names have no case, and nobody learns it
	client.expect("200 "+asked, "GET", "/asked", "")
	client.expect("200 ada", "GET", "/open", "", ada)
	client.expect("401", "GET", "/open", "", basicHeader("bob", "1"))
	client.expect("401", "GET", "/open", "", basicHeader("eve", "1"))
	client.expect("429", "GET", "/open", "", basicHeader("Zoë", password)) // five from one address
	client.expect("401", "GET", "/open", "", "Authorization: Basic %")     // not a guess
	f.Logs(t, `"type":"failure","name":"ADA"`)
	f.Logs(t, `"type":"locked","name":"Zoë"`)
	f.Logs(t, `"type":"refused","address"`)
	if strings.Contains(string(f.App.Log.Bytes()), "the password cannot be checked") {
		t.Error("a lock-out is taken for a failure of the application")
	}
}
