package operations

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// planted are settings and variables with secrets, each of them a number of planted-NN.
const plantedSettings = `
shop: { api-key: planted-01 }
mail:
  host: mail.example.com
  password: planted-02
  url: "smtp://mailer:planted-03@mail.example.com:587"
  more: { client-secret: planted-04, endpoint: "https://u:planted-05@example.com/x" }
payments: [{ token: planted-06 }, { credentials: planted-07 }, { nested: { privateKey: planted-08 } }]
session-secret: planted-09
jwt: { signing: planted-10 }
http:
  clients:
    billing: { base-url: "https://billing.example.com", auth: { bearer: planted-11 } }
    stock: { base-url: "https://stock.example.com", auth: { basic: { username: u, password: planted-12 } } }
    maps: { base-url: "https://maps.example.com", headers: { X-Api-Key: planted-13 } }
management:
  auth: { username: ops, password: planted-14, token: planted-15 }
  admin: { url: "http://127.0.0.1:1", username: u, password: planted-16, metadata: { user: { name: u, password: planted-17 } } }
`

const plantedCount = 24

func plantedEnvironment() []string {
	return []string{
		"DB_PASSWORD=planted-18", "AWS_SECRET_ACCESS_KEY=planted-19", "UPSTREAM=https://user:planted-20@upstream.example.com/", "GITHUB_TOKEN=planted-21",
		"HTTP_CLIENT_NO_PROXY=proxy.example.com", "HTTP_CLIENT_PROXY=http://user:planted-22@proxy.example.com:3128",
	}
}

// TestPlantedSecrets: secrets of settings, of the environment and of requests are in no answer of any endpoint, nor in the log.
func TestPlantedSecrets(t *testing.T) {
	app, folder, server := startManaged(t, plantedSettings, plantedEnvironment()...)
	authorized := http.Header{"Authorization": {"Bearer planted-15"}, "Cookie": {"session=planted-23"}}
	harness.Ask(t, harness.Client, http.MethodPost, server+"/login?token=planted-24", authorized, "")
	harness.Ask(t, harness.Client, http.MethodGet, server+"/users/1?password=planted-24", authorized, "")
	_, refused := harness.Ask(t, harness.Client, http.MethodGet, server+"/actuator/beans", http.Header{"Authorization": {"Bearer planted-xx"}}, "")
	if refused.StatusCode != http.StatusUnauthorized {
		t.Errorf("a wrong token is answered with %d", refused.StatusCode)
	}
	answers := map[string]string{}
	for _, where := range []struct {
		client *http.Client
		server string
	}{{harness.Client, server}, {socketClient(folder), "http://fwrun"}} {
		page, response := harness.Ask(t, where.client, http.MethodGet, where.server+"/actuator", authorized, "")
		var found struct {
			Links map[string]struct{ Href string } `json:"_links"`
		}
		if err := json.Unmarshal([]byte(page), &found); err != nil || len(found.Links) < 2 {
			t.Fatalf("%d %s: %v", response.StatusCode, page, err)
		}
		answers[where.server+"/actuator"] = page
		for _, link := range found.Links {
			for _, target := range plantedTargets(link.Href) {
				text, _ := harness.Ask(t, where.client, http.MethodGet, target, authorized, "")
				answers[target] = decompressed(text)
			}
		}
	}
	shown := false // what is not secret: otherwise nothing would be tested
	for _, text := range answers {
		shown = shown || strings.Contains(text, "stock.example.com")
	}
	if !shown {
		t.Error("no endpoint shows the values of settings")
	}
	answers["the log"] = string(app.Log.Bytes())
	seen := 0
	for target, text := range answers {
		for i := 1; i <= plantedCount; i++ {
			if secret := fmt.Sprintf("planted-%02d", i); strings.Contains(text, secret) {
				at := strings.Index(text, secret)
				t.Errorf("%s shows %s: …%s…", target, secret, text[max(0, at-200):min(len(text), at+40)])
			}
		}
		seen += len(text)
	}
	t.Logf("%d answers with %d bytes", len(answers), seen)
	unharmed(t, app)
}

// plantedTargets returns what is asked of a link: for a template, names that exist.
func plantedTargets(href string) (targets []string) {
	base, template, templated := strings.Cut(href, "/{")
	switch {
	case strings.HasSuffix(href, "/profile"):
		return []string{href + "?seconds=1"}
	case !templated:
		return []string{href}
	}
	var names []string
	switch template {
	case "toMatch}", "prefix}":
		names = []string{
			"shop.api-key", "mail", "mail.url", "mail.password", "mail.more.endpoint", "DB_PASSWORD", "UPSTREAM", "AWS_SECRET_ACCESS_KEY", "http.client.proxy",
			"HTTP_CLIENT_PROXY",
			"payments[0].token", "payments", "jwt.signing", "management.auth.token", "management.admin.password", "management.admin.metadata.user.password",
			"http.clients.maps.headers.X-Api-Key", "http.clients.billing.auth.bearer",
		}
	case "name}", "cache}", "requiredMetricName}", "id}":
		names = []string{"ROOT", "users", "application", "http.server.requests", "process.uptime"}
	default:
		names = []string{"mails", "main", "ping", "0"}
	}
	for _, name := range names {
		targets = append(targets, base+"/"+url.PathEscape(name))
	}
	return targets
}

// decompressed takes the compression of a profile off.
func decompressed(text string) string {
	r, err := gzip.NewReader(strings.NewReader(text))
	if err != nil {
		return text
	}
	whole, _ := io.ReadAll(r)
	return string(whole)
}
