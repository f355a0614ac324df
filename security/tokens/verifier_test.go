package tokens

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/security"
)

// The keys of these tests, and their time.
var (
	hs     = []byte("a secret of thirty-two bytes or more")
	rsaKey = must(rsa.GenerateKey(rand.Reader, 2048))
	es256  = must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	es384  = must(ecdsa.GenerateKey(elliptic.P384(), rand.Reader))
	ed     = must2(ed25519.GenerateKey(rand.Reader))
	today  = time.Unix(1_800_000_000, 0)
)

func now() time.Time { return today }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func must2[A, B any](_ A, b B, err error) B { return must(b, err) }

func base(b string) string { return base64.RawURLEncoding.EncodeToString([]byte(b)) }

// handmade returns a token with a header and claims as they are, signed with a secret.
func handmade(header, claims string, secret []byte) string {
	text := base(header) + "." + base(claims)
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(text))
	return text + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

const header = `{"alg":"HS256","typ":"JWT"}`

// good are claims that are accepted.
const good = `{"iss":"https://id.example.com","sub":"ada","aud":"shop","exp":1800000060,"iat":1799999999,"roles":["USER"]}`

// issuer has the settings that most of these tests need.
func issuer() Issuer {
	return Issuer{Name: "https://id.example.com", Audience: []string{"shop"}, Secret: hs, Skew: time.Minute, Lifetime: time.Hour}
}

func verifier(t testing.TB, issuers ...Issuer) *Verifier {
	t.Helper()
	v, err := NewVerifier(issuers, now)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestGoodTokens: what has to be accepted is.
func TestGoodTokens(t *testing.T) {
	t.Parallel()
	with := func(change func(*Issuer)) Issuer { i := issuer(); change(&i); return i }
	for name, one := range map[string]struct {
		issuer Issuer
		text   string
	}{
		"as usual":             {issuer(), handmade(header, good, hs)},
		"several audiences":    {issuer(), handmade(header, strings.Replace(good, `"shop"`, `["bank","shop"]`, 1), hs)},
		"parts of seconds":     {issuer(), handmade(header, strings.Replace(good, "1800000060", "1800000060.5", 1), hs)},
		"ended within a skew":  {issuer(), handmade(header, strings.Replace(good, "1800000060", "1799999950", 1), hs)},
		"issued within a skew": {issuer(), handmade(header, strings.Replace(good, "1799999999", "1800000050", 1), hs)},
		"nobody's audience":    {with(func(i *Issuer) { i.Audience = nil }), handmade(header, good, hs)},
		"an access token":      {issuer(), handmade(`{"alg":"HS256","typ":"at+jwt","kid":"../../etc/passwd"}`, good, hs)},
		"a long type":          {issuer(), handmade(`{"alg":"HS256","typ":"application/AT+JWT"}`, good, hs)},
		"a type of one issuer": {issuer(), handmade(`{"alg":"HS256","typ":"application/okta-internal-at+jwt"}`, good, hs)},
		"no type":              {issuer(), handmade(`{"alg":"HS256"}`, good, hs)},
		// A key in a header is not looked at.
		"a key of its own": {issuer(), handmade(`{"alg":"HS256","jku":"https://evil.example.com/keys","jwk":{"kty":"oct","k":"AA"}}`, good, hs)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			token, err := verifier(t, one.issuer).Verify(t.Context(), one.text)
			if err != nil {
				t.Fatal(err)
			}
			if token.Subject != "ada" || token.Issuer != "https://id.example.com" || !strings.Contains(token.Claims, `"roles":["USER"]`) {
				t.Errorf("%+v", token)
			}
		})
	}
}

// TestExampleOfTheStandard: RFC 7515, A.1.
func TestExampleOfTheStandard(t *testing.T) {
	t.Parallel()
	secret := must(base64.RawURLEncoding.DecodeString("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"))
	v, err := NewVerifier([]Issuer{{Name: "joe", Secret: secret}}, func() time.Time { return time.Unix(1300819379, 0) })
	if err != nil {
		t.Fatal(err)
	}
	const text = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." +
		"eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	token, err := v.Verify(t.Context(), text)
	if err != nil || token.Issuer != "joe" || token.Ends.Unix() != 1300819380 {
		t.Errorf("%+v, %v", token, err)
	}
}

// TestBadTokens: each is refused, with words that may be shown.
func TestBadTokens(t *testing.T) {
	t.Parallel()
	public := string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: must(x509.MarshalPKIXPublicKey(rsaKey.Public()))}))
	byRSA := Issuer{Name: "https://id.example.com", Audience: []string{"shop"}, Private: rsaKey}
	claim := func(old, replacement string) string {
		return handmade(header, strings.Replace(good, old, replacement, 1), hs)
	}
	signed := handmade(header, good, hs)
	parts := strings.Split(signed, ".")
	many := ""
	for i := range 40 {
		many += fmt.Sprintf(`"c%d":%d,`, i, i)
	}
	for name, one := range map[string]struct {
		issuer Issuer
		text   string
		want   string
	}{
		"none":                            {issuer(), base(`{"alg":"none"}`) + "." + base(good) + ".", "signature"},
		"None":                            {issuer(), base(`{"alg":"None"}`) + "." + base(good) + ".", "signature"},
		"none with a signature":           {issuer(), handmade(`{"alg":"none"}`, good, hs), "signature"},
		"no algorithm":                    {issuer(), handmade(`{}`, good, hs), "signature"},
		"an algorithm that is a list":     {issuer(), handmade(`{"alg":["HS256"]}`, good, hs), "signature"},
		"hs256":                           {issuer(), handmade(`{"alg":"hs256"}`, good, hs), "signature"},
		"HS512 is not pinned":             {issuer(), must(jwt.NewWithClaims(jwt.SigningMethodHS512, &claims{text: good}).SignedString(hs)), "signature"},
		"a public key as secret":          {byRSA, handmade(header, good, []byte(public)), "signature"},
		"a public key as secret, trimmed": {byRSA, handmade(header, good, []byte(strings.TrimSpace(public))), "signature"},
		"RS256 for a secret": {
			issuer(), must(jwt.NewWithClaims(jwt.SigningMethodRS256, &claims{text: good}).SignedString(rsaKey)),
			"signature",
		},
		"ES256 for RSA":                   {byRSA, must(jwt.NewWithClaims(jwt.SigningMethodES256, &claims{text: good}).SignedString(es256)), "signature"},
		"another secret":                  {issuer(), handmade(header, good, []byte("another secret of thirty-two bytes")), "signature"},
		"an empty secret":                 {issuer(), handmade(header, good, nil), "signature"},
		"no signature":                    {issuer(), parts[0] + "." + parts[1] + ".", "signature"},
		"half a signature":                {issuer(), signed[:len(signed)-23], "signature"},
		"other claims":                    {issuer(), parts[0] + "." + base(strings.Replace(good, "USER", "ADMIN", 1)) + "." + parts[2], "signature"},
		"another header":                  {issuer(), base(`{"typ":"JWT","alg":"HS256"}`) + "." + parts[1] + "." + parts[2], "signature"},
		"ended":                           {issuer(), claim("1800000060", "1799999900"), "expired"},
		"ended long ago":                  {issuer(), claim("1800000060", "0"), "expired"},
		"no end":                          {issuer(), claim(`"exp":1800000060,`, ""), "lacks one of the claims"},
		"an end that is a text":           {issuer(), claim("1800000060", `"1800000060"`), "malformed"},
		"an end that is null":             {issuer(), claim("1800000060", `null`), "malformed"},
		"an end beyond all":               {issuer(), claim("1800000060", "1e400"), "malformed"},
		"a negative end":                  {issuer(), claim("1800000060", "-1"), "malformed"},
		"not yet":                         {issuer(), claim(`"iat"`, `"nbf":1800000100,"iat"`), "not valid yet"},
		"issued tomorrow":                 {issuer(), claim("1799999999", "1800080000"), "not valid yet"},
		"another issuer":                  {issuer(), claim("id.example.com", "evil.example.com"), "issuer"},
		"an issuer with a slash":          {issuer(), claim("id.example.com", "id.example.com/"), "issuer"},
		"no issuer":                       {issuer(), claim(`"iss":"https://id.example.com",`, ""), "lacks one of the claims"},
		"an issuer that is a list":        {issuer(), claim(`"https://id.example.com"`, `["https://id.example.com"]`), "malformed"},
		"another audience":                {issuer(), claim(`"shop"`, `"bank"`), "another audience"},
		"no audience":                     {issuer(), claim(`"aud":"shop",`, ""), "lacks one of the claims"},
		"an audience that is a number":    {issuer(), claim(`"shop"`, `7`), "malformed"},
		"an audience of objects":          {issuer(), claim(`"shop"`, `[{"shop":true}]`), "malformed"},
		"a subject that is a number":      {issuer(), claim(`"ada"`, `7`), "malformed"},
		"a claim twice":                   {issuer(), claim(`"sub":"ada"`, `"sub":"ada","sub":"root"`), "malformed"},
		"a claim twice, escaped":          {issuer(), claim(`"sub":"ada"`, `"sub":"ada","s\u0075b":"root"`), "malformed"},
		"an algorithm twice":              {issuer(), handmade(`{"alg":"HS256","alg":"none"}`, good, hs), "malformed"},
		"a critical header":               {issuer(), handmade(`{"alg":"HS256","crit":["b64"],"b64":false}`, good, hs), "malformed"},
		"of a log-out":                    {issuer(), handmade(`{"alg":"HS256","typ":"logout+jwt"}`, good, hs), "another purpose"},
		"of a security event":             {issuer(), handmade(`{"alg":"HS256","typ":"application/secevent+jwt"}`, good, hs), "another purpose"},
		"of a proof":                      {issuer(), handmade(`{"alg":"HS256","typ":"dpop+jwt"}`, good, hs), "another purpose"},
		"of a type that is a list":        {issuer(), handmade(`{"alg":"HS256","typ":["JWT"]}`, good, hs), "another purpose"},
		"of a type that is empty":         {issuer(), handmade(`{"alg":"HS256","typ":""}`, good, hs), "another purpose"},
		"claims that are a list":          {issuer(), handmade(header, `[1]`, hs), "malformed"},
		"claims that are null":            {issuer(), handmade(header, `null`, hs), "malformed"},
		"a claim twice, after many":       {issuer(), handmade(header, `{"exp":1800000060,`+many+`"exp":1900000000}`, hs), "malformed"},
		"another claim twice, after many": {issuer(), handmade(header, `{`+many+`"exp":1800000060,"exp":1900000000}`, hs), "malformed"},
		"a line break":                    {issuer(), parts[0] + "." + parts[1] + "\n." + parts[2], "malformed"},
		"a signature of another length": {
			Issuer{Private: es256},
			must(must(NewSigner([]Issuer{{Private: es256}}, now)).Sign(`{}`, 0)) + "AA",
			"signature",
		},
		"claims that are no JSON":  {issuer(), handmade(header, `{"sub":`, hs), "malformed"},
		"claims with a tail":       {issuer(), handmade(header, good+good, hs), "malformed"},
		"a header that is no JSON": {issuer(), handmade(`{`, good, hs), "malformed"},
		"nothing":                  {issuer(), "", "malformed"},
		"dots":                     {issuer(), "..", "malformed"},
		"four parts":               {issuer(), signed + ".x", "malformed"},
		"two parts":                {issuer(), parts[0] + "." + parts[1], "malformed"},
		"padding":                  {issuer(), parts[0] + "=." + parts[1] + "." + parts[2], "malformed"},
		"other base64":             {issuer(), strings.Replace(signed, ".", "+.", 1), "malformed"},
		"encrypted":                {issuer(), base(`{"alg":"dir","enc":"A256GCM"}`) + "..AAAA.AAAA.AAAA", "malformed"},
		"8 KiB and a byte":         {issuer(), strings.Repeat("a", 8<<10+1), "too long"},
		"a zero byte":              {issuer(), "\x00" + signed, "malformed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			token, err := verifier(t, one.issuer).Verify(t.Context(), one.text)
			refused, ok := errors.AsType[*security.BadCredentials](err)
			if !ok || !strings.Contains(refused.Public, one.want) {
				t.Errorf("%+v, %v", token, err)
			}
		})
	}
}

// TestSeveralIssuers: a token is checked by the rules of its own issuer.
func TestSeveralIssuers(t *testing.T) {
	t.Parallel()
	other := Issuer{Name: "https://other.example.com", Private: es256}
	v := verifier(t, issuer(), other)
	sign := func(i Issuer, claims string) string {
		return must(must(NewSigner([]Issuer{i}, now)).Sign(claims, time.Minute))
	}
	for text, want := range map[string]string{
		sign(issuer(), `{"sub":"ada"}`):                        "ada",
		sign(other, `{"sub":"bob"}`):                           "bob",
		sign(other, `{"iss":"https://id.example.com"}`):        "",
		sign(issuer(), `{"iss":"https://other.example.com"}`):  "",
		sign(other, `{"iss":"https://nobody.example.com"}`):    "",
		handmade(header, `{"sub":"eve","exp":1800000060}`, hs): "",
		handmade(header, `["https://id.example.com"]`, hs):     "",
		base(header) + ".***." + base("x"):                     "",
	} {
		token, err := v.Verify(t.Context(), text)
		if _, refused := errors.AsType[*security.BadCredentials](err); refused != (want == "") || !refused && token.Subject != want {
			t.Errorf("%+v, %v, want %q", token, err, want)
		}
	}
}

// TestSigned: what is signed is accepted, whatever the key.
func TestSigned(t *testing.T) {
	t.Parallel()
	for _, key := range []crypto.Signer{nil, rsaKey, es256, es384, ed} {
		i := issuer()
		if i.ID = "first"; key != nil {
			i.Secret, i.Private = nil, key
		}
		signer := must(NewSigner([]Issuer{{Name: "https://other.example.com", Public: es256.Public()}, i}, now))
		text, err := signer.Sign(`{ "sub": "ada", "roles": ["USER"] }`, 0)
		if err != nil {
			t.Fatal(err)
		}
		token, err := verifier(t, i).Verify(t.Context(), text)
		if err != nil || token.Subject != "ada" || token.Ends != today.Add(time.Hour) || !strings.Contains(token.Claims, `"aud":"shop"`) ||
			!strings.Contains(token.Claims, `"iat":1800000000`) {
			t.Errorf("%T: %+v, %v", key, token, err)
		}
	}
	signer := must(NewSigner([]Issuer{{Secret: hs, Audience: []string{"a", "b"}}}, now))
	for claims, want := range map[string]string{
		`{}`:  `{"aud":["a","b"],"exp":1800000060,"iat":1800000000}`,
		`{ }`: `{"aud":["a","b"],"exp":1800000060,"iat":1800000000}`,
		`{"iss":"me","aud":"you","iat":1,"exp":2}`: `{"iss":"me","aud":"you","iat":1,"exp":2}`,
	} {
		text, err := signer.Sign(claims, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(must(base64.RawURLEncoding.DecodeString(strings.Split(text, ".")[1]))); got != want {
			t.Errorf("%s: %s", claims, got)
		}
	}
	for _, wrong := range []string{`[]`, `null`, `7`, `{`, `{"exp":"soon"}`, `{"a":1,"a":2}`, `{"a":"` + strings.Repeat("x", 8<<10) + `"}`} {
		if text, err := signer.Sign(wrong, time.Minute); err == nil {
			t.Errorf("%.40s: %s", wrong, text)
		}
	}
	if signer, err := NewSigner([]Issuer{{Public: es256.Public()}}, now); signer != nil || err != nil {
		t.Errorf("%v, %v", signer, err)
	}
}

func TestIssuersThatCannotBe(t *testing.T) {
	t.Parallel()
	small := must(rsa.GenerateKey(rand.Reader, 1024))
	p224 := must(ecdsa.GenerateKey(elliptic.P224(), rand.Reader))
	for want, issuers := range map[string][]Issuer{
		"no key":            {{Name: "a"}},
		"at least 32 bytes": {{Name: "a", Secret: []byte("short")}},
		"at least 64 bytes": {{Name: "a", Secret: hs, Algorithms: []string{"HS512"}}},
		"does not fit":      {{Name: "a", Secret: hs, Algorithms: []string{"RS256"}}},
		"none":              {{Name: "a", Secret: hs, Algorithms: []string{"none"}}},
		"ES384":             {{Name: "a", Private: es256, Algorithms: []string{"ES384"}}},
		"2048 bits":         {{Name: "a", Private: small}},
		"no algorithm":      {{Name: "a", Private: p224}},
		"twice":             {{Name: "a", Secret: hs}, {Name: "a", Private: es256}},
		"HS256":             {{Name: "a", Keys: &KeySet{}, Algorithms: []string{"HS256"}}},
	} {
		if _, err := NewVerifier(issuers, now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func FuzzVerify(f *testing.F) {
	f.Add(handmade(header, good, hs))
	f.Add(handmade(`{"alg":"none"}`, good, hs))
	f.Add("a.b.c")
	v := verifier(f, issuer())
	valid := handmade(header, good, hs)
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := v.Verify(t.Context(), text); err == nil && text != valid {
			t.Errorf("%q is accepted", text)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	for name, i := range map[string]Issuer{"HS256": issuer(), "ES256": {Private: es256}, "RS256": {Private: rsaKey}, "EdDSA": {Private: ed}} {
		b.Run(name, func(b *testing.B) {
			text := must(must(NewSigner([]Issuer{i}, now)).Sign(`{"sub":"ada","roles":["USER"],"scope":"a b"}`, time.Minute))
			v := verifier(b, i)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := v.Verify(b.Context(), text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
