//go:build unix

package app_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/host/hosttest"
)

const benchedUsers = `import { Autowired, GetMapping, PathVariable, RestController, SqlTemplate } from "fwrun";
@RestController export class Users {
  /** @type {SqlTemplate} */ @Autowired db;
  @GetMapping("/users/{id}") find(@PathVariable id) { return this.db.queryForObject("select 1 as id, 'Ada' as name where ? > 0", [id]); }
}`

// cpuTime returns the CPU time of the process, which other processes of the machine change less than the clock.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

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
			folder := b.TempDir()
			for name, text := range map[string]string{"users.js": benchedUsers, "config/application.yml": "datasource: [{ name: main, url: \"sqlite:a.db\" }]\n"} {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700); err != nil {
					b.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
					b.Fatal(err)
				}
			}
			running, err := app.Start(b.Context(), app.Options{
				Folder: folder, Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) },
				Env: append(c.env, "TELEMETRY_OTLP_LOGS=false", "TELEMETRY_OTLP_METRICS=false"),
			})
			if err != nil {
				b.Fatal(err)
			}
			client := hosttest.NewRepeating([]byte("GET /users/7 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n"), b.N)
			b.ReportAllocs()
			sent.Store(0)
			began := cpuTime()
			b.ResetTimer()
			go func() { _ = running.Serve(client) }() // ends with the benchmark
			<-client.Done()
			b.StopTimer()
			b.ReportMetric(float64(cpuTime()-began)/float64(b.N), "cpu-ns/op")
			if !strings.Contains(client.Last(), "Ada") {
				b.Fatal(client.Last())
			}
			_ = running.Close(b.Context())
			b.ReportMetric(float64(sent.Load())/float64(b.N), "sent-B/op") // less when spans are dropped
		})
	}
}
