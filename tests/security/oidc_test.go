package security

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestOidc logs in with two providers and out again, whatever the rules for the paths.
func TestOidc(t *testing.T) {
	t.Parallel()
	one, other := newOidcProvider(t), newOidcProvider(t)
	one.claims = fields{"https://example.com/roles": []string{"USER"}}
	f := startScriptWith(t, harness.Options{Settings: oidcSettings + one.settings("one", "roles-claim: https://example.com/roles") +
		other.settings("other", "name-claim: email", "home: /orders")}, oidcScript)
	ada := newBrowser(t, f)
	ada.expect("401", "GET", "/me", "")
	ada.expect("200", "POST", "/cart", "apple")
	before := ada.cookie()
	if to := ada.logIn("/login/one"); to != "/" {
		t.Errorf("a log-in leads to %s", to)
	}
	if ada.cookie() == before || before == "" {
		t.Error("the log-in has left the id as it was")
	}
	ada.expect(`200 ["one:1234",["USER"]]`, "GET", "/me", "")
	ada.expect("200 apple", "GET", "/cart", "")
	if _, text, _ := ada.send("GET", "/claims", ""); !strings.Contains(text, `"email":"1234@example.com"`) {
		t.Errorf("the claims are %s", text)
	}
	if to := ada.logIn("/login/other"); to != "/orders" {
		t.Errorf("a log-in leads to %s", to)
	}
	ada.expect(`200 ["other:1234@example.com",[]]`, "GET", "/me", "")
	ada.expect("200 none", "GET", "/cart", "") // that was somebody else's
	ada.expect("405", "GET", "/logout", "")
	ada.expect("403", "POST", "/logout", "", "Sec-Fetch-Site: cross-site", "Origin: https://evil.example.com")
	ada.expect("200", "GET", "/me", "")
	ada.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	header := ada.expect("303", "POST", "/logout", "")
	end, err := url.Parse(header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	query := end.Query()
	if !strings.HasPrefix(end.String(), other.URL+"/end?") || strings.Count(query.Get("id_token_hint"), ".") != 2 ||
		query.Get("post_logout_redirect_uri") != "http://"+f.Address+"/" || query.Get("client_id") != "shop" {
		t.Errorf("the log-out leads to %s", end)
	}
	ada.expect("401", "GET", "/me", "")
	ada.expect("200", "POST", "/own", "ada")
	if header := ada.expect("303", "POST", "/logout", ""); header.Get("Location") != "/" {
		t.Errorf("the log-out of a session of the application's own leads to %s", header.Get("Location"))
	}
	ada.expect("401", "GET", "/me", "")
	for _, line := range []string{
		`"type":"login","name":"one:1234","address":"127.0.0.1","path":"/login/one/callback"`, `"type":"login","name":"other:1234@example.com"`,
		`"type":"denied","name":"other:1234@example.com","address":"127.0.0.1","path":"/logout"`, `"type":"logout","name":"other:1234@example.com"`,
		`"type":"logout","name":"ada"`,
	} {
		f.Logs(t, line)
	}
	for _, secret := range []string{one.secret, "eyJ", "code0", "state="} {
		if strings.Contains(string(f.App.Log.Bytes()), secret) {
			t.Errorf("%q is in the log:\n%s", secret, f.App.Log.Bytes())
		}
	}
}

// TestOidcTabs: several log-ins may be under way in one browser, each of which is finished once; the oldest of too many is forgotten.
func TestOidcTabs(t *testing.T) {
	t.Parallel()
	p := newOidcProvider(t)
	f := startScriptWith(t, harness.Options{Settings: oidcSettings + p.settings("one")}, oidcScript)
	ada := newBrowser(t, f)
	var backs []string
	for _, to := range []string{"/a", "/b", "/c", "/d", "/e", "/f"} {
		backs = append(backs, ada.begin("/login/one?to="+to))
	}
	for i, want := range []int{400, 302, 302, 302, 302, 302} {
		if status, to, text := ada.follow(backs[i]); status != want || want == 302 && to != "/"+string(rune('a'+i)) {
			t.Errorf("tab %d: %d %s %s", i, status, to, text)
		}
	}
	for i, back := range backs {
		if status, _, text := ada.follow(back); status != 400 {
			t.Errorf("tab %d is finished twice: %d %s", i, status, text)
		}
	}
	ada.expect("200", "GET", "/me", "")
}

// TestOidcTargets: a log-in leads to a path of the application, and nowhere else.
func TestOidcTargets(t *testing.T) {
	t.Parallel()
	p := newOidcProvider(t)
	f := startScriptWith(t, harness.Options{Settings: "server: { context-path: /shop }\n" + oidcSettings + p.settings("one", "home: /home")}, oidcScript)
	ada := newBrowser(t, f)
	for _, to := range []string{
		"//evil.example.com", "///evil.example.com", "/\\evil.example.com", "\\\\evil.example.com", "\\/evil.example.com", "https://evil.example.com",
		"https:evil.example.com",
		"http:///evil.example.com", "javascript:alert(1)", "evil.example.com", "/\t/evil.example.com", "\t//evil.example.com", "/\n/evil.example.com",
		"/\r\nSet-Cookie: a=b",
		" //evil.example.com", "/%2fevil.example.com", "/%5cevil.example.com", "/%2F%2Fevil.example.com", "/%252fevil.example.com",
		"/%25252fevil.example.com", "/%09/evil.example.com",
		"/./../evil", "/..//evil.example.com", "/a/../..//evil.example.com", "/%2e%2e//evil.example.com", "/%2e%2e/%2e%2e/evil", "//user@evil.example.com",
		"/@evil.example.com//x", "/a//evil.example.com",
		"", "?a=b", "#a", "/\x00/evil", "/\u2028/evil", "//[::1]/", "/\u3002evil", "data:text/html,x", "/login/one", "/login/one/", "/log%69n/one",
		"/login/one?to=/login/one", "/%zz", "/" + strings.Repeat("a", 3000),
	} {
		if got := ada.logIn("/login/one?to=" + url.QueryEscape(to)); got != "/shop/home" {
			t.Errorf("%q leads to %q", to, got)
		}
	}
	for _, to := range []string{
		"/", "/orders", "/orders/", "/orders?a=b&c=https://example.com", "/orders?next=//x#part", "/a/%C3%BC", "/100%25",
		"/login", "/@me",
	} {
		if got := ada.logIn("/login/one?to=" + url.QueryEscape(to)); got != "/shop"+to {
			t.Errorf("%q leads to %q", to, got)
		}
	}
}

// TestOidcAnswers: browsers that come back with something else than what they were sent for.
func TestOidcAnswers(t *testing.T) {
	t.Parallel()
	one, other := newOidcProvider(t), newOidcProvider(t)
	other.extra = fields{"authorization_response_iss_parameter_supported": true}
	other.back = func(values url.Values) { values.Set("iss", other.URL) }
	f := startScriptWith(t, harness.Options{Settings: oidcSettings + one.settings("one") + other.settings("other")}, oidcScript)
	eve := newBrowser(t, f)
	theirs := eve.begin("/login/one")
	exchanged := func() int { return one.count("/token") + other.count("/token") }
	before := exchanged()
	for _, c := range []struct {
		name, login string
		want        int
		change      func(back string) string
	}{
		{"no state", "one", 400, func(back string) string { return withQuery(back, url.Values{"state": {""}}) }},
		{"another state", "one", 400, func(back string) string { return withQuery(back, url.Values{"state": {"x"}}) }},
		{"the state of another session", "one", 400, func(string) string { return theirs }},
		{"two states", "one", 400, func(back string) string { return back + "&state=x" }},
		{"two codes", "one", 400, func(back string) string { return back + "&code=x" }},
		{"nothing at all", "one", 400, func(back string) string { return strings.SplitN(back, "?", 2)[0] }},
		{"no code", "one", 401, func(back string) string { return withQuery(back, url.Values{"code": {""}}) }},
		{"an error", "one", 401, func(back string) string { return withQuery(back, url.Values{"error": {"access_denied"}}) }},
		{"a script", "one", 401, func(back string) string {
			return withQuery(back, url.Values{"error": {"<script>alert(1)</script>"}, "error_description": {"<script>alert(2)</script>"}})
		}},
		{"another provider's callback", "one", 400, func(back string) string { return strings.Replace(back, "/login/one/", "/login/other/", 1) }},
		{"another issuer", "one", 401, func(back string) string { return withQuery(back, url.Values{"iss": {other.URL}}) }},
		{"no issuer", "other", 401, func(back string) string { return withQuery(back, url.Values{"iss": {""}}) }},
		{"a wrong issuer", "other", 401, func(back string) string { return withQuery(back, url.Values{"iss": {other.URL + "/"}}) }},
		{"an error of another issuer", "other", 401, func(back string) string {
			return withQuery(back, url.Values{"iss": {one.URL}, "error": {"access_denied"}})
		}},
	} {
		ada := newBrowser(t, f)
		back := c.change(ada.begin("/login/" + c.login))
		for _, accept := range []string{"text/html", "application/json"} {
			status, text, header := (&browser{t, ada.client, ""}).send("GET", back, "", "Accept: "+accept)
			if accept == "text/html" && (status != c.want || !strings.HasPrefix(header.Get("Content-Type"), "text/html")) || status/100 != 4 ||
				header.Get("Location") != "" ||
				strings.Contains(text, "<script") || strings.Contains(text, "alert") || header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %d %s", c.name, status, text)
			}
		}
		ada.expect("401", "GET", "/me", "")
	}
	if after := exchanged(); after != before {
		t.Errorf("%d codes were sent to a provider", after-before)
	}
	f.Logs(t, `"type":"failure","address":"127.0.0.1","path":"/login/other/callback"`)
	nobody := newBrowser(t, f)
	back := newBrowser(t, f).begin("/login/one")
	if status, _, text := nobody.follow(back); status != 400 { // without a session
		t.Errorf("a callback without a session: %d %s", status, text)
	}
	if to := newBrowser(t, f).logIn("/login/other"); to != "/" {
		t.Errorf("a log-in with an issuer leads to %s", to)
	}
	for _, line := range []string{"POST /login/one", "HEAD /login/one/callback", "GET /login/one/back-channel-logout", "DELETE /logout"} {
		method, path, _ := strings.Cut(line, " ")
		nobody.expect("405", method, path, "")
	}
	nobody.expect("401", "GET", "/login/nobody", "") // by the rule
}
