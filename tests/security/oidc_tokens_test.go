package security

import (
	"encoding/json"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestOidcTokens: providers whose id tokens are not good, or that fail.
func TestOidcTokens(t *testing.T) {
	t.Parallel()
	p := newOidcProvider(t)
	f := startScriptWith(t, harness.Options{Settings: oidcSettings + p.settings("one")}, oidcScript)
	now := time.Now().Unix()
	claims := func(more fields) func(p *oidcProvider) { return func(p *oidcProvider) { p.claims = more } }
	token := func(make func(claims fields) string) func(p *oidcProvider) {
		return func(p *oidcProvider) { p.token = make }
	}
	header := fields{"alg": "RS256", "kid": "one"}
	for name, change := range map[string]func(p *oidcProvider){
		"another audience":    claims(fields{"aud": "other"}),
		"no audience":         claims(fields{"aud": nil}),
		"another party":       claims(fields{"aud": []string{"shop", "other"}, "azp": "other"}),
		"another issuer":      claims(fields{"iss": "https://evil.example.com"}),
		"a longer issuer":     claims(fields{"iss": p.URL + "/"}),
		"no issuer":           claims(fields{"iss": nil}),
		"expired":             claims(fields{"exp": now - 10}),
		"no end":              claims(fields{"exp": nil}),
		"from tomorrow":       claims(fields{"iat": now + 86400, "exp": now + 90000}),
		"not issued":          claims(fields{"iat": nil}),
		"not yet good":        claims(fields{"nbf": now + 3600}),
		"nobody":              claims(fields{"sub": nil}),
		"an empty subject":    claims(fields{"sub": ""}),
		"a number as subject": claims(fields{"sub": 7}),
		"another nonce":       claims(fields{"nonce": "x"}),
		"no nonce":            claims(fields{"nonce": nil}),
		"no signature":        token(func(c fields) string { return encoded(fields{"alg": "none"}) + "." + encoded(c) + "." }),
		"the secret as key": token(func(c fields) string {
			return signed(jwt.SigningMethodHS256, []byte(p.secret), fields{"alg": "HS256"}, c)
		}),
		"another key": token(func(c fields) string { return signed(jwt.SigningMethodRS256, rsaKeys()[1], header, c) }),
		"an unknown key": token(func(c fields) string {
			return signed(jwt.SigningMethodRS256, p.key, fields{"alg": "RS256", "kid": "x"}, c)
		}),
		"a changed token": token(func(c fields) string { return strings.Replace(p.sign(c), ".", ".e30", 1) }),
		"a key of its own": token(func(c fields) string {
			return signed(jwt.SigningMethodRS256, rsaKeys()[1], fields{"alg": "RS256", "jwk": jwkOf(&rsaKeys()[1].PublicKey, "one")}, c)
		}),
		"a critical header": token(func(c fields) string {
			return signed(jwt.SigningMethodRS256, p.key, fields{"alg": "RS256", "kid": "one", "crit": []string{"x"}, "x": 1}, c)
		}),
		"a claim that is there twice": token(func(c fields) string {
			b, _ := json.Marshal(c) // texts and numbers
			return signed(jwt.SigningMethodRS256, p.key, header, strings.TrimSuffix(string(b), "}")+`,"sub":"root"}`)
		}),
		"no token":       token(func(fields) string { return "" }),
		"no claims":      token(func(fields) string { return signed(jwt.SigningMethodRS256, p.key, header, "[]") }),
		"a long token":   claims(fields{"long": strings.Repeat("x", 100_000)}),
		"a logout token": token(func(fields) string { return p.sign(p.logoutClaims(nil)) }),
		"a refusal": func(p *oidcProvider) {
			p.failure = `{"error":"<script>alert(1)</script>","error_description":"<script>"}`
		},
		"a page": func(p *oidcProvider) { p.failure = "<html><script>alert(1)</script>" },
	} {
		ada := newBrowser(t, f)
		back := ada.begin("/login/one")
		id := ada.cookie()
		p.set(change)
		status, to, text := ada.follow(back)
		if status != 401 || to != "" || strings.Contains(text, "script") {
			t.Errorf("%s: %d %s %s", name, status, to, text)
		}
		if ada.cookie() != id {
			t.Errorf("%s: the session has another id", name)
		}
		ada.expect("401", "GET", "/me", "")
		p.set(func(p *oidcProvider) { p.claims, p.token, p.failure = nil, nil, "" })
	}
	newBrowser(t, f).logIn("/login/one")
	if text := string(f.App.Log.Bytes()); strings.Contains(text, "<script") || strings.Contains(text, p.secret) {
		t.Errorf("the log has what is for nobody:\n%s", text)
	}
}

// TestOidcReplays: neither a code nor an id token is good twice, and a session that somebody else has made a browser use is worth nothing.
func TestOidcReplays(t *testing.T) {
	t.Parallel()
	p := newOidcProvider(t)
	f := startScriptWith(t, harness.Options{Settings: oidcSettings + p.settings("one")}, oidcScript)
	ada, eve := newBrowser(t, f), newBrowser(t, f)
	first := ada.begin("/login/one")
	code := func(back string) string { u, _ := url.Parse(back); return u.Query().Get("code") }(first)
	if status, _, text := ada.follow(first); status != 302 {
		t.Fatal(status, text)
	}
	if status, _, text := eve.follow(withQuery(eve.begin("/login/one"), url.Values{"code": {code}})); status != 401 {
		t.Errorf("a code that was used: %d %s", status, text)
	}
	stolen := ada.begin("/login/one")
	if status, _, text := eve.follow(withQuery(eve.begin("/login/one"), url.Values{"code": {code}})); status != 401 {
		t.Errorf("a code of somebody else: %d %s", status, text) // the verifier is another one
	}
	if status, _, text := eve.follow(stolen); status != 400 {
		t.Errorf("a callback of somebody else: %d %s", status, text)
	}
	var kept string
	p.set(func(p *oidcProvider) { p.token = func(c fields) string { kept = p.sign(c); return kept } })
	ada.logIn("/login/one")
	p.set(func(p *oidcProvider) { p.token = func(fields) string { return kept } })
	if status, _, text := eve.follow(eve.begin("/login/one")); status != 401 {
		t.Errorf("an id token that was used: %d %s", status, text)
	}
	p.set(func(p *oidcProvider) { p.token = nil })

	eve.expect("200", "POST", "/cart", "trap")
	fixed, victim := eve.cookie(), newBrowser(t, f)
	at, _ := url.Parse(victim.server)
	victim.client.Jar.SetCookies(at, eve.client.Jar.Cookies(at))
	victim.logIn("/login/one")
	if victim.cookie() == fixed {
		t.Error("a log-in has left the id as it was")
	}
	victim.expect("200", "GET", "/me", "")
	eve.expect("401", "GET", "/me", "")

	racer := newBrowser(t, f) // several requests with the same state at once
	back := racer.begin("/login/one")
	before := p.count("/token")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { racer.follow(back) })
	}
	all.Wait()
	if n := p.count("/token") - before; n != 1 {
		t.Errorf("a state was used %d times", n)
	}
}

// TestOidcOutage: a provider that is down when the application starts, comes back, changes its keys, and goes away again.
func TestOidcOutage(t *testing.T) {
	t.Parallel()
	p := newOidcProvider(t)
	p.down = true
	f := startScriptWith(t, harness.Options{Settings: oidcSettings + p.settings("one")}, oidcScript)
	ada := newBrowser(t, f)
	for range 2 {
		if status, to, text := ada.follow("/login/one"); status != 503 || to != "" {
			t.Errorf("without a provider: %d %s %s", status, to, text)
		}
	}
	ada.expect("200", "GET", "/orders", "")
	for name, extra := range map[string]fields{
		"another issuer": {"issuer": "https://evil.example.com"}, "no endpoint": {"token_endpoint": nil},
		"an endpoint that is none": {"authorization_endpoint": "javascript:alert(1)"},
		"much":                     {"x": strings.Repeat("x", 2<<20)}, "no keys": {"jwks_uri": "keys"},
	} {
		p.set(func(p *oidcProvider) { p.down, p.extra = false, extra })
		if status, to, text := ada.follow("/login/one"); status != 503 || to != "" {
			t.Errorf("%s: %d %s %s", name, status, to, text)
		}
	}
	p.set(func(p *oidcProvider) { p.extra = nil })
	before := p.count("/.well-known/openid-configuration")
	ada.logIn("/login/one")
	p.set(func(p *oidcProvider) { p.key, p.kid = rsaKeys()[1], "two" })
	ada.logIn("/login/one")
	p.set(func(p *oidcProvider) { p.key, p.kid = rsaKeys()[0], "three" })
	ada.logIn("/login/one")
	if n := p.count("/.well-known/openid-configuration") - before; n != 1 {
		t.Errorf("the provider was asked %d times who it is", n)
	}
	back := ada.begin("/login/one")
	p.set(func(p *oidcProvider) { p.down = true })
	if status, _, text := ada.follow(back); status != 503 {
		t.Errorf("a code that nobody takes: %d %s", status, text)
	}
	ada.expect("200", "GET", "/me", "") // as before
	p.set(func(p *oidcProvider) { p.down = false })
	ada.logIn("/login/one")
}

const finderScript = oidcScript + `
import { OidcUsers, Service } from "fwrun";
@Service export class Members extends OidcUsers {
  async find(provider: string, claims: Record<string, any>) {
    await new Promise((go) => setTimeout(go, 1));
    switch (claims.sub) {
      case "none": return null;
      case "throws": throw new Error("no database");
      case "odd": return { name: 7 } as any;
      case "text": return "ada" as any;
    }
    return { name: provider + "/" + claims.email, roles: claims.sub === "root" ? ["ADMIN"] : undefined };
  }
}`

// TestOidcUsers: a bean says who somebody is, and who has no place in the application.
func TestOidcUsers(t *testing.T) {
	t.Parallel()
	p := newOidcProvider(t)
	f := startScriptWith(t, harness.Options{Settings: oidcSettings + p.settings("one", "name-claim: nothing")}, finderScript)
	for sub, want := range map[string]string{
		"1234": `200 ["one/1234@example.com",[]]`, "root": `200 ["one/root@example.com",["ADMIN"]]`, "none": "403", "throws": "500",
		"odd": "500", "text": "500",
	} {
		ada := newBrowser(t, f)
		p.set(func(p *oidcProvider) { p.user = sub })
		status, to, text := ada.follow(ada.begin("/login/one"))
		if code, _, found := strings.Cut(want, " "); found && (code != "200" || status != 302) || !found &&
			(want != strings.Fields(want)[0] || to != "" || status/100 < 4) {
			t.Errorf("%s: %d %s %s", sub, status, to, text)
			continue
		}
		if status == 302 {
			ada.expect(want, "GET", "/me", "")
			continue
		}
		if text := strings.ToLower(text); want == "500" && strings.Contains(text, "database") {
			t.Errorf("%s: %s", sub, text)
		}
		ada.expect("401", "GET", "/me", "")
	}
}

// TestOidcClaims: the claims of a long token are not all kept; who it is is.
func TestOidcClaims(t *testing.T) {
	t.Parallel()
	p := newOidcProvider(t)
	p.claims = fields{"roles": []string{"A", "B"}, "long": strings.Repeat("x", 9000)}
	f := startScriptWith(t, harness.Options{Settings: oidcSettings + p.settings("one")}, oidcScript)
	ada := newBrowser(t, f)
	ada.logIn("/login/one")
	ada.expect(`200 ["one:1234",["A","B"]]`, "GET", "/me", "")
	ada.expect(`200 {"iss":"`+p.URL+`","roles":["A","B"],"sub":"1234"}`, "GET", "/claims", "")
	p.set(func(p *oidcProvider) { p.claims = fields{"sub": "", "name": "eve"} })
	if status, _, text := ada.follow(ada.begin("/login/one")); status != 401 {
		t.Errorf("somebody without a name: %d %s", status, text)
	}
}
