package config_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/platform/config"
)

func TestHarmless(t *testing.T) {
	tests := []struct{ key, text, want string }{
		{"mail.host", "mail.example.com", "mail.example.com"},
		{"mail.password", "hunter2", "******"},
		{"db.url", "postgres://app:hunter2@db.example.com:5432/shop?sslmode=require", "postgres://app:******@db.example.com:5432/shop?sslmode=require"},
		{"db.url", `postgres://app:hun'ter "2/@db/shop`, "postgres://app:******@db/shop"},
		{"db.url", "postgres://db/shop?user=app&password=hunter2&sslmode=off", "postgres://db/shop?user=app&password=******&sslmode=off"},
		{"db.url", "app:hunter2@tcp(db:3306)/shop", "app:******@tcp(db:3306)/shop"},
		{"db.dsn2", "host=db user=app password=hunter2", "host=db user=app password=******"},
		{"db.text", `{"url":"x","credentials":{"password":"hunter2"},"port":1}`, `{"url":"x","credentials":{"password":******},"port":1}`},
		{"header", "Authorization: Bearer hunter2", "Authorization: ******"},
		{"options", "--user app --password hunter2 --verbose", "--user app --password ****** --verbose"},
		{"options", "-Dspring.password=hunter2", "-Dspring.password=******"},
		{"pem", "-----BEGIN RSA PRIVATE KEY-----\nhunter2\n-----END RSA PRIVATE KEY-----", "******"},
		{"jwt2", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.hunter2", "******"},
		{"page", "http://127.0.0.1:8080/a?b=c", "http://127.0.0.1:8080/a?b=c"},
		{"mail.from", "shop@example.com", "shop@example.com"},
		{"format", "15:04:05", "15:04:05"},
		{"monkey", "author=me", "author=me"},
	}
	for _, test := range tests {
		if got := config.Harmless(test.key, test.text); got != test.want {
			t.Errorf("%s: %s: %s, want %s", test.key, test.text, got, test.want)
		}
	}
}

// TestHarmlessKnowsTokens: what looks like a token is masked whatever its key is, wherever it stands; what only begins like one is not.
func TestHarmlessKnowsTokens(t *testing.T) {
	twenty := strings.Repeat("a1B2c3D4", 5) // so that no scanner takes the test for a leak
	for _, begin := range []string{
		"ghp_", "github_pat_", "glpat-", "sk_live_", "rk_test_", "whsec_", "xoxb-", "AIza", "npm_", "pypi-", "dckr_pat_", "hf_", "sk-", "sk-proj-",
		"SG." + twenty + ".",
	} {
		token := begin + twenty[:36]
		for _, text := range []string{"#", "use # here", "https://example.com/hook/#", "[#]"} {
			if got, want := config.Harmless("shop.label", strings.ReplaceAll(text, "#", token)),
				strings.ReplaceAll(text, "#", "******"); !strings.HasPrefix(got, want[:len(want)-1]) || strings.Contains(got, twenty[4:20]) {
				t.Errorf("%s in %s: %s", begin, text, got)
			}
		}
	}
	if got := config.Harmless("shop.label", "AK"+"IA"+strings.Repeat("A1", 8)); got != "******" {
		t.Error(got)
	}
	for _, text := range []string{
		"ghp_short", "task-" + twenty, "disk-usage-of-the-folder-of-uploads", "pk_live_" + twenty, "AKIA", "SG.a.b",
		"npm_config", "hf_", "sk-learn",
	} {
		if got := config.Harmless("shop.label", text); got != text {
			t.Errorf("%s became %s", text, got)
		}
	}
}

func TestSources(t *testing.T) {
	files := fstest.MapFS{
		"config/application.yml": {Data: []byte(`
propertySources:
  - { name: local, provider: env, file: .env, optional: true }
  - { name: more, provider: properties, file: more.properties, prefix: more }
app: { name: shop, port: 80, empty: null, list: [a, "${app.name}"], none: [] }
db: { password: hunter2, url: "postgres://app:${db.password}@db/shop", fallback: "${db.token:hunter2}" }
`)},
		"config/application-dev.yml": {Data: []byte("app: { port: 81 }\n")},
		".env":                       {Data: []byte("APP_NAME=shop-2\nAPI_TOKEN=hunter2\n")},
		"more.properties":            {Data: []byte("size=7\n")},
	}
	props, problems := config.Load(files, config.Options{
		Profile: "dev", Env: []string{"B=2", "A=1", "SERVER_PORT=8081"}, Flags: map[string]string{"server.port": "8082"},
	})
	if len(problems.Errors()) > 0 {
		t.Fatal(problems)
	}
	var names []string
	values := map[string]any{}
	for _, s := range props.Sources() {
		name := s.Name
		if name == "" {
			name = s.Kind.String()
		}
		names = append(names, name)
		for _, p := range s.Properties {
			values[name+" "+p.Key] = p.Value
		}
	}
	if got := strings.Join(names, " "); got != "flag environment more local config/application-dev.yml config/application.yml default" {
		t.Error(got)
	}
	for key, want := range map[string]any{
		"flag server.port": "8082", "flag framework.profile": "dev", "environment SERVER_PORT": "8081", "environment A": "1",
		"more more.size": int64(7), "local APP_NAME": "shop-2", "local API_TOKEN": "******",
		"config/application-dev.yml app.port": int64(81), "config/application.yml app.port": int64(80),
		"config/application.yml app.name": "shop", "config/application.yml app.empty": nil, "config/application.yml app.list[0]": "a",
		"config/application.yml app.list[1]": "shop-2", "config/application.yml app.none": "",
		"config/application.yml db.password": "******", "config/application.yml db.url": "******", "config/application.yml db.fallback": "******",
		"default server.port": int64(8080),
	} {
		if got, has := values[key]; got != want || !has {
			t.Errorf("%s: %v, want %v", key, got, want)
		}
	}
	if !config.SpellsKey("SERVER_PORT", "server.port") || config.SpellsKey("SERVER", "server.port") || !config.SameKey("a.bC", "a.b-c") {
		t.Error("spellings of keys")
	}
}
