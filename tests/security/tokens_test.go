package security

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tests/harness"
)

const secretOfIssuer = "a secret of 32 bytes, and a bit more"

// tokenIssuers are the keys that the attacked application trusts, and one that it does not.
type tokenIssuers struct {
	ec       *ecdsa.PrivateKey // its public half is in a file
	rsa      *rsa.PrivateKey   // its public half is published with the id "one"
	stranger *rsa.PrivateKey
	ecPEM    []byte
	keys     string // URL of the published keys
}

func newTokenIssuers(t *testing.T) *tokenIssuers {
	t.Helper()
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	i := &tokenIssuers{ec: ec}
	for _, key := range []**rsa.PrivateKey{&i.rsa, &i.stranger} {
		if *key, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
			t.Fatal(err)
		}
	}
	encoded, err := x509.MarshalPKIXPublicKey(&ec.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	i.ecPEM = pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: encoded})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"keys": []any{jwkOf(&i.rsa.PublicKey, "one")}})
	}))
	t.Cleanup(server.Close)
	i.keys = server.URL
	return i
}

func jwkOf(key *rsa.PublicKey, id string) map[string]any {
	return map[string]any{"kty": "RSA", "kid": id, "use": "sig", "alg": "RS256", "n": base64.RawURLEncoding.EncodeToString(key.N.Bytes()), "e": "AQAB"}
}

// fields are members of a header or of claims.
type fields map[string]any

// of returns fields in which some are replaced, and those that are nil left out.
func (f fields) of(more fields) fields {
	out := fields{}
	for _, one := range []fields{f, more} {
		for name, value := range one {
			if out[name] = value; value == nil {
				delete(out, name)
			}
		}
	}
	return out
}

func encoded(v any) string {
	text, is := v.(string)
	if !is {
		b, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		text = string(b)
	}
	return base64.RawURLEncoding.EncodeToString([]byte(text))
}

// signed returns a token of a header and claims, which are fields or their text.
func signed(method jwt.SigningMethod, key any, header, claims any) string {
	text := encoded(header) + "." + encoded(claims)
	signature, err := method.Sign(text, key)
	if err != nil {
		panic(err)
	}
	return text + "." + base64.RawURLEncoding.EncodeToString(signature)
}

const tokenScript = `
import { Authenticated, DeleteMapping, GetMapping, PostMapping, RequestBody, RestController, RolesAllowed, RequestMapping } from "fwrun";
let ran = 0;
@RestController export class Orders {
  @GetMapping("/ran") count() { return ran; }
  @GetMapping("/me") me(who: Principal) { ran++; return who.getName() + " " + who.getRoles().join(); }
  @PostMapping("/body") @Authenticated body(@RequestBody n: int) { ran++; return n; }
  @DeleteMapping("/me") @RolesAllowed("ADMIN") remove() { ran++; return "removed"; }
  @GetMapping("/scope") @RolesAllowed("SCOPE_orders") scope() { ran++; return "scope"; }
  @RequestMapping("/ruled/a") ruled() { ran++; return "ruled"; }
}`

// TestTokens sends tokens that are good, and many that are not, to an application with three issuers.
func TestTokens(t *testing.T) {
	t.Parallel()
	keys := newTokenIssuers(t)
	file := filepath.Join(t.TempDir(), "public.pem")
	if err := os.WriteFile(file, keys.ecPEM, 0o600); err != nil {
		t.Fatal(err)
	}
	f := startScriptWith(t, harness.Options{Settings: fmt.Sprintf(`
server.workers: { min: 1, max: 1 }
security:
  jwt:
    - { issuer: shared, audience: [shop, desk], secret: %q }
    - { issuer: filed, audience: shop, public-key: %q }
    - { issuer: published, audience: shop, jwks-url: %q }
  roles: { ADMIN: [USER] }
  rules: [{ path: "/ruled/**", roles: [USER] }]
`, secretOfIssuer, file, keys.keys)}, tokenScript)
	for _, good := range keys.good() {
		if status, body := f.bearer(t, "GET", "/me", good.token); status != http.StatusOK || body != good.body {
			t.Errorf("%s: %d %s", good.name, status, body)
		}
	}
	_, before := f.bearer(t, "GET", "/ran", "")
	bad := keys.bad()
	if len(bad) < 90 {
		t.Errorf("there are %d attacks only", len(bad))
	}
	for name, token := range bad {
		for method, path := range map[string]string{"GET": "/me", "POST": "/body"} {
			status, body := f.bearer(t, method, path, token)
			want := http.StatusUnauthorized
			if name == "too long" {
				want = http.StatusRequestHeaderFieldsTooLarge
			}
			if status != want || strings.Contains(body, secretOfIssuer) || strings.Contains(body, "json:") {
				t.Errorf("%s, %s %s: %d %s", name, method, path, status, body)
			}
		}
	}
	if _, after := f.bearer(t, "GET", "/ran", ""); after != before {
		t.Errorf("handlers have run: %s, then %s", before, after)
	}
}

// bearer sends a request with a token, or without one if it is empty. Its body is none that the handler takes.
func (f *server) bearer(t *testing.T, method, path, token string) (status int, body string) {
	t.Helper()
	body, response := harness.Ask(t, harness.Client, method, "http://"+f.Address+path, bearing(token), "{")
	return response.StatusCode, body
}

// bearing returns the headers of a request with a token, or none.
func bearing(token string) http.Header {
	if token == "" {
		return http.Header{}
	}
	return http.Header{"Authorization": {"Bearer " + token}}
}

type goodToken struct{ name, token, body string }

func claimsNow() fields {
	now := time.Now().Unix()
	return fields{"iss": "shared", "aud": "shop", "sub": "ada", "roles": []string{"USER"}, "iat": now, "exp": now + 3600}
}

var hsHeader = fields{"alg": "HS256", "typ": "JWT"}

func (i *tokenIssuers) good() []goodToken {
	now, claims := time.Now().Unix(), claimsNow()
	hs := func(more fields) string {
		return signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claims.of(more))
	}
	return []goodToken{
		{"a secret", hs(nil), "ada USER"},
		{"the other audience", hs(fields{"aud": "desk"}), "ada USER"},
		{"one of several audiences", hs(fields{"aud": []string{"x", "shop"}}), "ada USER"},
		{"ended within the skew", hs(fields{"exp": now - 30}), "ada USER"},
		{"begins within the skew", hs(fields{"nbf": now + 30, "iat": now + 30}), "ada USER"},
		{"roles as words", hs(fields{"roles": "A B"}), "ada A,B"},
		{"no roles", hs(fields{"roles": nil}), "ada "},
		{"roles that are none", hs(fields{"roles": []any{1, nil, "USER", fields{}}}), "ada USER"},
		{"times with fractions", hs(fields{"exp": float64(now) + 60.5}), "ada USER"},
		{"no typ", signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), fields{"alg": "HS256"}, claims), "ada USER"},
		{"a key of a file", signed(jwt.SigningMethodES256, i.ec, fields{"alg": "ES256"}, claims.of(fields{"iss": "filed"})), "ada USER"},
		{"a published key", signed(jwt.SigningMethodRS256, i.rsa, fields{"alg": "RS256", "kid": "one"}, claims.of(fields{"iss": "published"})), "ada USER"},
		{
			"a published key that is not named", signed(jwt.SigningMethodRS256, i.rsa, fields{"alg": "RS256"}, claims.of(fields{"iss": "published"})),
			"ada USER",
		},
		{"a long token", hs(fields{"more": strings.Repeat("x", 4000)}), "ada USER"},
	}
}

// bad returns tokens that are not good, by what is wrong with them.
func (i *tokenIssuers) bad() map[string]string {
	now, claims, key := time.Now().Unix(), claimsNow(), []byte(secretOfIssuer)
	hs := func(header, claims any) string { return signed(jwt.SigningMethodHS256, key, header, claims) }
	good := hs(hsHeader, claims)
	head, rest, _ := strings.Cut(good, ".")
	body, signature, _ := strings.Cut(rest, ".")
	text, _ := json.Marshal(claims)
	all := map[string]string{
		"nothing but dots": "..", "one part": head, "two parts": head + "." + body, "no signature": head + "." + body + ".",
		"four parts": good + ".x", "a dot behind it": good + ".", "a signature that is cut": good[:len(good)-4],
		"a signature of another": head + "." + encoded(claims.of(fields{"sub": "eve"})) + "." + signature,
		"padding":                good + "==", "a blank inside": head + ". " + body + "." + signature,
		"the wrong alphabet":    strings.NewReplacer("-", "+", "_", "/").Replace(good) + "/",
		"five parts, encrypted": "eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.a.b.c.d",
		"too long":              hs(hsHeader, claims.of(fields{"more": strings.Repeat("x", 7000)})),
		"not ASCII":             good + "é", "no base64": "€." + body + "." + signature,
		"a header that is no JSON": encoded("{") + "." + body + "." + signature,
		"a header that is a list":  encoded("[]") + "." + body + "." + signature, "a header that is null": encoded("null") + "." + body + "." + signature,
		"HS256 with another secret": signed(jwt.SigningMethodHS256, []byte(secretOfIssuer+"!"), hsHeader, claims),
		"HS256 with no secret":      signed(jwt.SigningMethodHS256, []byte{}, hsHeader, claims),
		"HS384":                     signed(jwt.SigningMethodHS384, key, fields{"alg": "HS384"}, claims),
		"HS512":                     signed(jwt.SigningMethodHS512, key, fields{"alg": "HS512"}, claims),
		"HS512 that says HS256":     signed(jwt.SigningMethodHS512, key, hsHeader, claims),
		"a key of another issuer":   signed(jwt.SigningMethodES256, i.ec, fields{"alg": "ES256"}, claims),
		"a published key, for another issuer": signed(jwt.SigningMethodRS256, i.rsa, fields{"alg": "RS256", "kid": "one"},
			claims.of(fields{"iss": "filed"})),
		"a stranger's key": signed(jwt.SigningMethodRS256, i.stranger, fields{"alg": "RS256", "kid": "one"},
			claims.of(fields{"iss": "published"})),
		"a stranger's key without an id": signed(jwt.SigningMethodRS256, i.stranger, fields{"alg": "RS256"}, claims.of(fields{"iss": "published"})),
		"a stranger's key, in the header": signed(jwt.SigningMethodRS256, i.stranger,
			fields{"alg": "RS256", "kid": "two", "jwk": jwkOf(&i.stranger.PublicKey, "two")},
			claims.of(fields{"iss": "published"})),
		"keys elsewhere": signed(jwt.SigningMethodRS256, i.stranger,
			fields{"alg": "RS256", "kid": "two", "jku": "http://127.0.0.1:9/keys"}, claims.of(fields{"iss": "published"})),
		"a certificate elsewhere": signed(jwt.SigningMethodRS256, i.stranger, fields{"alg": "RS256", "x5u": "http://127.0.0.1:9/a.pem"},
			claims.of(fields{"iss": "published"})),
		"PS256 for a key for RS256":    signed(jwt.SigningMethodPS256, i.rsa, fields{"alg": "PS256", "kid": "one"}, claims.of(fields{"iss": "published"})),
		"a shared secret, published":   signed(jwt.SigningMethodHS256, key, fields{"alg": "HS256", "kid": "one"}, claims.of(fields{"iss": "published"})),
		"the public key as the secret": signed(jwt.SigningMethodHS256, i.ecPEM, hsHeader, claims.of(fields{"iss": "filed"})),
		"the public key as the secret, trimmed": signed(jwt.SigningMethodHS256, []byte(strings.TrimSpace(string(i.ecPEM))), hsHeader,
			claims.of(fields{"iss": "filed"})),
		"the modulus as the secret": signed(jwt.SigningMethodHS256, i.rsa.N.Bytes(), hsHeader, claims.of(fields{"iss": "published"})),
		"ES256 of zeros": encoded(fields{"alg": "ES256"}) + "." + encoded(claims.of(fields{"iss": "filed"})) + "." +
			base64.RawURLEncoding.EncodeToString(make([]byte, 64)),
		"ES256 as ASN.1":            asn1Signature(i.ec, claims.of(fields{"iss": "filed"})),
		"claims twice: sub":         hs(hsHeader, strings.Replace(string(text), "{", `{"sub":"eve",`, 1)),
		"claims twice: exp":         hs(hsHeader, strings.Replace(string(text), "{", `{"exp":9999999999,`, 1)),
		"claims twice: roles":       hs(hsHeader, strings.Replace(string(text), "{", `{"roles":["ADMIN"],`, 1)),
		"claims twice, one escaped": hs(hsHeader, strings.Replace(string(text), "{", `{"s\u0075b":"eve",`, 1)),
		"alg twice":                 hs(`{"alg":"HS256","alg":"none"}`, claims),
		"kid twice":                 hs(`{"alg":"HS256","kid":"a","kid":"b"}`, claims),
		"crit":                      hs(fields{"alg": "HS256", "crit": []string{"exp"}}, claims),
		"crit, empty":               hs(fields{"alg": "HS256", "crit": []string{}}, claims),
		"b64":                       hs(fields{"alg": "HS256", "b64": false, "crit": []string{"b64"}}, claims),
	}
	for _, alg := range []any{
		"none", "None", "NONE", "nOnE", "", nil, 1, true,
		[]string{"HS256"},
		"hs256", "HS256 ", "RS256", "ES256", "EdDSA",
		"HS1", "../HS256",
	} {
		header := hsHeader.of(fields{"alg": alg})
		all[fmt.Sprintf("alg %#v", alg)] = hs(header, claims)
		all[fmt.Sprintf("alg %#v, no signature", alg)] = encoded(header) + "." + body + "."
	}
	for _, id := range []any{
		"../../../../../dev/null", "one' OR '1'='1", "one\x00", "http://127.0.0.1:9/k", 1,
		[]string{"one"},
		fields{},
		strings.Repeat("k", 3000), "$(id)", "| cat /etc/passwd",
	} {
		all[fmt.Sprintf("kid %.20v", id)] = signed(jwt.SigningMethodRS256, i.stranger, fields{"alg": "RS256", "kid": id},
			claims.of(fields{"iss": "published"}))
	}
	for name, values := range map[string][]any{
		"exp": {nil, now - 61, 0, -1, "9999999999", true, fields{}, 1e300, now - 86400},
		"nbf": {now + 3600, "0", -1, 1e300}, "iat": {now + 3600, "0", []int{}},
		"aud": {nil, "", "Shop", "shop ", "shop,desk", []string{}, []string{"x"}, 1, []any{1, "shop"}, fields{"shop": true}},
		"iss": {nil, "", "Shared", "shared ", "nobody", []string{"shared"}, 1}, "sub": {nil, "", 1, []string{"ada"}, fields{}},
	} {
		for _, value := range values {
			all[fmt.Sprintf("%s %#v", name, value)] = hs(hsHeader, claims.of(fields{name: value}))
		}
	}
	for _, claims := range []string{
		"", "{", "[]", "null", "1", `"text"`, "\xff", "\uFEFF" + string(text), string(text) + "x",
		string(text) + string(text),
	} {
		all[fmt.Sprintf("claims %.40q", claims)] = hs(hsHeader, claims)
	}
	return all
}

// asn1Signature returns a token whose signature has the form of certificates.
func asn1Signature(key *ecdsa.PrivateKey, claims fields) string {
	text := encoded(fields{"alg": "ES256"}) + "." + encoded(claims)
	hash := crypto.SHA256.New()
	_, _ = io.WriteString(hash, text)
	signature, err := ecdsa.SignASN1(rand.Reader, key, hash.Sum(nil))
	if err != nil {
		panic(err)
	}
	return text + "." + base64.RawURLEncoding.EncodeToString(signature)
}
