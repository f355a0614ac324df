package security

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tests/harness"
)

const guessScript = `
import { GetMapping, HttpRestException, JwtService, Logins, PasswordEncoder, PermitAll, PostMapping, RequestBody, RestController, RolesAllowed,
  SecurityEvents, Service, Sessions } from "fwrun";
export class Credentials { name: string; password: string; }

const kept = [];
@Service export class Trail extends SecurityEvents {
  async record(event: SecurityEvent) {
    if (event.name === "fails") throw new Error("the trail is full");
    kept.push([event.type, event.name, event.address, event.path, event.at instanceof Date, event.requestId !== null].join());
  }
}
@Service export class Vault { @RolesAllowed("ADMIN") open() { return "open"; } }

@RestController export class Gate {
  hashes = new Map<string, string>();
  constructor(private logins: Logins, private passwords: PasswordEncoder, private vault: Vault, private sessions: Sessions,
    private tokens: JwtService) {}
  @PostMapping("/sign-up") @PermitAll async signUp(@RequestBody c: Credentials) { this.hashes.set(c.name, await this.passwords.encode(c.password)); }
  @PostMapping("/login") @PermitAll async login(@RequestBody c: Credentials, session: Session) {
    const right = await this.logins.check(c.name, c.password, this.hashes.get(c.name.toLowerCase()));
    if (!right) throw new HttpRestException(401, "the name or the password is wrong");
    session.login({ name: c.name });
  }
  @PostMapping("/logout") logout(who: Principal, session: Session) { session.logout(); }
  @PostMapping("/code") @PermitAll code(@RequestBody c: Credentials) {
    this.logins.assertAllowed(c.name);
    if (c.password !== "123456") { this.logins.failed(c.name); throw new HttpRestException(401); }
    this.logins.succeeded(c.name);
  }
  @GetMapping("/admin") @RolesAllowed("ADMIN") admin() { return "admin"; }
  @GetMapping("/vault") vaulted() { return this.vault.open(); }
  @PostMapping("/end") @PermitAll end(@RequestBody c: Credentials) { return this.sessions.endAll(c.name); }
  @PostMapping("/verify") @PermitAll async verify(@RequestBody c: Credentials) { try { await this.tokens.verify(c.password); return "good";
    } catch (e) { return e.name; } }
  @GetMapping("/kept") @PermitAll kept() { return kept; }
}`

const guessSettings = `
server: { workers: { max: 1, min: 1 } }
management: { endpoints: { enabled: true }, endpoint: { prometheus: { enabled: true } } }
security:
  jwt: { issuer: shared, audience: shop, secret: "` + secretOfIssuer + `" }
  session: { enabled: true }
  login: { limit: { failures: 5, per-address: 20, within: 1h, lockout: 1h } }
`

// guess tries to log in, and returns the status of the answer.
func guess(t *testing.T, f *server, path, name, password string, headers ...string) (status int, header http.Header) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"name": name, "password": password})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+f.Address+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		request.Header.Set(name, value)
	}
	response, err := harness.Client.Do(request)
	if err != nil {
		t.Error(err)
		return 0, nil
	}
	_ = response.Body.Close()
	return response.StatusCode, response.Header
}

// guesses tries several names, and compares the statuses.
func guesses(t *testing.T, f *server, path, password string, names []string, want string) {
	t.Helper()
	var got []string
	for _, name := range names {
		status, header := guess(t, f, path, name, password)
		got = append(got, fmt.Sprint(status))
		if after := header.Get("Retry-After"); (status == http.StatusTooManyRequests) != (after != "") {
			t.Errorf("%s: %d with Retry-After: %q", name, status, after)
		}
	}
	if strings.Join(got, " ") != want {
		t.Errorf("%s as %q: %s, not %s", path, names, strings.Join(got, " "), want)
	}
}

// TestGuessing: a name is locked out however it is written, whether or not there is such a user, and by codes, too.
func TestGuessing(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: guessSettings}, guessScript)
	if status, _ := guess(t, f, "/sign-up", "jos\u00e9", "right horse"); status != http.StatusOK {
		t.Fatal(status)
	}
	known := []string{"jos\u00e9", "JOS\u00c9", "Jos\u00e9", "jose\u0301", " jos\u00e9 "}
	guesses(t, f, "/login", "wrong horse", append(known, known...), "401 401 401 401 401 429 429 429 429 429")
	guesses(t, f, "/login", "right horse", known, "429 429 429 429 429")
	unknown := []string{"eve", "EVE", "\uff45ve", "eve\t", "Eve"}
	guesses(t, f, "/login", "wrong horse", append(unknown, unknown...), "401 401 401 401 401 429 429 429 429 429")
	guesses(t, f, "/code", "000000", []string{"bob", "Bob"}, "401 401")
	guesses(t, f, "/code", "123456", []string{"bob", "bob"}, "200 200")
	guesses(t, f, "/code", "000000", []string{"amy", "amy", "amy", "amy", "amy", "Amy"}, "401 401 401 401 401 429")
	if err := f.App.Cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	f.Logs(t, `"msg":"reloaded`)
	guesses(t, f, "/login", "wrong horse", []string{"eve"}, "429")
}

// TestGuessingAtOnce: of many guesses at once no more are looked at than may fail.
func TestGuessingAtOnce(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: guessSettings}, guessScript)
	var counts [600]atomic.Int32
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			status, _ := guess(t, f, "/login", "ada", "wrong")
			counts[status].Add(1)
		})
	}
	all.Wait()
	if checked, refused := counts[401].Load(), counts[429].Load(); checked != 5 || checked+refused != 200 {
		t.Errorf("%d were looked at, %d refused", checked, refused)
	}
}

// TestManyNames: one address, whatever it says of itself, and one behind a proxy that is trusted.
func TestManyNames(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: guessSettings}, guessScript)
	for i := range 20 {
		forged := fmt.Sprintf("X-Forwarded-For: 192.0.2.%d", i)
		if status, _ := guess(t, f, "/login", fmt.Sprint("user", i), "wrong", forged); status != http.StatusUnauthorized {
			t.Errorf("guess %d: %d", i, status)
		}
	}
	if status, _ := guess(t, f, "/login", "another", "wrong", "X-Forwarded-For: 192.0.2.99"); status != http.StatusTooManyRequests {
		t.Errorf("after many names: %d", status)
	}

	behind := startScriptWith(t, harness.Options{Settings: guessSettings}, guessScript, "SERVER_TRUSTED_PROXIES=127.0.0.1")
	for i := range 21 {
		want := http.StatusUnauthorized
		if i == 20 {
			want = http.StatusTooManyRequests
		}
		if status, _ := guess(t, behind, "/login", fmt.Sprint("user", i), "wrong", "X-Forwarded-For: 192.0.2.1"); status != want {
			t.Errorf("guess %d behind a proxy: %d", i, status)
		}
	}
	if status, _ := guess(t, behind, "/login", "another", "wrong", "X-Forwarded-For: 192.0.2.2"); status != http.StatusUnauthorized {
		t.Errorf("another client behind the proxy: %d", status)
	}
}

// TestLockoutEnds: after its time there are as many attempts again.
func TestLockoutEnds(t *testing.T) {
	t.Parallel()
	settings := strings.Replace(guessSettings, "lockout: 1h", "lockout: 500ms", 1)
	f := startScriptWith(t, harness.Options{Settings: settings}, guessScript)
	if status, _ := guess(t, f, "/sign-up", "ada", "right horse"); status != http.StatusOK {
		t.Fatal(status)
	}
	for range 5 {
		guess(t, f, "/code", "ada", "000000")
	}
	for end := time.Now().Add(harness.Patience); ; {
		switch status, _ := guess(t, f, "/login", "ada", "right horse"); {
		case status == http.StatusOK:
			return
		case status != http.StatusTooManyRequests || time.Now().After(end):
			t.Fatalf("the lock-out ends with %d", status)
		}
	}
}

// TestSecurityEvents: what the log, the metrics and a bean are told, and what none of them are.
func TestSecurityEvents(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: guessSettings}, guessScript)
	for _, name := range []string{"ada", "fails"} {
		if status, _ := guess(t, f, "/sign-up", name, "right horse"); status != http.StatusOK {
			t.Fatal(status)
		}
	}
	who := newBrowser(t, f)
	who.expect("200", "POST", "/login", `{"name":"ada","password":"right horse"}`, "Content-Type: application/json")
	who.expect("403", "GET", "/admin", "")
	who.expect("403", "GET", "/vault", "")
	who.expect("200", "POST", "/logout", "")
	old := signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow().of(fields{"exp": 1}))
	if status, _ := f.bearer(t, "GET", "/admin", old); status != http.StatusUnauthorized {
		t.Errorf("an old token: %d", status)
	}
	guesses(t, f, "/login", "right horse", []string{"fails"}, "200")
	const asJSON = "Content-Type: application/json"
	for range 2 {
		newBrowser(t, f).expect("200", "POST", "/login", `{"name":"ada","password":"right horse"}`, asJSON)
	}
	who.expect("200 2", "POST", "/end", `{"name":"ada","password":""}`, asJSON)
	who.expect("200 0", "POST", "/end", `{"name":"ada","password":""}`, asJSON) // of nobody any more
	who.expect("200 JwtError", "POST", "/verify", `{"name":"","password":"`+old+`"}`, asJSON)
	who.expect("200 good", "POST", "/verify", `{"name":"","password":"`+signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader,
		claimsNow())+`"}`, asJSON)
	injected := "eve\r\n{\"level\":\"ERROR\"}\u202e"
	guesses(t, f, "/login", "secret horse", []string{injected, injected, injected, injected, injected, injected}, "401 401 401 401 401 429")
	f.Logs(t, `"type":"locked"`)
	f.Logs(t, "the trail is full")
	want := []string{
		"login,ada,127.0.0.1,/login,true,true", "denied,ada,127.0.0.1,/admin,true,true", "denied,ada,127.0.0.1,/vault,true,true",
		"logout,ada,127.0.0.1,/logout,true,true", "refused,,127.0.0.1,/admin,true,true",
		"login,ada,127.0.0.1,/login,true,true", "login,ada,127.0.0.1,/login,true,true",
		"revoked,ada,127.0.0.1,/end,true,true", "refused,,127.0.0.1,/verify,true,true",
	}
	const told = `eve\r\n{"level":"ERROR"}\u202e`
	for range 5 {
		want = append(want, "failure,"+told+",127.0.0.1,/login,true,true")
	}
	want = append(want, "locked,"+told+",127.0.0.1,/login,true,true")
	var kept []string
	for end := time.Now().Add(harness.Patience); len(kept) < len(want) && time.Now().Before(end); {
		_, text := f.bearer(t, "GET", "/kept", "")
		if err := json.Unmarshal([]byte(text), &kept); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Join(kept, "\n") != strings.Join(want, "\n") {
		t.Errorf("kept\n%s\nnot\n%s", strings.Join(kept, "\n"), strings.Join(want, "\n"))
	}
	checkSecurityLog(t, f.App.Log.Bytes(), told)
	_, metrics := f.bearer(t, "GET", "/actuator/prometheus", "")
	for kind, n := range map[string]int{"login": 4, "logout": 1, "revoked": 1, "failure": 5, "locked": 1, "denied": 2, "refused": 2} {
		if line := fmt.Sprintf("fwrun_security_events_total{type=%q} %d\n", kind, n); !strings.Contains(metrics, line) {
			t.Errorf("the metrics have no %s", line)
		}
	}
}

// checkSecurityLog looks for a line of each event, and for what must not be there.
func checkSecurityLog(t *testing.T, log []byte, name string) {
	t.Helper()
	counts := map[string]int{}
	for line := range bytes.Lines(log) {
		var one map[string]any
		if err := json.Unmarshal(line, &one); err != nil || one["level"] == nil {
			t.Errorf("no line of the log: %s", line)
		}
		if one["logger"] != "fwrun.security" {
			continue
		}
		kind, _ := one["type"].(string)
		counts[fmt.Sprint(one["level"], " ", kind)]++
		if kind == "failure" && one["name"] != name || one["address"] != "127.0.0.1" || one["path"] == nil || one["request"] == nil {
			t.Errorf("the line says too little: %s", line)
		}
	}
	if got := fmt.Sprint(counts); got != "map[INFO login:4 INFO logout:1 INFO revoked:1 WARN denied:2 WARN failure:5 WARN locked:1 WARN refused:2]" {
		t.Errorf("the log has %s", got)
	}
	for _, secret := range []string{"horse", "eyJ"} {
		if bytes.Contains(log, []byte(secret)) {
			t.Errorf("the log has %s", secret)
		}
	}
}

const slowTrailScript = `
import { Logins, PermitAll, PostMapping, RequestBody, RestController, SecurityEvents, Service } from "fwrun";

@Service export class Trail extends SecurityEvents {
  async record(event: SecurityEvent) {
    await new Promise((done) => setTimeout(done, 20));
    console.log("kept " + event.name);
  }
}
@RestController export class Gate {
  constructor(private logins: Logins) {}
  @PostMapping("/many") @PermitAll many(@RequestBody n: int) { for (let i = 0; i < n; i++) this.logins.failed("user" + i); return "done"; }
}`

// TestEventsAreKeptAtTheEnd: a stop waits for the events that wait to be kept, and a request does not.
func TestEventsAreKeptAtTheEnd(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{}, slowTrailScript)
	newBrowser(t, f).expect("200 done", "POST", "/many", "30", "Content-Type: application/json")
	f.Stop()
	for i := range 30 {
		if line := fmt.Sprintf(`"msg":"kept user%d"`, i); !bytes.Contains(f.App.Log.Bytes(), []byte(line)) {
			t.Errorf("the log has no %s", line)
		}
	}
}
