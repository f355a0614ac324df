package app

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The secrets of the next test are the words S3CRET01 to S3CRET44 and numbers too long to be met by chance in what
// an endpoint measures.
const secretSettings = `
propertySources:
  - { name: local, provider: env, file: .env }
  - { name: vault, provider: properties, file: vault.properties, prefix: secrets }
  - { name: more, provider: json, file: more.json }
  - { name: printed, provider: command, command: ["cat", "printed.json"] }
db:
  password: S3CRET01
  url: "postgres://app:S3CRET02@db.example.com/shop"
  replicas: ["postgres://app:S3CRET03@r1.example.com/shop", "mysql://app:S3CRET04 with 'quotes'@r2.example.com"]
  driver: "host=db user=app password=S3CRET05 sslmode=off"
  query: "postgres://db.example.com/shop?user=app&password=S3CRET06"
  native: "app:S3CRET07@tcp(db.example.com:3306)/shop"
  nested: { credentials: { user: app, value: S3CRET08 } }
  tokens: [S3CRET09, S3CRET10]
  accounts: [{ name: a, password: S3CRET11 }, { name: b, pin: { secret: 4815162342012 } }]
  copy: "${db.password}"
  built: "app-${db.tokens[0]}-x"
  fallback: "${db.absent.token:S3CRET13}"
  fromEnvironment: $env.HIDDEN_TOKEN
  pem: |
    -----BEGIN PRIVATE KEY-----
    S3CRET14
    -----END PRIVATE KEY-----
  header: "Authorization: Bearer S3CRET15"
  jwt: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.S3CRET16
mail:
  host: mail.example.com
  password: S3CRET17
  relay: "smtp://app:S3CRET18@relay.example.com"
  relays: "smtp://app:S3CRET19@a.example.com, smtp://app:S3CRET20@b.example.com"
  account: { name: app, apiKey: S3CRET21 }
  accounts: [{ name: b, apiKey: S3CRET22 }]
  labels: { plain: shown, token: S3CRET23 }
  pin: "${db.password}"
  secretNumber: 4815162342024
management:
  auth: { username: ops, password: S3CRET25, token: S3CRET26 }
  endpoint:
    env: { show-values: always }
    configprops: { show-values: always }
`

const secretClasses = `import { ConfigurationProperties, GetMapping, RestController, Scheduled } from "fwrun";
export class Account { name: string = ""; apiKey: string = "S3CRET27"; }
@ConfigurationProperties("mail")
export class Mail {
  host: string;
  password: string = "";
  relay: string = "";
  relays: string[] = [];
  account: Account = new Account();
  accounts: Account[] = [];
  labels: Record<string, string> = {};
  pin: string = "";
  secretNumber: int = 0;
  wait: Duration = 5000;
  nothing: string | null = null;
  token: string = "S3CRET28";
  backup: string = "smtp://app:S3CRET29@c.example.com";
  spare: Account = new Account();
}
@RestController export class Jobs {
  @GetMapping("/") get() { return 1; }
  @Scheduled({ fixedRate: "1h" }) fails() { throw new Error("no answer of postgres://app:S3CRET30@db.example.com"); }
}
`

func secretApplication(t *testing.T) *App {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"config/application.yml":     secretSettings,
		"config/application-dev.yml": "db: { password: S3CRET31 }\n",
		"app.ts":                     secretClasses,
		".env":                       "LOCAL_TOKEN=S3CRET32\nLOCAL_URL=redis://:S3CRET33@cache.example.com\n",
		"vault.properties":           "anything=S3CRET34\n",
		"more.json":                  `{"more": {"list": [{"clientSecret": "S3CRET35"}]}}`,
		"printed.json":               `{"printed": {"passphrase": "S3CRET36"}}`,
	} {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, err := Start(t.Context(), Options{
		Folder: folder, Profile: "dev",
		Env: []string{
			"PATH=" + os.Getenv("PATH"), "HIDDEN_TOKEN=S3CRET37", "AWS_SECRET_ACCESS_KEY=S3CRET38", "DATABASE_URL=mysql://app:S3CRET39@db/shop",
			`VCAP_SERVICES={"db":[{"credentials":{"uri":"x","password":"S3CRET40"}}]}`, "JAVA_OPTS=-Dkey.password=S3CRET41 -Xmx1g",
			"RUN=tool --token S3CRET42 --fast",
			"VISIBLE=visible",
		},
		Flags: map[string]string{"mail.apiKey": "S3CRET43", "mail.proxy": "http://app:S3CRET44@proxy.example.com"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close(t.Context()) })
	a.jobs.Begin()
	awaitRun(t, a)
	return a
}

// awaitRun waits until the job has run.
func awaitRun(t *testing.T, a *App) {
	t.Helper()
	for late, tick := time.After(20*time.Second), time.Tick(5*time.Millisecond); a.Serving().Schedules()[0].End.IsZero(); {
		select {
		case <-tick:
		case <-late:
			t.Fatal("the job has not run")
		}
	}
}

// TestNoSecretIsReadable: with show-values: always, no endpoint shows a secret, wherever it was written.
func TestNoSecretIsReadable(t *testing.T) {
	a := secretApplication(t)
	whole := a.serving.Load().management.Whole
	ask := func(path string) string {
		w := httptest.NewRecorder()
		whole.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		for n := range 60 {
			for _, secret := range []string{fmt.Sprintf("S3CRET%02d", n), fmt.Sprintf("48151623420%02d", n)} {
				if at := strings.Index(w.Body.String(), secret); at >= 0 && !strings.Contains(path, "heapdump") {
					t.Errorf("%s shows %s: %s", path, secret, w.Body.String()[max(0, at-80):at+8])
				}
			}
		}
		return w.Body.String()
	}
	for name, link := range linksOf(t, ask("/actuator")) {
		if !link.Templated && name != "profile" {
			target, err := url.Parse(link.Href)
			if err != nil {
				t.Fatal(err)
			}
			ask(target.Path)
		}
	}
	all := ask("/actuator/env")
	for _, shown := range []string{
		`"VISIBLE":{"value":"visible"`, `"mail.host":{"value":"mail.example.com"`, `"value":"postgres://app:******@db.example.com/shop"`,
		`"name":"Property source 'printed' (command)"`, `"printed.passphrase":{"value":"******"`, `"activeProfiles":["dev"]`,
	} {
		if !strings.Contains(all, shown) {
			t.Errorf("env does not show %s: %s", shown, all)
		}
	}
	var page struct {
		PropertySources []struct{ Properties map[string]any } `json:"propertySources"`
	}
	if err := json.Unmarshal([]byte(all), &page); err != nil {
		t.Fatal(err)
	}
	for _, source := range page.PropertySources {
		for key := range source.Properties {
			ask("/actuator/env/" + url.PathEscape(key))
		}
	}
	bound := ask("/actuator/configprops/mail")
	for _, shown := range []string{
		`"host":"mail.example.com"`, `"wait":"PT5S"`, `"wait":{}`, `"nothing":null`, `"password":"******"`, `"secretNumber":"******"`,
		`"relay":"smtp://app:******@relay.example.com"`,
		`"account":{"apiKey":"******","name":"app"}`, `"spare":{"apiKey":"******","name":""}`, `"labels":{"plain":"shown","token":"******"}`,
		`"token":"******"`, `"backup":"smtp://app:******@c.example.com"`,
		`"host":{"value":"mail.example.com","origin":"file [config/application.yml] - `,
	} {
		if !strings.Contains(bound, shown) {
			t.Errorf("configprops does not show %s: %s", shown, bound)
		}
	}
	if tasks := ask("/actuator/scheduledtasks"); !strings.Contains(tasks, `"exception":{"type":"Error","message":"no answer of `+
		`postgres://app:******@db.example.com"}`) {
		t.Error(tasks)
	}
}

type discovered struct {
	Href      string
	Templated bool
}

func linksOf(t *testing.T, page string) map[string]discovered {
	t.Helper()
	var found struct {
		Links map[string]discovered `json:"_links"`
	}
	if err := json.Unmarshal([]byte(page), &found); err != nil {
		t.Fatal(err)
	}
	return found.Links
}
