package security_test

import (
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/http"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/jsapi/security"
	"github.com/fwrun/fwrun/platform/pollution"
	"github.com/fwrun/fwrun/security/passwords"
	"github.com/fwrun/fwrun/security/tokens"
)

func newPage(t *testing.T, o security.Options) *realmtest.Page {
	t.Helper()
	o.Passwords = passwords.New(passwords.Options{Memory: 64, Passes: 1})
	p := realmtest.New(t, http.Module(folders.Folders{Application: t.TempDir()}, pollution.Refused), security.Views(), security.Module(o))
	p.SetBean("passwords", "passwordEncoder", "")
	p.SetBean("tokens", "jwtService", "")
	p.SetBean("context", "securityContext", "")
	return p
}

func options(t *testing.T) security.Options {
	t.Helper()
	issuers := []tokens.Issuer{{
		Name: "https://a.example.com", Audience: []string{"shop"}, Secret: []byte("0123456789abcdef0123456789abcdef"),
		Lifetime: time.Hour,
	}}
	verifier, err := tokens.NewVerifier(issuers, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := tokens.NewSigner(issuers, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return security.Options{Signer: signer, Verifier: verifier}
}

// TestBeans: what scripts get of the beans, also when they misuse them.
func TestBeans(t *testing.T) {
	p := newPage(t, options(t))
	for body, want := range map[string]string{
		`const h = await passwords.encode("a"); return [await passwords.matches("a", h), await passwords.matches("b", h)]`: "true,false",
		`return passwords.matches("a", null)`:                       "false",
		`return passwords.needsRehash(await passwords.encode("a"))`: "false",
		`return passwords.encode("")`:                               "throws Error: a password must not be empty",
		`return passwords.encode(7)`:                                "throws Error: a password must be a text",
		`return passwords.matches("a", 7)`:                          "throws Error: a hash must be a text",
		`const hash = passwords.encode("a"); return passwords.matches("a", hash)`: "throws Error: a hash must be a text, " +
			"and is a promise: is an await missing?",
		`return passwords.matches("a", "x").catch(() => "refused")`: "refused",
		`const c = await tokens.verify(await tokens.sign({ sub: "ada", n: [1] }, { expiresIn: "5m" })); return [c.sub, ` +
			`c.n[0], c.iss, c.aud, c.exp - c.iat]`: "ada,1,https://a.example.com,shop,300",
		`const c = await tokens.verify(await tokens.sign({ sub: "ada" })); return c.exp - c.iat`: "3600",
		`return tokens.verify("x").catch((e) => [e.name, e.status, e instanceof JwtError, ` +
			`e instanceof HttpRestException, e.message])`: "JwtError,401,true,true,The token is malformed",
		`return tokens.sign([1])`:                       "throws Error: the claims are not valid in a token",
		`return tokens.sign({}, { expiresIn: 0 })`:      `throws Error: expiresIn takes a time above zero; leave it out for the default`,
		`return tokens.sign({}, { expiresIn: "soon" })`: `throws Error: expiresIn takes a number of seconds, or a text such as "5s"`,
		`new Principal()`: "throws TypeError: a Principal cannot be made with new; declare a parameter of this type in a " +
			"handler, or ask the SecurityContext",
		`return context.getPrincipal()`:                          "null",
		`return new (class Keys extends ApiKeys {})().find("a")`: "throws TypeError: Keys extends ApiKeys, but has no method find",
		`return new (class People extends Users {})().find("a")`: "throws TypeError: People extends Users, but has no method find",
	} {
		if got := p.Eval("(async () => { " + body + " })()"); got != want {
			t.Errorf("%s\n  is %s, not %s", body, got, want)
		}
	}
}

// TestNoKeys: without keys the bean says what is missing.
func TestNoKeys(t *testing.T) {
	p := newPage(t, security.Options{})
	for _, script := range []string{`try { tokens.sign({}) } catch (e) { e.message }`, `try { tokens.verify("x") } catch (e) { e.message }`} {
		if got := p.Eval(script); !strings.Contains(got, "no tokens can be") {
			t.Errorf("%s is %s", script, got)
		}
	}
}
