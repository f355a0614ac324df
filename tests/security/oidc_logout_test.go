package security

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tests/harness"
)

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

// tell sends a logout token as a provider does, and returns the status.
func tell(t *testing.T, f *server, body string, headers ...string) (status int, text string, header http.Header) {
	t.Helper()
	nobody := newBrowser(t, f)
	nobody.client.Jar = nil
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, nobody.server+"/login/one/back-channel-logout", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		request.Header.Set(name, value)
	}
	response, err := nobody.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	return response.StatusCode, "", response.Header
}

// TestOidcBackChannel: a provider ends the sessions of somebody, by what it called its own session, or all of a user.
func TestOidcBackChannel(t *testing.T) {
	t.Parallel()
	p, other := newOidcProvider(t), newOidcProvider(t)
	f := startScriptWith(t, harness.Options{Settings: oidcSettings + p.settings("one") + other.settings("other")}, oidcScript)
	logIn := func(user, sid, path string) *browser {
		for _, one := range []*oidcProvider{p, other} {
			one.set(func(p *oidcProvider) { p.user, p.claims = user, fields{"sid": sid} })
		}
		b := newBrowser(t, f)
		b.logIn(path)
		return b
	}
	ada, adas, bob, elsewhere := logIn("ada", "s1", "/login/one"), logIn("ada", "s2", "/login/one"), logIn("bob", "s3", "/login/one"),
		logIn("ada", "s1", "/login/other")
	all := func(want ...string) {
		t.Helper()
		for i, b := range []*browser{ada, adas, bob, elsewhere} {
			if i < len(want) {
				b.expect(want[i], "GET", "/me", "")
			}
		}
	}
	form := func(token string) string { return url.Values{"logout_token": {token}}.Encode() }
	all("200", "200", "200", "200")

	now := time.Now().Unix()
	right := fields{"sub": "ada"}
	key, header := rsaKeys()[0], fields{"alg": "RS256", "kid": "one"}
	for name, body := range map[string]string{
		"nothing":              "",
		"two tokens":           form(p.logoutToken(right)) + "&" + form(p.logoutToken(right)),
		"no token":             form("x"),
		"another issuer":       form(p.logoutToken(right.of(fields{"iss": "https://evil.example.com"}))),
		"another audience":     form(p.logoutToken(right.of(fields{"aud": "other"}))),
		"not issued":           form(p.logoutToken(fields{"iat": nil})),
		"issued tomorrow":      form(p.logoutToken(right.of(fields{"iat": now + 86400, "exp": now + 90000}))),
		"issued long ago":      form(p.logoutToken(right.of(fields{"iat": now - 86400, "exp": now + 90000}))),
		"expired":              form(p.logoutToken(right.of(fields{"exp": now - 10}))),
		"no end":               form(p.logoutToken(fields{"exp": nil})),
		"no events":            form(p.logoutToken(fields{"events": nil})),
		"another event":        form(p.logoutToken(right.of(fields{"events": fields{"http://schemas.example.com/x": fields{}}}))),
		"an event that is one": form(p.logoutToken(right.of(fields{"events": fields{logoutEvent: true}}))),
		"neither sub nor sid":  form(p.logoutToken(fields{"sub": nil})),
		"a nonce":              form(p.logoutToken(right.of(fields{"nonce": "x"}))),
		"an empty nonce":       form(p.logoutToken(right.of(fields{"nonce": ""}))),
		"no id":                form(p.logoutToken(fields{"jti": nil})),
		"no signature":         form(encoded(fields{"alg": "none"}) + "." + encoded(p.logoutClaims(right)) + "."),
		"another key":          form(signed(jwt.SigningMethodRS256, rsaKeys()[1], header, p.logoutClaims(right))),
		"the secret":           form(signed(jwt.SigningMethodHS256, []byte(p.secret), fields{"alg": "HS256"}, p.logoutClaims(right))),
		"an id token": form(signed(jwt.SigningMethodRS256, key, header, fields{
			"iss": p.URL, "aud": "shop", "sub": "ada", "iat": now,
			"exp": now + 300, "nonce": "n",
		})),
		"an access token":     form(signed(jwt.SigningMethodRS256, key, header.of(fields{"typ": "at+jwt"}), p.logoutClaims(right))),
		"a type that is none": form(signed(jwt.SigningMethodRS256, key, header.of(fields{"typ": 7}), p.logoutClaims(right))),
		"another provider's":  form(other.logoutToken(right)),
		"too much":            form(strings.Repeat("x", 100_000)),
	} {
		if status, _, header := tell(t, f, body); status != 400 || header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d", name, status)
		}
	}
	if status, _, _ := tell(t, f, form(p.logoutToken(right)), "Content-Type: application/json"); status != 400 {
		t.Errorf("a token that is in no form: %d", status)
	}
	all("200", "200", "200", "200")

	cross := []string{"Sec-Fetch-Site: cross-site", "Origin: https://id.example.com"} // no browser sends this, and it would be nobody's session
	token := signed(jwt.SigningMethodRS256, key, header.of(fields{"typ": "logout+jwt"}), p.logoutClaims(fields{"sub": nil, "sid": "s1"}))
	if status, _, header := tell(t, f, form(token), cross...); status != 200 || header.Get("Cache-Control") != "no-store" {
		t.Errorf("a session that has ended: %d", status)
	}
	all("401", "200", "200", "200")
	ada = logIn("ada", "s1", "/login/one")
	if status, _, _ := tell(t, f, form(token)); status != 400 {
		t.Errorf("a token that was used: %d", status)
	}
	all("200", "200", "200", "200")
	for _, c := range []struct {
		claims fields
		want   []string
	}{
		{fields{"sub": "bob", "sid": "s1"}, []string{"200", "200", "200", "200"}}, // that is ada's
		{fields{"sub": "nobody"}, []string{"200", "200", "200", "200"}},
		{fields{"sub": "ada"}, []string{"401", "401", "200", "200"}},
	} {
		if status, _, _ := tell(t, f, form(p.logoutToken(c.claims))); status != 200 {
			t.Errorf("%v: %d", c.claims, status)
		}
		all(c.want...)
	}
	f.Logs(t, `"type":"revoked","name":"one:ada","address":"127.0.0.1","path":"/login/one/back-channel-logout"`)
	if log := string(f.App.Log.Bytes()); !strings.Contains(log, `"type":"refused","address":"127.0.0.1","path":"/login/one/back-channel-logout"`) ||
		strings.Contains(log, `"revoked","name":"one:bob"`) {
		t.Error("the events do not tell what the provider said")
	}
}
