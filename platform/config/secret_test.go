package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/fault"
)

func TestIsSecret(t *testing.T) {
	for _, key := range []string{
		"datasource[0].password", "db.userPassword", "DB_PASSWORD", "client-secret", "accessToken", "tokens[0]", "credentials.user",
		"api.key", "apiKey", "api_key", "apikey", "keys.public", "auth", "oauth2.url", "http.authorization", "db.dsn", "sessionCookie",
		"session.timeout", "labels[my.secret]", "PWD", "issuer.jwt", "jwt.issuer", "my.security.jwt.issuer", "SECURITY_JWT_ISSUER",
		"security.jwt[0].secret", "security.jwt.public-key", "management.auth.token", "http.clients.shop.auth.bearer",
		"http.clients.shop.auth.basic.password", "security.session.secret",
		"security.jwt.issuer.token",
	} {
		if !IsSecret(key) {
			t.Errorf("%s is no secret", key)
		}
	}
	for _, key := range []string{
		"server.port", "users.author", "monkey", "keyboard", "authority", "users.pageSize", "compass", "", "datasource[0].url",
		"security.jwt[0].issuer", "security.jwt.issuer", "security.jwt[1].audience[0]", "SECURITY.JWT.ISSUER", "security.jwt.jwksUrl",
		"management.auth.username", "http.clients.shop.auth.basic.username",
		"framework.mcp.oauth.authorizationServers[0]", "security.session.cookie.name", "security.session.ttl",
		"server.cors.credentials", "server.cors.paths[0].credentials", "framework.sql.violations.foreign-key", "security.csrf",
	} {
		if IsSecret(key) {
			t.Errorf("%s is a secret", key)
		}
	}
}

// TestSecretKeys: a key whose last word is that of a secret is declared as one, unless its values are few.
func TestSecretKeys(t *testing.T) {
	for _, k := range Keys() {
		all := words(k.Name)
		if looks := isSecretWord(all[len(all)-1]) && k.Type == TypeText && k.Choices == nil; looks != k.Secret {
			t.Errorf("%s: Secret is %v", k.Name, k.Secret)
		}
	}
}

func TestMask(t *testing.T) {
	for _, tt := range [][3]string{
		{"db.password", "hush", masked},
		{"server.port", "8080", "8080"},
		{"db.url", "postgres://ann:hush@host/db?x=1", "postgres://ann:" + masked + "@host/db?x=1"},
		{"db.url", "postgres://:hu@sh@host/db", "postgres://:" + masked + "@host/db"},
		{"db.url", "http://host:80/a@b", "http://" + "host:" + masked + "@b"},
		{"db.url", "http://host:80/a", "http://host:80/a"},
	} {
		if got := Mask(tt[0], tt[1]); got != tt[2] {
			t.Errorf("Mask(%s, %s) = %s, want %s", tt[0], tt[1], got, tt[2])
		}
	}
}

// TestMaskLine: a line may be shown because its URL is wrong, and so be no URL.
func TestMaskLine(t *testing.T) {
	for text, want := range map[string]string{
		`hosts: ["me:geheim@127.0.0.1:9200"]`:          `hosts: ["me:******@127.0.0.1:9200"]`,
		`hosts: [me:geheim@127.0.0.1:9200]`:            `hosts: [me:******@127.0.0.1:9200]`,
		`hosts: ["http://me:ge heim@a", "http://b:1"]`: `hosts: ["http://me:******@a", "http://b:1"]`,
		`hosts: http://me:ge%zz@heim@a`:                `hosts: http://me:******@a`,
		`url: http://a:9200/x`:                         `url: http://a:9200/x`,
		`contact: ada@example.com`:                     `contact: ada@example.com`,
	} {
		if got := maskLine(text); got != want {
			t.Errorf("%s is shown as %s, want %s", text, got, want)
		}
	}
}

func TestSecretsTravelWithReferences(t *testing.T) {
	p := load(t, folder("application.yml", `
db: {password: hush1}
plain: &p {pin: 1}
login: {token: &t hush2}
conn: "user=x pw=${db.password}"
copy: ${db}
again: ${conn}
alias: *t
variable: $env.API_TOKEN || none
open: ${plain}
`), Options{Env: []string{"API_TOKEN=hush3"}})
	for _, v := range p.All() {
		if strings.Contains(v.Shown(), "hush") {
			t.Errorf("%s shows %s", v.Key, v.Shown())
		}
	}
	for key, shown := range map[string]string{
		"conn": masked, "copy.password": masked, "again": masked, "alias": masked,
		"variable": masked, "open.pin": "1",
	} {
		if v, _ := p.Lookup(key); v.Shown() != shown {
			t.Errorf("%s is shown as %s, want %s", key, v.Shown(), shown)
		}
	}
}

// TestProblemsNeverTellSecrets makes each kind of mistake in or beside a secret value.
func TestProblemsNeverTellSecrets(t *testing.T) {
	files := []string{
		"password: hush ${nope}\n",
		"password: ${a:hush\n",
		"password: *hush\n",
		"password: !hush x\n",
		"password: @hush\n",
		"password: \"\\hush\"\n",
		"password: \"hush\n",
		"password: 'hush\n",
		"password: {hush\n",
		"password: [hush\n",
		"password: hush: x\n",
		"password:hush\na: 1\n",
		"a: 1\npassword hush\n",
		"a: 1\n- password:hush\n",
		"password: |\n  hush\n hush\nb: 1\n",
		"password:\n  - hush\n  hush\n",
		"password: hush\npassword: hush2\n",
		"a: {password: hush, b: }}\n",
		"a: {b: \"${nope}\", apiKey: 'hush'}\n",
		"a: [{token: hush}, *nope]\n",
		"credentials:\n  user: hush\n  user: hush\n",
		"server: {port: x}\nurl: \"http://ann:hush@${nope}/\"\n",
		"server:\n  port: ${db.password}\ndb.password: hush\n",
		"server: {port: $env.MY_SECRET}\n",
		"private-key: |\n    hush\n   hush: [\n",
		"a: \"${b${db.password}}\"\ndb.password: hush\n",
		"b: \"x${c}\"\nc: {password: hush}\n",
	}
	for _, text := range files {
		t.Run(text, func(t *testing.T) {
			p, problems := Load(folder("application.yml", text), Options{Env: []string{"MY_SECRET=hush"}})
			r := reading(p, Key{Name: "server.port", Type: TypeInt}, Key{Name: "password", Type: TypeInt}, Key{Name: "credentials", Type: TypeInt})
			r.Int("server.port")
			r.Int("password")
			r.Int("credentials")
			list := reading(p, Key{Name: "password", Type: TypeList})
			list.Strings("password")
			all := slices.Concat(problems, r.Problems(), list.Problems())
			if len(all) == 0 {
				t.Fatal("no problems")
			}
			if told := fmt.Sprintf("%+v", all); strings.Contains(told, "hush") {
				t.Error(told)
			}
			_, problem := p.Expand("${nope.${db.password:}}", fault.Place{})
			if told := fmt.Sprintf("%+v", problem); strings.Contains(told, "hush") {
				t.Error(told)
			}
		})
	}
}

// TestPlainBelowSecrets: values of documented keys that only their section makes look secret are shown, and what is beside them is not.
func TestPlainBelowSecrets(t *testing.T) {
	p, problems := Load(folder("application.yml", `
security: { jwt: [{ issuer: issuer-a, secret: zq9zq9, audience: [audience-b] }] }
management.auth: { username: user-c, password: zq9 }
credentials: { user: zq9 }
http: { clients: { shop: { auth: { basic: { username: user-d, password: zq9 } } } } }
`), Options{})
	if len(problems.Errors()) > 0 {
		t.Fatal(problems)
	}
	for key, want := range map[string]string{
		"security.jwt[0].issuer": "issuer-a", "security.jwt[0].audience[0]": "audience-b", "security.jwt[0].secret": masked,
		"management.auth.username": "user-c",
		"management.auth.password": masked, "credentials.user": masked, "http.clients.shop.auth.basic.username": "user-d",
		"http.clients.shop.auth.basic.password": masked,
	} {
		if v, _ := p.Lookup(key); v.Harmless() != want || v.Shown() != want {
			t.Errorf("%s is shown as %v, %s", key, v.Harmless(), v.Shown())
		}
	}
}
