package security

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
)

// read reads settings in a folder, and returns what is wrong with them.
func read(t *testing.T, folder, text string) (Settings, string) {
	t.Helper()
	props, problems := config.Load(fstest.MapFS{"config/application.yml": &fstest.MapFile{Data: []byte(text)}}, config.Options{})
	if len(problems.Errors()) > 0 {
		t.Fatal(problems)
	}
	r := props.Reader()
	s := Read(r, folder)
	var all []string
	for _, problem := range r.Problems() {
		all = append(all, problem.Message)
	}
	return s, strings.Join(all, "\n")
}

// TestHeadersOfSettings: nosniff without the section, all of them with it, and each can be left out.
func TestHeadersOfSettings(t *testing.T) {
	all := host.Protections{
		HSTS: "max-age=31536000; includeSubDomains", Frame: "DENY", ContentType: "nosniff", Referrer: "same-origin", CSP: "default-src 'self'",
	}
	for text, want := range map[string]host.Protections{
		`session: { enabled: false }`:              {ContentType: "nosniff"},
		`headers: { enabled: false, frame: deny }`: {},
		`headers: { enabled: auto }`:               all,
		`headers: { enabled: true }`:               all,
		`headers: { hsts: auto, frame: deny, content-type: nosniff, referrer: same-origin, csp: "default-src 'self'" }`: all,
		`headers: { hsts: "max-age=60", frame: sameorigin, content-type: off, referrer: off, csp: off }`: {
			HSTS:  "max-age=60",
			Frame: "SAMEORIGIN",
		},
		`headers: { hsts: off, frame: off, referrer: no-referrer, csp: "img-src *" }`: {ContentType: "nosniff", Referrer: "no-referrer", CSP: "img-src *"},
	} {
		if s, problems := read(t, t.TempDir(), "security: { "+text+" }"); s.Protections != want || problems != "" {
			t.Errorf("%s: %+v, %s", text, s.Protections, problems)
		}
	}
}

// TestCredentialsOfSettings: which credentials are looked at, and which realm clients see.
func TestCredentialsOfSettings(t *testing.T) {
	for text, want := range map[string]string{
		`security: { csrf: auto }`:                                                     "false false Zo--s shop",
		`security: { api-keys: { cache: 1s } }`:                                        "true false Zo--s shop",
		`{ security: { basic: { enabled: true } }, framework.application.name: desk }`: "false true desk",
		`security: { basic: { enabled: true, realm: 'a "b"' } }`:                       `false true a "b"`,
	} {
		s, problems := read(t, "/apps/Zo\u00eb\u2019s shop", text)
		if got := fmt.Sprint(s.APIKeys.Enabled, s.Basic.Enabled, " ", s.Basic.realm); got != want || problems != "" {
			t.Errorf("%s: %s, not %s; %s", text, got, want, problems)
		}
		if s.KnowsSomebody() != (s.APIKeys.Enabled || s.Basic.Enabled) {
			t.Errorf("%s: %v knows somebody", text, s.KnowsSomebody())
		}
	}
}

// TestMistakesInSettings: each is told with its key.
func TestMistakesInSettings(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "text.pem"), []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`jwt: { issuer: a }`:                  "security.jwt has no key",
		`jwt: [{ issuer: a, secret: short }]`: "a secret for HS256 has at least 32 bytes",
		`jwt: [{ secret: "0123456789abcdef0123456789abcdef", jwks-url: "https://a.example.com/k" }]`:            "is set in addition to secret",
		`jwt: [{ secret: "0123456789abcdef0123456789abcdef", algorithms: [none] }]`:                             "none does not fit the key",
		`jwt: [{ secret: "0123456789abcdef0123456789abcdef", algorithms: [RS256] }]`:                            "RS256 does not fit the key",
		`jwt: [{ secret: "0123456789abcdef0123456789abcdef" }, { secret: "0123456789abcdef0123456789abcdeg" }]`: "is listed twice",
		`jwt: { public-key: gone.pem }`:                                  "security.jwt.public-key is not a key",
		`jwt: { public-key: text.pem }`:                                  "it is no PEM",
		`jwt: { jwks-url: "file:///etc/passwd" }`:                        "must be the URL of a key set",
		`oidc: { a: { issuer: "https://a.example.com", client-id: a } }`: "security.oidc needs sessions",
		`session: { enabled: true, cookie: { same-site: Strict } }, oidc: { a: { issuer: ` +
			`"https://a.example.com", client-id: a } }`: "security.session.cookie.same-site must not be Strict",
		`session: { enabled: true }, oidc: { a: { client-id: a } }`:                                                   "issuer",
		`session: { enabled: true }, oidc: { a: { issuer: "https://a.example.com" } }`:                                "client-id",
		`session: { enabled: true }, oidc: { a: { issuer: "a.example.com", client-id: a } }`:                          "must be the URL of a provider",
		`session: { enabled: true }, oidc: { a: { issuer: "https://a.example.com?x", client-id: a } }`:                "must be the URL of a provider",
		`session: { enabled: true }, oidc: { a: { issuer: "https://a.example.com", client-id: a, scopes: [email] } }`: "must contain openid",
		`session: { enabled: true }, oidc: { a: { issuer: "https://a.example.com", client-id: a, home: "//b" } }`:     "must be a path of the application",
		`session: { enabled: true }, oidc: { a: { issuer: "https://a.example.com", ` +
			`client-id: a, redirect-uri: /back } }`: "must be the URL of the callback",
		`session: { enabled: true }, oidc: { "a/b": { issuer: "https://a.example.com", client-id: a } }`: "cannot be part of a path",
		`roles: { A: [B], B: [A] }`:                                 "A includes itself",
		`rules: [{ roles: [A] }]`:                                   "path",
		`rules: [{ path: admin, roles: [A] }]`:                      "a pattern begins with a slash",
		`rules: [{ path: /a/**/b, roles: [A] }]`:                    "** is the last segment",
		`rules: [{ path: /a }]`:                                     "must demand exactly one thing",
		`rules: [{ path: /a, permit: true, authenticated: true }]`:  "must demand exactly one thing",
		`rules: [{ path: /a, permit: false }]`:                      "must demand exactly one thing",
		`headers: { csp: "default-src 'self'\r\nSet-Cookie: a=b" }`: "security.headers.csp has a character that a header cannot have",
		`headers: { csp: "default-src 'self';\n" }`:                 "security.headers.csp has a character that a header cannot have",
		`headers: { csp: "default-src \u00e9" }`:                    "security.headers.csp has a character that a header cannot have",
		`headers: { csp: "" }`:                                      "security.headers.csp is empty",
		`headers: { hsts: "max-age=1\nX: y" }`:                      "security.headers.hsts has a character that a header cannot have",
		`headers: { hsts: includeSubDomains }`:                      "security.headers.hsts does not say for how long",
		`headers: { frame: everybody }`:                             "security.headers.frame must be one of",
		`headers: { frame: "deny\nX: y" }`:                          "security.headers.frame must be one of",
		`headers: { referrer: nobody }`:                             "security.headers.referrer must be one of",
		`headers: { content-type: sniff }`:                          "security.headers.content-type must be one of",
		`api-keys: { header: "X Key" }`:                             "security.api-keys.header is not a header for keys",
		`api-keys: { header: "X-Key\r\nA: b" }`:                     "security.api-keys.header is not a header for keys",
		`api-keys: { header: "" }`:                                  "security.api-keys.header is not a header for keys",
		`api-keys: { header: authorization }`:                       "security.api-keys.header is not a header for keys",
		`api-keys: { header: Cookie }`:                              "security.api-keys.header is not a header for keys",
		`api-keys: { cache: soon }`:                                 "security.api-keys.cache must be a duration",
		`basic: { enabled: perhaps }`:                               "security.basic.enabled must be true or false",
		`basic: { realm: "a\nb" }`:                                  "security.basic.realm has a character that a header cannot have",
		`session: { enabled: true, datasource: main }`:              "security.session.datasource needs security.session.secret",
		`headers: { enabled: perhaps }`:                             "security.headers.enabled must be one of",
	} {
		if _, got := read(t, folder, "security: { "+text+" }"); !strings.Contains(got, want) {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
	s, got := read(t, folder, `security: { jwt: { secret: "0123456789abcdef0123456789abcdef" }, rules: [{ path: "/a/**", `+
		`scopes: [b], methods: [get] }] }`)
	if got != "" || s.rules == nil {
		t.Fatalf("%q, %v", got, s.rules)
	}
	if demand, found := s.rules.Demand("HEAD", "/a"); !found || demand.String() != "SCOPE_b" {
		t.Errorf("%v, %v", demand, found)
	}
}

// TestSchemes: a document says of each way to be known, and of no other, how it is sent.
func TestSchemes(t *testing.T) {
	for text, want := range map[string]string{
		``: "",
		`session: { enabled: true }, api-keys: { header: X-Key }, basic: { enabled: true }`: "apiKey X-Key,basic ,session SID",
		`jwt: { secret: 0123456789abcdef0123456789abcdef }`:                                 "bearer ",
	} {
		s, problems := read(t, t.TempDir(), "security: { "+text+" }")
		var got []string
		for _, one := range s.Schemes() {
			got = append(got, one.Name+" "+one.Sent)
		}
		if strings.Join(got, ",") != want || problems != "" {
			t.Errorf("%s: %q, want %q; %s", text, got, want, problems)
		}
	}
}
