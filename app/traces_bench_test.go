//go:build unix

package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

const benchedUsers = `import { Autowired, GetMapping, PathVariable, RestController, SqlTemplate } from "fwrun";
@RestController export class Users {
  /** @type {SqlTemplate} */ @Autowired db;
  @GetMapping("/users/{id}") find(@PathVariable id) { return this.db.queryForObject("select 1 as id, 'Ada' as name where ? > 0", [id]); }
}`

// BenchmarkTraces measures a request with one statement: what traces cost when they are off, and when a share of them is
// recorded and sent to a collector in the same process.
func BenchmarkTraces(b *testing.B) {
	var sent atomic.Int64
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		sent.Add(n)
	}))
	defer collector.Close()
	for _, c := range []struct {
		name string
		env  []string
	}{
		{"off", nil},
		{"0 %", []string{"TELEMETRY_OTLP_ENDPOINT=" + collector.URL, "TELEMETRY_TRACES_SAMPLING=0"}},
		{"1 %", []string{"TELEMETRY_OTLP_ENDPOINT=" + collector.URL, "TELEMETRY_TRACES_SAMPLING=0.01"}},
		{"100 %", []string{"TELEMETRY_OTLP_ENDPOINT=" + collector.URL, "TELEMETRY_TRACES_SAMPLING=1"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			running := startBenched(b, map[string]string{
				"users.js": benchedUsers, "config/application.yml": "datasource: [{ name: main, url: \"sqlite:a.db\" }]\n",
			}, append(c.env, "TELEMETRY_OTLP_LOGS=false", "TELEMETRY_OTLP_METRICS=false")...)
			sent.Store(0)
			if last := repeat(b, running, "GET /users/7 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n"); !strings.Contains(last, "Ada") {
				b.Fatal(last)
			}
			_ = running.Close(b.Context())
			b.ReportMetric(float64(sent.Load())/float64(b.N), "sent-B/op") // less when spans are dropped
		})
	}
}
