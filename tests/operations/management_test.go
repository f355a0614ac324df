package operations

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/tests/harness"
)

// managed is an application with something to tell at each endpoint.
const managed = `
import { Autowired, Cacheable, ConfigurationProperties, GetMapping, Health, HealthIndicator, HealthInformer, Logger, PathVariable, PostMapping,
  QueueListener, RequestParam, RestController, Scheduled, Service, Value } from "fwrun";

@ConfigurationProperties("mail")
export class Mail { host = ""; password = ""; url = ""; /** @type {Record<string, string>} */ more = {}; }

@Service
export class Users {
  /** @type {Logger} */ @Autowired logger;
  /** @type {Mail} */ @Autowired mail;
  @Value("${shop.api-key}") apiKey = "";
  @Cacheable("users") find(id) { return { id }; }
  @Scheduled({ cron: "0 0 3 * * *" }) clean() {}
  @QueueListener("mails") send(payload) {}
}

@HealthInformer
export class Desk extends HealthIndicator {
  async health() { await new Promise((done) => setTimeout(done, 20)); return Health.up().withDetail("desk", "open"); }
}

@RestController
export class Api {
  /** @type {Users} */ @Autowired users;
  @GetMapping("/users/{id}") user(@PathVariable id) { return this.users.find(id); }
  @GetMapping("/hello") hello() { return "hello"; }
  @PostMapping("/login") login(@RequestParam({ required: false }) token) { this.users.logger.info("login", { password: token }); return "ok"; }
}
`

// startManaged serves the application with all endpoints on, as openly as the settings allow.
func startManaged(t *testing.T, settings string, env ...string) (app *harness.App, folder, server string) {
	t.Helper()
	folder, err := os.MkdirTemp("", "mgd") // short, for the admin socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	harness.WriteFile(t, filepath.Join(folder, "app.js"), managed)
	if settings == "" {
		settings = "mail: { host: mail.example.com, password: p, url: \"smtp://mail.example.com\" }\nshop: { api-key: k }\n"
	}
	harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), settings)
	app, server = harness.Serve(t, folder, append(everythingOn(), env...)...)
	return app, folder, server
}

func everythingOn() []string {
	env := []string{
		"MANAGEMENT_ENDPOINTS_ENABLED=true", "MANAGEMENT_ENDPOINT_HEALTH_SHOW_DETAILS=always", "MANAGEMENT_ENDPOINT_ENV_SHOW_VALUES=always",
		"MANAGEMENT_ENDPOINT_CONFIGPROPS_SHOW_VALUES=always",
	}
	for _, id := range config.Endpoints() {
		env = append(env, "MANAGEMENT_ENDPOINT_"+strings.ToUpper(id)+"_ENABLED=true")
	}
	return env
}

// linksOf returns the URLs of the discovery page by name.
func linksOf(t *testing.T, client *http.Client, server string) map[string]string {
	t.Helper()
	text, response := harness.Ask(t, client, http.MethodGet, server+"/actuator", nil, "")
	var page struct {
		Links map[string]struct{ Href string } `json:"_links"`
	}
	if err := json.Unmarshal([]byte(text), &page); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%d %s: %v", response.StatusCode, text, err)
	}
	links := map[string]string{}
	for name, link := range page.Links {
		links[name] = link.Href
	}
	return links
}

// unharmed reports what the log says of a failure of fwrun itself.
func unharmed(t *testing.T, app *harness.App) {
	t.Helper()
	for line := range bytes.Lines(app.Log.Bytes()) {
		if bytes.Contains(line, []byte("panic")) || bytes.Contains(line, []byte("goroutine ")) {
			t.Errorf("the log says: %s", line)
		}
	}
}
