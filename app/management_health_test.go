package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data/datatest"
)

// TestBuiltInIndicators: what the application has is asked, by name, and what is lost is DOWN, while the process is alive.
func TestBuiltInIndicators(t *testing.T) {
	redis := datatest.Redis(t)
	url := serve(t, strings.NewReplacer("REDIS", redis.URL, "POSTGRES", datatest.Postgres(t)).Replace(watched))
	type component struct {
		Status     string
		Components map[string]component
		Details    map[string]any
	}
	ask := func(path string, code int) (found component) {
		t.Helper()
		response, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		if err := json.NewDecoder(response.Body).Decode(&found); err != nil || response.StatusCode != code {
			t.Errorf("%s: %d, %v", path, response.StatusCode, err)
		}
		return found
	}
	all := ask("/actuator/health", 200)
	for name, want := range map[string]string{
		"ping": "", "cache": "redis", "locks": "postgres", "db/main": "SQLite", "db/spare": "SQLite", "queue/mails": "redis", "queue/loose": "amqp",
	} {
		at := all
		for part := range strings.SplitSeq(name, "/") {
			at = at.Components[part]
		}
		status := "UP"
		if name == "queue/loose" {
			status = "UNKNOWN"
		}
		text, _ := json.Marshal(at.Details)
		if at.Status != status || !strings.Contains(string(text), want) {
			t.Errorf("%s: %+v", name, at)
		}
	}
	if _, is := all.Components["diskSpace"]; is {
		t.Error("diskSpace was turned off")
	}
	redis.Kill()
	all = ask("/actuator/health", 503)
	if all.Status != "DOWN" || all.Components["cache"].Status != "DOWN" || all.Components["queue"].Components["mails"].Status != "DOWN" ||
		all.Components["locks"].Status != "UP" {
		t.Errorf("without Redis: %+v", all)
	}
	ask("/livez", 200)
	ask("/readyz", 200)
	redis.Restart()
	ask("/actuator/health/cache", 200)
}

const watched = `
-- config/application.yml --
datasource:
  - { name: main, url: "sqlite:main.db", isPrimary: true }
  - { name: spare, url: "sqlite:spare.db" }
cache: { url: "REDIS" }
locks: { url: "POSTGRES" }
queue:
  connections:
    - { name: mails, url: "REDIS" }
    - { name: loose, url: "amqp://127.0.0.1:1", required: false }
management:
  endpoints: { enabled: true }
  endpoint: { health: { enabled: true, show-details: always, timeout: 10s, probes: { add-additional-paths: true } } }
  health: { diskSpace: { enabled: false } }
-- app.js --
import { GetMapping } from "fwrun";
export const home = GetMapping("/")(() => "ok");
`
