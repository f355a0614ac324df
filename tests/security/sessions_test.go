package security

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
)

const sessionScript = `
import { GetMapping, PermitAll, PostMapping, RequestBody, RestController, Sessions } from "fwrun";
let ran = 0;
@RestController export class Desk {
  constructor(private sessions: Sessions) {}
  @PostMapping("/login") @PermitAll login(@RequestBody() name: string, session: Session) { ran++; session.login({ name, roles: ["USER"] });
    return session.get("cart") ?? "none"; }
  @PostMapping("/logout") logout(who: Principal, session: Session) { session.logout(); }
  @GetMapping("/me") me(who: Principal, session: Session) { return [who.getName(), who.getRoles(), session.get("cart") ?? null]; }
  @PostMapping("/cart") @PermitAll cart(@RequestBody() item: string, session: Session) { ran++;
    session.set("cart", [...(session.get("cart") ?? []), item]); }
  @PostMapping("/flash") @PermitAll flash(@RequestBody() text: string, session: Session) { session.flash("note", text); }
  @GetMapping("/flash") @PermitAll note(session: Session) { return session.flash("note") ?? "none"; }
  @GetMapping("/looks") @PermitAll looks(session: Session) { return session.id ?? "none"; }
  @GetMapping("/list") async list(who: Principal) { return (await this.sessions.list(who.getName())).map((s) => s.began instanceof Date &&
    s.used >= s.began); }
  @PostMapping("/everywhere") everywhere(who: Principal) { return this.sessions.endAll(who.getName()); }
  @GetMapping("/ran") count() { return ran; }
  @PostMapping("/large") @PermitAll large(session: Session) { session.set("large", "x".repeat(100000)); }
  @PostMapping("/fails") @PermitAll fails(session: Session) { session.login({ name: "eve" }); throw new Error("fails"); }
  @PostMapping("/wrong") @PermitAll wrong(session: Session) { try { session.login({}); } catch (e) { return e.message; } }
}`

const sessionSettings = `
server: { cors: { origins: ["https://friend.example.com"], credentials: true } }
security:
  jwt: { issuer: shared, audience: shop, secret: "` + secretOfIssuer + `" }
  session: { enabled: true }
`

// browser is a client that keeps cookies.
type browser struct {
	t      *testing.T
	client *http.Client
	server string
}

func newBrowser(t *testing.T, f *server) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t, &http.Client{Jar: jar, Timeout: harness.Patience}, "http://" + f.Address}
}

// send sends a request with headers, which are "Name: value". It says where it comes from, as browsers do, unless the headers say that.
func (b *browser) send(method, path, body string, headers ...string) (status int, text string, header http.Header) {
	b.t.Helper()
	all := http.Header{}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		all.Add(name, value)
	}
	if all.Get("Content-Type") == "" {
		all.Set("Content-Type", "text/plain")
	}
	if all.Get("Sec-Fetch-Site")+all.Get("Origin")+all.Get(noOrigin) == "" {
		all.Set("Sec-Fetch-Site", "same-origin")
	}
	all.Del(noOrigin)
	text, response := harness.Ask(b.t, b.client, method, b.server+path, all, body)
	return response.StatusCode, text, response.Header
}

// noOrigin is a header for tests: the request does not say where it comes from.
const noOrigin = "X-No-Origin"

// expect sends a request and compares the answer: a status, and perhaps a text.
func (b *browser) expect(want, method, path, body string, headers ...string) http.Header {
	b.t.Helper()
	status, text, header := b.send(method, path, body, headers...)
	if code, said, says := strings.Cut(want, " "); code != fmt.Sprint(status) || says && said != text {
		b.t.Errorf("%s %s %q: %d %s, not %s", method, path, headers, status, text, want)
	}
	return header
}

// cookie returns the id that the browser has.
func (b *browser) cookie() string { return b.cookieOf("SID") }

// cookieOf returns the value of a cookie; empty if the browser has none of that name.
func (b *browser) cookieOf(name string) string {
	at, _ := url.Parse(b.server)
	for _, c := range b.client.Jar.Cookies(at) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

// TestSessions logs in and out, with several browsers.
func TestSessions(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: sessionSettings}, sessionScript)
	one, other := newBrowser(t, f), newBrowser(t, f)
	one.expect("401", "GET", "/me", "")
	if header := one.expect("200 none", "GET", "/looks", ""); header.Get("Set-Cookie") != "" {
		t.Errorf("nothing is to be kept, and the client is given %s", header.Get("Set-Cookie"))
	}
	header := one.expect("200", "POST", "/cart", "apple")
	before := one.cookie()
	if set := header.Get("Set-Cookie"); !strings.Contains(set, "; HttpOnly") || !strings.Contains(set, "; SameSite=Lax") ||
		!strings.Contains(set, "Path=/") ||
		strings.Contains(set, "Secure") || header.Get("Cache-Control") != "no-store" || len(before) != 64 {
		t.Errorf("the cookie is %q, of an answer with Cache-Control: %s", set, header.Get("Cache-Control"))
	}
	if header := one.expect("200", "POST", "/cart", "pear"); header.Get("Set-Cookie") != "" {
		t.Errorf("a client that has a session is given another one: %s", header.Get("Set-Cookie"))
	}
	one.expect(`200 ["apple","pear"]`, "POST", "/login", "ada")
	if one.cookie() == before {
		t.Error("the log-in has left the id as it was")
	}
	fixed := newBrowser(t, f)
	fixed.expect("401", "GET", "/me", "", "Cookie: SID="+before)
	one.expect(`200 ["ada",["USER"],["apple","pear"]]`, "GET", "/me", "")
	other.expect("200 none", "POST", "/login", "ada")
	other.expect(`200 ["ada",["USER"],null]`, "GET", "/me", "")
	other.expect("200 [true,true]", "GET", "/list", "")
	one.expect("200", "POST", "/flash", "saved")
	one.expect("200 saved", "GET", "/flash", "")
	one.expect("200 none", "GET", "/flash", "")
	stolen := one.cookie()
	one.expect("200", "POST", "/logout", "")
	if one.cookie() != "" {
		t.Error("the cookie is there after the log-out")
	}
	fixed.expect("401", "GET", "/me", "", "Cookie: SID="+stolen)
	other.expect("200 [true]", "GET", "/list", "")
	third := newBrowser(t, f)
	third.expect("200 none", "POST", "/login", "ada")
	third.expect("200 2", "POST", "/everywhere", "")
	other.expect("401", "GET", "/me", "")
	third.expect("401", "GET", "/me", "")
	third.expect("500", "POST", "/large", "")
	third.expect("500", "POST", "/fails", "")
	third.expect("401", "GET", "/me", "")
	third.expect("200 the name of the user must be a text that is not empty", "POST", "/wrong", "")
}

// TestSessionAttacks: cookies that were invented, cut, doubled or put there by others.
func TestSessionAttacks(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: sessionSettings}, sessionScript)
	ada := newBrowser(t, f)
	ada.expect("200 none", "POST", "/login", "ada")
	id := ada.cookie()
	nobody := newBrowser(t, f)
	nobody.client.Jar = nil
	flipped := id[:10] + string(id[10]^1) + id[11:]
	for _, cookie := range []string{
		"SID=", "SID=x", "SID=" + id[1:], "SID=" + id[:63], "SID=" + id + "A", "SID=" + flipped, "SID=" + strings.Repeat("A", 64),
		"SID=" + strings.ToUpper(id), "sid=" + id,
		"SID=" + id + "; SID=" + id, "SID=attacker; SID=" + id, "SID=" + id + "; SID=attacker", " SID =" + id[:5], "SIDX=" + id, "XSID=" + id,
		"SID=" + id + "%00", "SID=../" + id, "$SID=" + id,
		"SID=" + id[:32] + " " + id[32:], "SID=" + strings.Repeat("A", 4000), "%53ID=" + id,
	} {
		nobody.expect("401", "GET", "/me", "", "Cookie: "+cookie)
	}
	nobody.expect(`200 ["ada",["USER"],null]`, "GET", "/me", "", "Cookie: a=b; SID="+id+"; c=d")
	nobody.expect(`200 ["ada",["USER"],null]`, "GET", "/me", "", `Cookie: SID="`+id+`"`)
	nobody.expect("401", "GET", "/me", "", "Cookie: SID="+id, "Cookie: SID="+id)
	token := signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow().of(fields{"sub": "bot"}))
	nobody.expect(`200 ["bot",["USER"],null]`, "GET", "/me", "", "Cookie: SID="+id, "Authorization: Bearer "+token) // the token decides
	nobody.expect("401", "GET", "/me", "", "Cookie: SID="+id, "Authorization: Bearer "+token+"x")
}

// TestForgedRequests: what pages of other sites make a browser send is refused before a handler runs, log-ins included.
func TestForgedRequests(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: sessionSettings}, sessionScript)
	ada := newBrowser(t, f)
	ada.expect("200 none", "POST", "/login", "ada")
	own := "http://" + f.Address
	token := "Authorization: Bearer " + signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow())
	_, before, _ := ada.send("GET", "/ran", "")
	for _, headers := range [][]string{
		{"Sec-Fetch-Site: cross-site", "Origin: https://evil.example.com"},                                  // a form, or fetch
		{"Sec-Fetch-Site: cross-site", "Origin: https://evil.example.com", "Sec-Fetch-Mode: no-cors"},       // fetch without an answer
		{"Sec-Fetch-Site: same-site", "Origin: https://other.example.com"},                                  // another host of the domain
		{"Sec-Fetch-Site: cross-site"},                                                                      // no origin
		{"Sec-Fetch-Site: cross-site", "Origin: " + own},                                                    // nobody can send both
		{"Sec-Fetch-Site: cross-site", "Origin: null"},                                                      // a frame without an origin
		{"Origin: https://evil.example.com"},                                                                // an old browser
		{"Origin: null"},                                                                                    //
		{"Origin: " + own + ".evil.example.com"},                                                            // begins like ours
		{"Origin: http://evil.example.com/" + f.Address},                                                    // ends like ours
		{"Origin: " + strings.Replace(own, "http", "ftp", 1)},                                               //
		{"Origin: https://friend.example.com.evil.example.com"},                                             // begins like a friend's
		{"Sec-Fetch-Site: Same-Origin"}, {"Sec-Fetch-Site: same-origin, cross-site"}, {"Sec-Fetch-Site: x"}, // nothing that browsers say
		{"Origin: " + own, "Sec-Fetch-Site: cross-site"},
	} {
		for _, path := range []string{"/cart", "/login"} {
			ada.expect("403", "POST", path, "eve", headers...)
		}
		ada.expect("200", "GET", "/me", "", headers...) // an image, or a link: reading is allowed, and gives away nothing
	}
	if _, after, _ := ada.send("GET", "/ran", ""); after != before {
		t.Errorf("handlers have run: %s, then %s", before, after)
	}
	for _, headers := range [][]string{
		nil,
		{"Sec-Fetch-Site: same-origin", "Origin: " + own},
		{"Sec-Fetch-Site: same-origin"},
		{"Sec-Fetch-Site: none"},
		{"Origin: " + own},
		{"Sec-Fetch-Site: cross-site", "Origin: https://friend.example.com"},
		{"Origin: https://friend.example.com"},
		{token, "Sec-Fetch-Site: cross-site", "Origin: https://evil.example.com"},
	} {
		ada.expect("200", "POST", "/cart", "x", headers...)
	}
}

// TestTokensOfSessions: what says nothing of where it comes from and has a session needs the token of this session.
func TestTokensOfSessions(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: sessionSettings}, sessionScript)
	const silent = noOrigin + ": true"
	ada, eve := newBrowser(t, f), newBrowser(t, f)
	header := ada.expect("200 none", "POST", "/login", "ada", silent) // without a session nobody can be made to do anything
	token := ada.cookieOf("XSRF-TOKEN")
	set := header.Values("Set-Cookie")
	if len(set) != 2 || !strings.HasPrefix(set[1], "XSRF-TOKEN="+token) || strings.Contains(set[1], "HttpOnly") ||
		!strings.Contains(set[1], "; SameSite=Lax") || len(token) != 22 {
		t.Errorf("the cookies are %q", set)
	}
	eve.expect("200 none", "POST", "/login", "eve")
	other := eve.cookieOf("XSRF-TOKEN")
	_, before, _ := ada.send("GET", "/ran", "")
	for _, sent := range []string{
		"X-None: x", "X-XSRF-TOKEN: ", "X-XSRF-TOKEN: x", "X-XSRF-TOKEN: " + other, "X-XSRF-TOKEN: " + token[1:], "X-XSRF-TOKEN: " + token + "=",
		"X-XSRF-TOKEN: " + strings.ToUpper(token),
		"X-CSRF-TOKEN: " + token, "X-XSRF-TOKEN: " + ada.cookie(),
	} {
		ada.expect("403", "POST", "/cart", "eve", silent, sent)
	}
	tossed := newBrowser(t, f) // a page of another host of the domain has set the cookie, and knows its value
	tossed.client.Jar = nil
	tossed.expect("403", "POST", "/cart", "eve", silent, "Cookie: SID="+ada.cookie()+"; XSRF-TOKEN="+other, "X-XSRF-TOKEN: "+other)
	for _, site := range []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"} {
		ada.expect("403", "POST", "/cart", "eve", site, "X-XSRF-TOKEN: "+token) // browsers of today know better
	}
	if _, after, _ := ada.send("GET", "/ran", ""); after != before {
		t.Errorf("handlers have run: %s, then %s", before, after)
	}
	ada.expect("200", "POST", "/cart", "pear", silent, "X-XSRF-TOKEN: "+token)
	ada.expect("200", "POST", "/cart", "pear", "Origin: http://behind.example.com", "X-XSRF-TOKEN: "+token) // a proxy that says another host
	ada.expect("200", "GET", "/me", "", silent)
	ada.expect("200", "POST", "/login", "ada", silent, "X-XSRF-TOKEN: "+token)
	if ada.cookieOf("XSRF-TOKEN") == token {
		t.Error("a log-in leaves the token as it was")
	}
	ada.expect("403", "POST", "/cart", "pear", silent, "X-XSRF-TOKEN: "+token)
	ada.expect("200", "POST", "/logout", "")
	if ada.cookieOf("XSRF-TOKEN") != "" {
		t.Error("the token outlives the session")
	}
	ada.expect("200", "POST", "/cart", "apple", silent)
	bearer := "Authorization: Bearer " + signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow())
	ada.expect("200", "POST", "/cart", "x", silent, bearer)

	open := startScriptWith(t, harness.Options{Settings: sessionSettings + "  csrf: off\n"}, sessionScript)
	bob := newBrowser(t, open)
	if header := bob.expect("200", "POST", "/login", "bob", silent); len(header.Values("Set-Cookie")) != 1 {
		t.Errorf("the cookies are %q", header.Values("Set-Cookie"))
	}
	bob.expect("200", "POST", "/cart", "x", silent)
}

// TestPagesWithoutCredentials: pages that CORS allows without credentials may send requests, but not with the cookie of a session.
func TestPagesWithoutCredentials(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: strings.Replace(sessionSettings, ", credentials: true", "", 1)}, sessionScript)
	ada, nobody := newBrowser(t, f), newBrowser(t, f)
	ada.expect("200 none", "POST", "/login", "ada")
	nobody.client.Jar = nil
	friend := []string{"Sec-Fetch-Site: cross-site", "Origin: https://friend.example.com"}
	nobody.expect("200", "POST", "/cart", "x", friend...)
	ada.expect("403", "POST", "/cart", "x", friend...)
	nobody.expect("403", "POST", "/cart", "x", "Sec-Fetch-Site: cross-site", "Origin: https://evil.example.com")
}

// TestSessionsInADatasource: a log-in outlives the process, unless the next one has another secret.
func TestSessionsInADatasource(t *testing.T) {
	t.Parallel()
	file := filepath.ToSlash(t.TempDir()) + "/main.db"
	start := func(secret string) *server {
		return startScriptWith(t, harness.Options{Settings: `
security:
  session: { enabled: true, datasource: main, secret: "` + secret + `" }
datasource: { name: main, url: "sqlite:` + file + `" }
`}, sessionScript)
	}
	first := start(secretOfIssuer)
	b := newBrowser(t, first)
	b.expect("200", "POST", "/login", "ada")
	b.expect("200", "POST", "/cart", "tea")
	b.expect(`200 ["ada",["USER"],["tea"]]`, "GET", "/me", "")
	first.App.Kill()

	cookie := "Cookie: SID=" + b.cookie()
	other := start("another secret of 32 bytes or more")
	newBrowser(t, other).expect("401", "GET", "/me", "", cookie)
	other.App.Kill()

	last := start(secretOfIssuer)
	b.server = "http://" + last.Address
	b.expect(`200 ["ada",["USER"],["tea"]]`, "GET", "/me", "")
	newBrowser(t, last).expect("200", "GET", "/me", "", cookie)
	b.expect("200 [true]", "GET", "/list", "")
	b.expect("200 1", "POST", "/everywhere", "")
	newBrowser(t, last).expect("401", "GET", "/me", "", cookie)
}

// TestSessionsOfSeveralProcesses: wherever sessions are kept outside of a process, another one knows them, and both learn when they end.
func TestSessionsOfSeveralProcesses(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]func(t *testing.T) string{
		"Redis":      func(t *testing.T) string { return "cache: { url: \"" + datatest.Redis(t).URL + "\" }\n" },
		"PostgreSQL": func(t *testing.T) string { return "cache: { url: \"" + datatest.Postgres(t) + "\" }\n" },
		"a table of PostgreSQL": func(t *testing.T) string {
			return "datasource: { name: main, url: \"" + datatest.Postgres(t) + "\" }\n"
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			where := settings(t)
			session := "{ enabled: true, secret: \"" + secretOfIssuer + "\" }"
			if strings.HasPrefix(where, "datasource") {
				session = strings.Replace(session, "{", "{ datasource: main,", 1)
			}
			where += "security: { session: " + session + " }\n"
			first, second := startScriptWith(t, harness.Options{Settings: where}, sessionScript),
				startScriptWith(t, harness.Options{Settings: where}, sessionScript)
			here := newBrowser(t, first)
			there := &browser{t, here.client, "http://" + second.Address} // with the cookies of the same client: those of a host are for all its ports
			here.expect("200", "POST", "/cart", "tea")
			before := here.cookie()
			here.expect(`200 ["tea"]`, "POST", "/login", "ada")
			there.expect(`200 ["ada",["USER"],["tea"]]`, "GET", "/me", "")
			newBrowser(t, second).expect("401", "GET", "/me", "", "Cookie: SID="+before) // it has another id since the log-in
			there.expect("200", "POST", "/cart", "milk")
			there.expect("200", "POST", "/flash", "hello")
			here.expect("200 hello", "GET", "/flash", "")
			there.expect("200 none", "GET", "/flash", "")
			here.expect(`200 ["ada",["USER"],["tea","milk"]]`, "GET", "/me", "")
			other := newBrowser(t, second)
			other.expect("200", "POST", "/login", "ada")
			here.expect("200 [true,true]", "GET", "/list", "")
			other.expect("200 2", "POST", "/everywhere", "")
			here.expect("401", "GET", "/me", "")
			other.expect("401", "GET", "/me", "")
		})
	}
}

// TestSessionsPolluteNothing: what an application kept of a client, and merges later, changes no prototype.
func TestSessionsPolluteNothing(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: sessionSettings}, `
import { GetMapping, PermitAll, PostMapping, RequestBody, RestController } from "fwrun";
function merge(to: any, from: any) {
  for (const k in from) if (from[k] && typeof from[k] === "object") merge(to[k] ??= {}, from[k]); else to[k] = from[k];
  return to;
}
@RestController export class Api {
  @PostMapping("/keep") @PermitAll keep(@RequestBody() text: string, session: Session) { session.set("kept", JSON.parse(text)); }
  @GetMapping("/merged") @PermitAll merged(session: Session) { merge({}, session.get("kept"));
    return [session.get("kept"), ({} as any).bad ?? "none"]; }
  @GetMapping("/claims") claims(who: Principal) { return [Object.keys(merge({}, who.claims)).includes("shop"), ({} as any).bad ?? "none"]; }
}`)
	for text, kept := range map[string]string{
		`{"a":1,"__proto__":{"bad":1}}`:                     `{"a":1}`,
		`{"constructor":{"prototype":{"bad":1},"name2":1}}`: `{"constructor":{"name2":1}}`,
		`[{"\u005f_proto__":{"bad":1},"b":"\u00e9\u0000"}]`: `[{"b":"é\u0000"}]`,
		`{"prototype":1}`: `{"prototype":1}`,
	} {
		b := newBrowser(t, f)
		b.expect("200", "POST", "/keep", text)
		b.expect("200 ["+kept+`,"none"]`, "GET", "/merged", "")
	}
	claims := jwt.MapClaims{"iss": "shared", "aud": "shop", "sub": "ada", "exp": 4102444800, "shop": 1, "__proto__": map[string]any{"bad": 1}}
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(secretOfIssuer))
	if err != nil {
		t.Fatal(err)
	}
	newBrowser(t, f).expect(`200 [true,"none"]`, "GET", "/claims", "", "Authorization: Bearer "+token)
}
