package operations

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/needs"
)

// TestPrometheusScrapes: a real Prometheus server finds the application up, and has its requests by route.
func TestPrometheusScrapes(t *testing.T) {
	program := needs.Program(t, "prometheus")
	_, _, server := startManaged(t, "management: { auth: { token: token-1 } }\n")
	for i := range 7 {
		harness.Ask(t, harness.Client, http.MethodGet, fmt.Sprintf("%s/users/%d", server, i), nil, "")
	}
	harness.Ask(t, harness.Client, http.MethodGet, server+"/wp-login.php", nil, "")
	prometheus := startPrometheus(t, program, server)
	ask := func(query string) map[string]string { return queried(t, prometheus, query) }
	for end := time.Now().Add(harness.Patience); len(ask(`up{job="shop"} `+
		`== 1 and scrape_samples_scraped > 0`)) == 0; time.Sleep(200 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it is not up: %v", ask(`up`))
		}
	}
	for query, want := range map[string]string{
		`http_request_duration_count{route="/users/{id}"}`:                                   "7",
		`http_server_request_duration_seconds_count{http_route="/users/{id}"}`:               "7",
		`sum(http_request_duration_count{route="UNKNOWN"})`:                                  "1",
		`count(count by (le) (http_request_duration_bucket{route="/users/{id}"}))`:           "15",
		`histogram_quantile(1, http_request_duration_bucket{route="/users/{id}"}) < bool 10`: "1",
		`go_info * 0 + 1`:                          "1",
		`count(fwrun_workers{state="idle"})`:       "1",
		`count(process_resident_memory_bytes)`:     "1",
		`count({__name__=~".+",path=~"/users.+"})`: "",
	} {
		got := ""
		for _, value := range ask(query) {
			got = value
		}
		if got != want {
			t.Errorf("%s is %q, want %q", query, got, want)
		}
	}
}

// startPrometheus starts a server that scrapes an application every second, and returns its URL.
func startPrometheus(t *testing.T, program, server string) string {
	t.Helper()
	folder, address := t.TempDir(), "127.0.0.1:"+datatest.FreePort(t)
	target, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	harness.WriteFile(t, filepath.Join(folder, "prometheus.yml"), `
global: { scrape_interval: 1s, scrape_timeout: 1s }
scrape_configs:
  - job_name: shop
    metrics_path: /actuator/prometheus
    authorization: { credentials: token-1 }
    static_configs: [{ targets: ["`+target.Host+`"] }]
`)
	command := exec.Command(program, "--config.file=prometheus.yml", "--storage.tsdb.path=data", "--web.listen-address="+address, "--log.level=warn")
	command.Dir, command.Stderr = folder, t.Output()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
	})
	return "http://" + address
}

// queried returns the values of an instant query by their labels; none while the server does not answer.
func queried(t *testing.T, prometheus, query string) map[string]string {
	t.Helper()
	response, err := harness.Client.Get(prometheus + "/api/v1/query?query=" + url.QueryEscape(query))
	if err != nil {
		return nil
	}
	defer func() { _ = response.Body.Close() }()
	var answer struct {
		Data struct {
			Result []struct {
				Metric map[string]string
				Value  [2]any
			}
		}
		Error string
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil
	}
	if answer.Error != "" {
		t.Errorf("%s: %s", query, answer.Error)
	}
	values := map[string]string{}
	for _, r := range answer.Data.Result {
		values[strings.TrimPrefix(fmt.Sprint(r.Metric), "map")] = fmt.Sprint(r.Value[1])
	}
	return values
}
